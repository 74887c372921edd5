import type { MiddlewareHandler } from "hono";
import { data, type ServerBuild } from "react-router";
import type { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { isOutage } from "#shop/is-outage.ts";
import type { Shop } from "#shop/shop.ts";

/** Seconds after which browsers and crawlers may try again. */
const retryAfterSeconds = 5;
/** Milliseconds for which the same outage isn't logged again. */
const repeatIntervalMs = 60_000;

export type NoteOutage = (outage: DatabaseUnavailableError) => void;

/** What notes that the database can't be used, and why: once a minute. */
export function createOutageLog({ log }: Pick<Shop, "log">): NoteOutage {
  const logged = new Map<string, number>();
  return (outage) => {
    const now = performance.now();
    if (now - (logged.get(outage.message) ?? Number.NEGATIVE_INFINITY) < repeatIntervalMs) return;
    logged.set(outage.message, now);
    log("The database can't be used", outage);
  };
}

/**
 * Has everything that React Router runs for a page answer an outage of the database with 503, which React Router shows by the route's
 * error boundary and tells the browser as what it is. It would make a 500 of it, which says nothing.
 */
export function answerOutages(build: ServerBuild, settings: { shopName: string }, note: NoteOutage): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action, middleware } = route.module;
    const guarded = {
      ...(loader && { loader: guard(loader) }),
      ...(action && { action: guard(action) }),
      ...(middleware && { middleware: middleware.map(guard) }),
    };
    return [id, { ...route, module: { ...route.module, ...guarded } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };

  function guard<Given extends unknown[], Result>(work: (...given: Given) => Result) {
    return async (...given: Given) => {
      try {
        return await work(...given);
      } catch (error) {
        if (!isOutage(error)) throw error;
        note(error);
        throw data({ shopName: settings.shopName }, { status: 503, statusText: "Service Unavailable" });
      }
    };
  }
}

/** What a shop that can't be reached for now says to browsers and crawlers. */
export const sayWhenBack: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.res.status !== 503) return;
  context.res.headers.set("Retry-After", String(retryAfterSeconds));
  context.res.headers.set("Cache-Control", "no-store");
};
