import { followDatabaseClock } from "#database/database-clock.ts";
import type { JobContext } from "./run-job.ts";

const intervalMs = 5000;
/** Milliseconds. Machines that set their clocks by the network are much closer. */
const notableMs = 5000;

/**
 * Keeps this process's time with the database's, and logs when the machine's own clock goes wrong.
 *
 * @returns asks the database, at most every five seconds
 */
export function createClockWatch({ db, log }: Pick<JobContext, "db" | "log">) {
  let dueAt = Number.NEGATIVE_INFINITY;
  let wasNotable = false;
  return async () => {
    if (performance.now() < dueAt) return;
    const aheadMs = await followDatabaseClock(db);
    dueAt = performance.now() + intervalMs;
    const isNotable = Math.abs(aheadMs) > notableMs;
    if (isNotable && !wasNotable) {
      log("This machine's clock is wrong", new Error(`${describeClock(aheadMs)}. The shop goes by the database's`));
    }
    wasNotable = isNotable;
  };
}

/** "600 seconds ahead of the database's" */
export function describeClock(aheadMs: number) {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return `${seconds} second${seconds === 1 ? "" : "s"} ${aheadMs < 0 ? "behind" : "ahead of"} the database's`;
}
