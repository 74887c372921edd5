import { repeatUntil } from "../repeat-until.ts";
import type { Shop } from "../shop.ts";
import { makeDueSizes } from "./make-sizes.ts";
import { shrinkUnused } from "./shrink-unused.ts";

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

  let cleanAt = 0;

  /** @returns whether it worked */
  async function look() {
    try {
      if (shop.now().getTime() >= cleanAt) {
        await shrinkUnused(shop.db, shop.now());
        cleanAt = shop.now().getTime() + cleanIntervalMs;
      }
      await makeDueSizes(shop, ending.signal);
      return true;
    } catch (error) {
      shop.log("Pictures not looked at", error);
      return false;
    }
  }

  return {
    start() {
      running = repeatUntil(ending.signal, look);
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}
