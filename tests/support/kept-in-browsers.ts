import { keptInBrowsers } from "#shop/content/kept-in-browsers.ts";

const listed = new Set<string>(keptInBrowsers.map(({ kind, name }) => `${kind} ${name}`));

/** Names something that a browser holds as the shop's list does: without the cart's token and the session's name, and a cookie as on http. */
export function asListed(kind: string, name: string) {
  const listedName = name
    .replace(/store-[0-9a-f-]{36}$/, "*")
    .replace(/^kept-pages-.+/, "kept-pages-*")
    .replace(/^__Host-/, "");
  return `${kind} ${listedName}`;
}

/** What of this the shop's list doesn't have. */
export function unlisted(kept: Iterable<string>) {
  return [...kept].filter((each) => !listed.has(each));
}

/** The cookies that an answer has the browser keep. */
export function cookiesKeptBy(headers: Headers) {
  const kept = headers.getSetCookie().filter((cookie) => !/;\s*max-age=0(;|$)/i.test(cookie));
  return kept.map((cookie) => asListed("cookie", cookie.split("=", 1)[0] ?? ""));
}
