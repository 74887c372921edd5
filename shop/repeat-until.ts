import { setTimeout as sleep } from "node:timers/promises";

const pauseMs = 1000;
/** While what it needs is away: the database, a mail server, a payment provider. */
const longestPauseMs = 60_000;

/**
 * Does work in the background until it is ended: each second, and after failures after twice as long each time, a minute at most. Its pauses
 * keep no process alive.
 *
 * @param work says whether it worked, and never throws
 */
export async function repeatUntil(ending: AbortSignal, work: () => Promise<boolean>) {
  for (let failures = 0; !ending.aborted; ) {
    failures = (await work()) ? 0 : failures + 1;
    const pause = Math.min(pauseMs * 2 ** failures, longestPauseMs);
    await sleep(pause, undefined, { ref: false, signal: ending }).catch(() => {});
  }
}
