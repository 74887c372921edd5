import { setTimeout } from "node:timers/promises";
import { CopyError } from "#database/copy-tables.ts";
import type { ShopDatabase } from "../shop.ts";
import { offerRestore, type RestoreOffer, readRestoreState, stoppedProblem } from "./restores.ts";

/** Milliseconds for which a checked file waits. */
const patienceMs = 30 * 60_000;
/** Milliseconds between two looks. */
const pauseMs = 300;

/**
 * Says what a checked file has, and waits until someone confirms that it shall replace the shop's data. The file stays open, so that it is read and checked once. See
 * docs/decisions/0406.
 *
 * @throws CopyError if nobody does, or another restore has begun
 */
export async function awaitConfirmation(shop: Pick<ShopDatabase, "db" | "now">, id: string, offer: RestoreOffer) {
  if (!(await offerRestore(shop.db, id, offer))) throw new CopyError(stoppedProblem);
  const until = shop.now().getTime() + patienceMs;
  for (;;) {
    await setTimeout(pauseMs);
    const state = await readRestoreState(shop.db, id);
    if (state === "checking") return;
    if (state !== "waiting") throw new CopyError(stoppedProblem);
    if (shop.now().getTime() > until) throw new CopyError("Nobody confirmed it within half an hour");
  }
}
