import {
  createContext,
  href,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
  redirectDocument,
} from "react-router";
import { hasSessionCookie, type RequestMetadata } from "#shop/accounts/accounts.ts";
import { nameSession } from "#shop/accounts/session-name.ts";
import { peekSession, readSession, type SessionUser } from "#shop/accounts/session-user.ts";
import { hasCartCookie } from "#shop/cart/cookie-cart.ts";
import { signInWithCart } from "#shop/checkout/cart-without-scripts.ts";
import { isOutage } from "#shop/errors.ts";
import type { Shop } from "#shop/shop.ts";
import {
  type Cacheability,
  type CacheVariant,
  cacheabilityContext,
  cacheVariantOf,
  privatePage,
  publicPage,
} from "#web/cacheability.ts";
import { type LinkedCode, type Origin, parseOrigin, redirectTarget, withOrigin } from "#web/origin.ts";
import { clientAddressContext, shopContext } from "#web/request-context.ts";
import { shownToHeader, visitors } from "#web/shown-to.ts";

/** Null for an anonymous visitor. */
export const userContext = createContext<SessionUser | null>();

/** Reads the session once per request and renews it if the response can set a cookie. */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const shop = context.get(shopContext);
  const { user, isCookieCurrent } = await peekSession(shop, request.headers);
  context.set(userContext, user);
  const response = await next();
  let changed = response.headers.getSetCookie().find(hasSessionCookie);
  if (changed !== undefined && nameSession(changed) !== undefined)
    await followSignIn(shop, request, { before: user, session: changed }, response);
  if (!isCookieCurrent && canSetCookie(response)) changed = await renewSession(shop, request, response);
  const isShareable = /^(GET|HEAD)$/.test(request.method) && !hasCartCookie(request.headers.get("cookie"));
  const variant = isShareable ? cacheVariantOf(user) : undefined;
  setCacheControl(response, variant, context.get(cacheabilityContext));
  const after = nameSession(changed ?? (user && request.headers.get("cookie")));
  response.headers.set(shownToHeader, after ?? visitors);
  return response;
};

/** The cart's cookie follows each way to sign in. */
async function followSignIn(
  shop: Shop,
  request: Request,
  { before, session }: { before: SessionUser | null; session: string },
  { headers }: Response,
) {
  const holder = { headers: request.headers, user: before };
  const cookie = await signInWithCart(shop, holder, { session, runsScripts: !isDocumentRequest(request) });
  if (cookie) headers.append("set-cookie", cookie);
}

/** A shared cache would hand the cookie to others. A route's own session cookie (sign in, sign out) wins. */
function canSetCookie({ headers }: Response) {
  const cacheControl = headers.get("cache-control") ?? "";
  // A page that says so is shared only as long as it sets no cookie.
  const isShareable = cacheControl !== publicPage && /\bpublic\b/i.test(cacheControl);
  return !isShareable && !headers.has("set-cookie");
}

/** @returns the session's new cookie, if it has one */
async function renewSession(shop: Shop, request: Request, response: Response) {
  try {
    const { headers } = await readSession(shop, request.headers);
    for (const cookie of headers.getSetCookie()) response.headers.append("set-cookie", cookie);
    return headers.getSetCookie().find(hasSessionCookie);
  } catch (error) {
    // The request itself succeeded; the next one renews the session.
    if (!isOutage(error)) throw error;
    return undefined;
  }
}

/** An answer is the asker's own, unless its route says that it is shared. */
function setCacheControl({ status, headers }: Response, variant: CacheVariant | undefined, cacheability: Cacheability) {
  const said = headers.get("cache-control");
  if (said && said !== publicPage) return;
  cacheability.isPublic = said === publicPage && status === 200 && !headers.has("set-cookie");
  cacheability.variant = cacheability.isPublic && !cacheability.isFallback ? variant : undefined;
  if (cacheability.variant) headers.append("vary", "Cookie, Accept-Encoding");
  if (!cacheability.variant) headers.set("cache-control", privatePage);
  else if (cacheability.variant !== "visitors") headers.set("cache-control", "private, no-cache");
}

/**
 * @param from where to continue after signing in
 * @throws a redirect to the sign-in page for an anonymous visitor
 */
export function requireUser(context: Readonly<RouterContextProvider>, from?: Origin, linked?: LinkedCode): SessionUser {
  const user = context.get(userContext);
  if (!user) throw redirect(withOrigin(href("/sign-in"), from, linked));
  return user;
}

/** For sign-in and sign-up pages. @throws a redirect if a customer is already signed in */
export function sendSignedInOn(request: Request, context: Readonly<RouterContextProvider>) {
  const user = context.get(userContext);
  const from = parseOrigin(new URL(request.url).searchParams.get("from"));
  if (user) {
    const target = redirectTarget(user.emailVerified, from);
    // The back office is another app.
    throw target === "/owner" ? redirectDocument(target) : redirect(target);
  }
  // There are as many of these addresses as numbers that an order could have.
  if (from?.startsWith("order-")) context.get(cacheabilityContext).isFallback = true;
}

export function requestMetadata(request: Request, context: Readonly<RouterContextProvider>): RequestMetadata {
  return { headers: request.headers, address: context.get(clientAddressContext) };
}

/** Whether the browser posted a form without JavaScript, so that only a redirect can continue. */
export function isDocumentRequest(request: Request) {
  return request.headers.get("accept")?.includes("text/html") ?? false;
}
