import { channel } from "node:diagnostics_channel";
import type { LogEvent, Logger } from "kysely";

/** Published after each query of a database that was opened while someone subscribed, for traces. */
export const queriesRun = channel<LogEvent>("torg:query");

/** Kysely's `log`. It measures each query, so it is only used for subscribers. */
export function logQueries(): { log?: Logger } {
  return queriesRun.hasSubscribers ? { log: (event) => queriesRun.publish(event) } : {};
}
