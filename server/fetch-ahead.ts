import type { IncomingMessage } from "node:http";

/**
 * What a page's data says when a browser fetches it ahead: good for the moment until it is asked for. Without a word on that, browsers
 * ask again.
 */
export const fetchedAhead = "private, max-age=10";

/** Whether a browser asks for a page's data before its shopper does. */
export function isFetchedAhead({ headers, url = "" }: IncomingMessage) {
  return headers["sec-purpose"]?.toString().startsWith("prefetch") === true && /\.data(\?|$)/.test(url);
}
