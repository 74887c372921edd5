import { data, type ServerBuild } from "react-router";
import { DatabaseUnavailableError } from "#database/unavailable.ts";

/** Seconds after which browsers and crawlers may try again. */
export const retryAfter = 5;
/** Milliseconds for which the same outage isn't logged again. */
const loggedFor = 60_000;

/** Whether something failed because the database can't be used at the moment. */
export function isOutage(error: unknown): error is DatabaseUnavailableError {
  return error instanceof DatabaseUnavailableError;
}

/**
 * Has everything that React Router runs for a page answer an outage of the database with 503, which React Router shows by the route's
 * error boundary and tells the browser as what it is. It would make a 500 of it, which says nothing.
 *
 * @param log is told what the database said, once a minute
 */
export function answerOutages(build: ServerBuild, log: (line: string) => void): ServerBuild {
  const logged = new Map<string, number>();
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
        tell(error.message);
        throw data(null, { status: 503, statusText: "Service Unavailable" });
      }
    };
  }

  function tell(reason: string) {
    const now = performance.now();
    if (now - (logged.get(reason) ?? Number.NEGATIVE_INFINITY) < loggedFor) return;
    logged.set(reason, now);
    log(`The database can't be used: ${reason}`);
  }
}
