import type { IncomingHttpHeaders } from "node:http";
import { createContext } from "react-router";
import { hasSessionCookie } from "#shop/accounts/accounts.ts";
import { peekSession, type SessionUser } from "#shop/accounts/session-user.ts";
import { hasCartCookie } from "#shop/cart/cookie-cart.ts";
import type { Shop } from "#shop/shop.ts";

/**
 * Public pages look the same to all visitors without a session. Caches revalidate them before each use, so that they are never outdated. See
 * docs/decisions/0039.
 */
export const publicPage = "public, no-cache";

/** Neither browsers nor proxies store private pages: after a sign-out, Back doesn't show them. */
export const privatePage = "no-store";

/** The `headers` of routes whose pages are public, and the same for all signed-in shoppers of one variant. */
export function publicPageHeaders() {
  return { "Cache-Control": publicPage };
}

/** The variants of a public page: they differ in the header and in where links lead. */
export type CacheVariant = "visitors" | "customers" | "unverified customers";

/** The variant that a session user sees; undefined for one with a picture or a role, which the header shows. */
export function cacheVariantOf(
  user: Pick<SessionUser, "emailVerified" | "imageUrl" | "isOwner"> | null,
): CacheVariant | undefined {
  if (!user) return "visitors";
  if (user.imageUrl || user.isOwner) return undefined;
  return user.emailVerified ? "customers" : "unverified customers";
}

/** Whether a request's cookies may make a page its sender's own: a session, valid or not, or a cart without scripts. */
export function hasOwnPages(cookies: string | null | undefined) {
  return hasSessionCookie(cookies) || hasCartCookie(cookies);
}

/** Who may share the answer to a request, as found while it is made. */
export interface Cacheability {
  /** The variant that the answer is; undefined for the user's own page. */
  variant?: CacheVariant;
  /** Whether the route says that its page is public, even if this one shows the user's picture. */
  isPublic?: boolean;
  /** Whether the page isn't what its URL stands for: it shows less, so that any number of URLs would show the same, or what is only the asker's. */
  isFallback?: boolean;
}

export const cacheabilityContext = createContext<Cacheability>();

/**
 * The variant for the session cookie of a request. The session isn't renewed, because a cached page can't set a cookie.
 *
 * @returns undefined for a user whose pages are their own, or whose cookie has to be replaced, and for a cart without scripts
 */
export async function readCacheVariant(shop: Shop, { cookie = "" }: IncomingHttpHeaders) {
  if (hasCartCookie(cookie)) return undefined;
  const { user, isCookieCurrent } = await peekSession(shop, new Headers({ cookie }));
  return isCookieCurrent ? cacheVariantOf(user) : undefined;
}
