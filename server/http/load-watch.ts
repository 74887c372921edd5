import { type EventLoopUtilization, performance } from "node:perf_hooks";

/** Of the time that passes, the share in which requests hardly wait for anything but the processor. */
const busyShare = 0.8;

interface LoadWatchOptions {
  /** Milliseconds that an answer holds for, and at least looks back on. */
  intervalMs?: number;
  /** Reads how long the event loop has worked and waited since it began. */
  read?: () => EventLoopUtilization;
}

/** Watches how much of its time the event loop works. @returns whether the process is busy */
export function createLoadWatch({
  intervalMs = 500,
  read = () => performance.eventLoopUtilization(),
}: LoadWatchOptions = {}) {
  let last = read();
  let isBusy = false;
  return () => {
    const current = read();
    const { idle, active, utilization } = performance.eventLoopUtilization(current, last);
    if (idle + active < intervalMs) return isBusy;
    isBusy = utilization > busyShare;
    last = current;
    return isBusy;
  };
}
