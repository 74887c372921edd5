import type { MiddlewareHandler } from "hono";
import { hasOwnPages } from "#web/cacheability.ts";
import type { HttpEnv } from "./http-env.ts";
import { isPrefetch } from "./prefetch.ts";

/** Seconds for which a page may be shown after it was last the newest, while the database is away. See docs/decisions/0236. */
export const maxStaleSeconds = 3600;
/** Seconds for which a shared cache may show a page while it fetches the next version. */
const revalidateSeconds = 60;
/** While the database is away, shared caches ask again after so long, and keep what they have. */
const secondsInOutages = 1;

/** RFC 9213, Fastly's and Varnish's name for it, and nginx's. */
const names = ["cdn-cache-control", "surrogate-control", "x-accel-expires"];

/** Lets shared caches keep the pages that all visitors share, for so many seconds; with 0 the answers stay as they are. See docs/decisions/0237. */
export function shareWithCaches(seconds: number): MiddlewareHandler<HttpEnv> {
  const headers = headersFor(seconds, `, stale-while-revalidate=${revalidateSeconds}`);
  return async (context, next) => {
    await next();
    if (seconds === 0 || context.get("cacheability")?.variant !== "visitors") return;
    for (const [name, value] of headers) context.res.headers.set(name, value);
  };
}

/**
 * Keeps an answer from shared caches after all: one that a browser fetches ahead, and a visitors' page for a session that is none, since caches let
 * requests with the cookie of a session or a cart through.
 */
export const keepFromCaches: MiddlewareHandler<HttpEnv> = async (context, next) => {
  await next();
  const { incoming } = context.env;
  if (!isPrefetch(incoming) && !hasOwnPages(incoming.headers.cookie)) return;
  for (const name of names) context.res.headers.delete(name);
};

/** The names and values, in turn, of an answer that no shared cache may keep. */
export function withoutSharing(headers: string[]) {
  return headers.filter((_, index) => !names.includes(headers[index - (index % 2)] ?? ""));
}

/** The same for an answer to a visitor in an outage, if shared caches keep the page otherwise. */
export function sharedInOutage(headers: string[]) {
  const isShared = headers.some((name, index) => index % 2 === 0 && names.includes(name));
  return [...withoutSharing(headers), ...(isShared ? headersFor(secondsInOutages, "").flat() : [])];
}

function headersFor(seconds: number, revalidate: string) {
  const lifetime = `max-age=${seconds}${revalidate}, stale-if-error=${maxStaleSeconds}`;
  return names.map((name): [string, string] => [name, name === "x-accel-expires" ? String(seconds) : lifetime]);
}
