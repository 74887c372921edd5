/**
 * What a page's answer says when every visitor without a session gets the same one. Whoever keeps it (the shop's own memory, a
 * network of caches) asks before it is shown again, so it is never out of date.
 */
export const sharedPage = "public, no-cache";

/** The `headers` of routes whose pages are like that. */
export function sharedPageHeaders() {
  return { "Cache-Control": sharedPage };
}
