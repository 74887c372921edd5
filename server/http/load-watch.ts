import { performance } from "node:perf_hooks";

/** Of the time that passes, the share in which requests hardly wait for anything but the processor. */
const busyShare = 0.8;

/**
 * Watches how much of its time the event loop works.
 *
 * @param intervalMs milliseconds that an answer holds for, and at least looks back on
 * @returns whether the process is busy
 */
export function createLoadWatch(intervalMs = 500) {
  let last = performance.eventLoopUtilization();
  let lookedAt = performance.now();
  let isBusy = false;
  return () => {
    const now = performance.now();
    if (now - lookedAt < intervalMs) return isBusy;
    const current = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(current, last).utilization > busyShare;
    last = current;
    lookedAt = now;
    return isBusy;
  };
}
