/** How many orders this process is taking. */
let orders = 0;

/** Takes an order: jobs of this process give way to it. */
export async function aheadOfJobs<Result>(takeOrder: () => Promise<Result>) {
  orders++;
  try {
    return await takeOrder();
  } finally {
    orders--;
  }
}

/** While customers order, jobs of a kind work for a quarter of the time. */
const pausesPerWork = 3;
const longestPauseMs = 1000;

/**
 * How long a kind of jobs pauses after it worked for so many milliseconds: while this process is taking orders, their emails leave it the processor and
 * the disk. See docs/decisions/0372.
 */
export function pauseAfter(workedMs: number) {
  return orders === 0 ? 0 : Math.min(pausesPerWork * workedMs, longestPauseMs);
}
