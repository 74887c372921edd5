import type { MiddlewareHandler } from "hono";
import { createContext, data, type RouterContextProvider, type ServerBuild } from "react-router";
import type { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { isOutage } from "#shop/is-outage.ts";
import type { Shop } from "#shop/shop.ts";

/** Seconds after which browsers and crawlers may try again. */
const retryAfterSeconds = 5;
/** Milliseconds for which the same outage isn't logged again. */
const repeatIntervalMs = 60_000;

export type NoteOutage = (outage: DatabaseUnavailableError) => void;

/** The outage that a request met before React Router: the page that it asks for says so too. */
export const outageContext = createContext<DatabaseUnavailableError | null>(null);

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
    const { loader, action } = route.module;
    const middleware = [...(route.parentId ? [] : [rethrowMet]), ...(route.module.middleware ?? [])];
    const guarded = {
      ...(loader && { loader: guard(loader) }),
      ...(action && { action: guard(action) }),
      ...(middleware.length > 0 && { middleware: middleware.map(guard) }),
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

function rethrowMet({ context }: { context: Readonly<RouterContextProvider> }) {
  const outage = context.get(outageContext);
  if (outage) throw outage;
}

/** What a shop that can't be reached for now says to browsers and crawlers. */
export const sayWhenBack: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.res.status !== 503) return;
  context.res.headers.set("Retry-After", String(retryAfterSeconds));
  context.res.headers.set("Cache-Control", "no-store");
};
