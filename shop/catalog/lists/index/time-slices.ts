import { setImmediate } from "node:timers/promises";

/** Milliseconds. A page takes some ten turns of the event loop, each of which may wait for a slice. */
const sliceMs = 2;

/** Work that pauses each time it yields and its slice is over. */
export type Steps<Result = void> = Generator<void, Result>;

/** Divides long work into short slices, between which requests have the processor. See docs/decisions/0250. */
export class TimeSlices {
  #end = performance.now() + sliceMs;

  async run<Result>(steps: Steps<Result>): Promise<Result> {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      if (performance.now() > this.#end) await this.pause();
    }
  }

  /** Call it between two steps. Waits for others if the slice is over. */
  async pause() {
    if (performance.now() < this.#end) return;
    await setImmediate();
    this.#end = performance.now() + sliceMs;
  }
}

/** Does all steps at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
