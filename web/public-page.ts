import type { IncomingHttpHeaders } from "node:http";
import { createContext } from "react-router";
import { peekViewer, type Viewer } from "#shop/accounts/viewer.ts";
import type { Shop } from "#shop/shop.ts";

/**
 * What a page says that is the same for all visitors without a session. Whoever keeps it (a browser, a network of caches) asks
 * before it is shown again, so it is never out of date.
 */
export const publicPage = "public, no-cache";

/** What is somebody's own stays nowhere: signed out, nobody comes back to it by the browser's Back. */
export const privatePage = "no-store";

/** The `headers` of the routes whose pages are like that, and like each other for all signed-in shoppers of one audience. */
export function publicPageHeaders() {
  return { "Cache-Control": publicPage };
}

/** For whom a page looks the same: its header tells them apart, and where its links lead. */
export type Audience = "visitors" | "customers" | "unverified customers";

/** Whom a page looks the same for that this viewer sees; nobody else, where it shows the viewer's own picture. */
export function audienceOf(viewer: Pick<Viewer, "emailVerified" | "imageUrl"> | null): Audience | undefined {
  if (!viewer) return "visitors";
  if (viewer.imageUrl) return undefined;
  return viewer.emailVerified ? "customers" : "unverified customers";
}

/** What the answer to a request is found to be while it is made: the page of a whole audience, if it is. */
export interface Sharing {
  audience?: Audience;
  /** Whether its route says that its page is public, though this one may show a picture of the viewer's own. */
  isPublic?: boolean;
  /** Whether it shows something else than its address asks for, as any number of addresses would have it. */
  standsIn?: boolean;
}

export const sharingContext = createContext<Sharing>();

/**
 * The audience of a request's sender, from its session cookie. The session is left alone: a page from memory can't set a cookie.
 *
 * @returns undefined for a viewer whose pages are their own, and where the answer has to replace the cookie
 */
export async function readAudience(shop: Shop, { cookie = "" }: IncomingHttpHeaders) {
  const { viewer, isCookieCurrent } = await peekViewer(shop, new Headers({ cookie }));
  return isCookieCurrent ? audienceOf(viewer) : undefined;
}
