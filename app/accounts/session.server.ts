import { createContext, href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import type { Visitor } from "#shop/accounts/accounts.ts";
import { peekViewer, readViewer, type Viewer } from "#shop/accounts/viewer.ts";
import { isOutage } from "#shop/is-outage.ts";
import type { Shop } from "#shop/shop.ts";
import { type Origin, parseOrigin, redirectTarget } from "#web/origin.ts";
import { type Audience, audienceOf, privatePage, publicPage, type Sharing, sharingContext } from "#web/public-page.ts";
import { clientAddressContext, shopContext } from "#web/request-context.ts";

/** Who sent the request: null for an anonymous visitor. */
export const viewerContext = createContext<Viewer | null>();

/** Reads the session once for all loaders of a request, and renews it where the answer can set a cookie. */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const shop = context.get(shopContext);
  const { viewer, isCookieCurrent } = await peekViewer(shop, request.headers);
  context.set(viewerContext, viewer);
  const response = await next();
  if (!isCookieCurrent && canSetCookie(response)) await renewSession(shop, request, response);
  const audience = /^(GET|HEAD)$/.test(request.method) ? audienceOf(viewer) : undefined;
  sayWhoMayKeep(response, audience, context.get(sharingContext));
  return response;
};

/** Shared caches would hand the cookie of a shareable answer to others. What a page says of the session itself (sign in, sign out) wins. */
function canSetCookie({ headers }: Response) {
  const cacheControl = headers.get("cache-control") ?? "";
  // A page that says so is shared only as long as it sets no cookie.
  const isShareable = cacheControl !== publicPage && /\bpublic\b/i.test(cacheControl);
  return !isShareable && !headers.has("set-cookie");
}

async function renewSession(shop: Shop, request: Request, response: Response) {
  try {
    const { headers } = await readViewer(shop, request.headers);
    for (const cookie of headers.getSetCookie()) response.headers.append("set-cookie", cookie);
  } catch (error) {
    // What the request asked for is done; the next one renews the session.
    if (!isOutage(error)) throw error;
  }
}

/** An answer is the asker's own, unless its route says that it is shared. */
function sayWhoMayKeep({ status, headers }: Response, audience: Audience | undefined, sharing: Sharing) {
  const said = headers.get("cache-control");
  if (said && said !== publicPage) return;
  sharing.isPublic = said === publicPage && status === 200 && !headers.has("set-cookie");
  sharing.audience = sharing.isPublic && !sharing.standsIn ? audience : undefined;
  if (sharing.audience) headers.append("vary", "Cookie, Accept-Encoding");
  if (!sharing.audience) headers.set("cache-control", privatePage);
  else if (sharing.audience !== "visitors") headers.set("cache-control", "private, no-cache");
}

/**
 * The signed-in viewer of a protected page.
 *
 * @param from where to go on after signing in
 * @throws a redirect to the sign-in page for an anonymous visitor
 */
export function requireViewer(context: Readonly<RouterContextProvider>, from?: Origin): Viewer {
  const viewer = context.get(viewerContext);
  if (!viewer) throw redirect(from ? `${href("/sign-in")}?from=${from}` : href("/sign-in"));
  return viewer;
}

/** Whoever is signed in already has no use for the pages that sign in and up. @throws a redirect that sends them on */
export function sendSignedInOn(request: Request, context: Readonly<RouterContextProvider>) {
  const viewer = context.get(viewerContext);
  const from = parseOrigin(new URL(request.url).searchParams.get("from"));
  if (viewer) throw redirect(redirectTarget(viewer.emailVerified, from));
  // There are as many of these addresses as numbers that an order could have.
  if (from?.startsWith("order-")) context.get(sharingContext).standsIn = true;
}

/** Who asks, as the accounts library wants to know it. */
export function visitorOf(request: Request, context: Readonly<RouterContextProvider>): Visitor {
  return { headers: request.headers, address: context.get(clientAddressContext) };
}

/** Whether a form was posted by the browser itself, without JavaScript: then a redirect is the only way on. */
export function isDocumentRequest(request: Request) {
  return request.headers.get("accept")?.includes("text/html") ?? false;
}
