import type { MiddlewareHandler } from "hono";
import { createContext, data, type RouterContextProvider, type ServerBuild } from "react-router";
import type { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { outageOf } from "#shop/errors.ts";
import type { Shop } from "#shop/shop.ts";
import { noteOutage } from "#shop/unavailable.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";

/** Seconds after which browsers and crawlers may try again. */
const retryAfterSeconds = 5;
/** Milliseconds for which the same outage isn't logged again. */
const repeatIntervalMs = 60_000;

export type LogOutage = (outage: DatabaseUnavailableError) => void;

/** The outage that a request met before React Router: the page that it asks for answers 503 too. */
export const outageContext = createContext<DatabaseUnavailableError | null>(null);

/** Publishes why the database can't be used, and logs it once a minute. */
export function createOutageLog({ log }: Pick<Shop, "log">): LogOutage {
  const logged = new Map<string, number>();
  return (outage) => {
    noteOutage(outage);
    const now = performance.now();
    if (now - (logged.get(outage.message) ?? Number.NEGATIVE_INFINITY) < repeatIntervalMs) return;
    logged.set(outage.message, now);
    log("Database unavailable", outage);
  };
}

/**
 * Turns outages of the database that a page's middleware, loaders or action throw into a 503, which the route's error boundary shows. React Router
 * makes a 500 of every error that isn't a response, and hides it from error boundaries
 * (https://reactrouter.com/how-to/error-boundary#error-sanitization). It offers no hook between the two: `handleError` only observes, and
 * middleware that throws later loses the route's boundary. `tests/outage-on-every-route.test.ts` fails when this is no longer called.
 */
export function answerOutages(build: ServerBuild, { shopName }: { shopName: string }, logOutage: LogOutage) {
  function guard<Args extends unknown[], Result>(work: (...args: Args) => Result) {
    return async (...args: Args) => {
      try {
        return await work(...args);
      } catch (error) {
        const outage = outageOf(error);
        if (!outage) throw error;
        logOutage(outage);
        throw data({ shopName }, { status: 503, statusText: "Service Unavailable" });
      }
    };
  }
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action, middleware = [] } = route.module;
    const all = route.parentId ? middleware : [rethrowOutage, ...middleware];
    const guarded = { ...(loader && { loader: guard(loader) }), ...(action && { action: guard(action) }) };
    return [id, { ...route, module: { ...route.module, ...guarded, middleware: all.map(guard) } }];
  });
  return { ...build, routes: Object.fromEntries(routes) } as ServerBuild;
}

function rethrowOutage({ context }: { context: Readonly<RouterContextProvider> }) {
  const outage = context.get(outageContext);
  if (outage) throw outage;
}

/** Logs the outage that a request met, and says in a 503 when to try again. */
export function reportOutages(logOutage: LogOutage): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    await next();
    const outage = context.get("outage");
    if (outage) logOutage(outage);
    if (context.res.status !== 503) return;
    context.res.headers.set("Retry-After", String(retryAfterSeconds));
    context.res.headers.set("Cache-Control", "no-store");
  };
}
