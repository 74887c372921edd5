import type { IncomingMessage } from "node:http";

/**
 * The `Cache-Control` of prefetched page data: fresh until the shopper follows the link. Without it, browsers would request it again.
 */
export const prefetchCacheControl = "private, max-age=10";

/** Whether a browser prefetches a page's data. */
export function isPrefetch({ headers, url = "" }: IncomingMessage) {
  return headers["sec-purpose"]?.toString().startsWith("prefetch") === true && /\.data(\?|$)/.test(url);
}
