import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "../shop.ts";
import { makeDueSizes } from "./make-sizes.ts";
import { shrinkUnused } from "./shrink-unused.ts";

const pollIntervalMs = 1000;
/** While the database is away. */
const maxBackoffMs = 60_000;
const cleanIntervalMs = 60_000;

/** Makes the sizes of uploaded pictures, in the background. */
export interface PictureMaker {
  start: () => void;
  /** Ends what is being made: another process makes it, or this one when it is started again. */
  stop: () => Promise<void>;
}

/** Makes what makes pictures' sizes in a process. Every process does, one picture at a time, so whoever takes one in needn't tell. */
export function createPictureMaker(shop: Pick<Shop, "db" | "now" | "log">): PictureMaker {
  const ending = new AbortController();
  let running: Promise<void> | undefined;

  async function makeUntilStopped() {
    let cleanAt = 0;
    for (let failures = 0; !ending.signal.aborted; ) {
      try {
        if (shop.now().getTime() >= cleanAt) {
          await shrinkUnused(shop.db, shop.now());
          cleanAt = shop.now().getTime() + cleanIntervalMs;
        }
        await makeDueSizes(shop, ending.signal);
        failures = 0;
      } catch (error) {
        failures++;
        shop.log("Pictures not looked at", error);
      }
      const delay = Math.min(pollIntervalMs * 2 ** failures, maxBackoffMs);
      await sleep(delay, undefined, { ref: false, signal: ending.signal }).catch(() => {});
    }
  }

  return {
    start() {
      running = makeUntilStopped();
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}
