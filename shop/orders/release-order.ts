import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import type { Shop } from "../shop.ts";
import { type LockedOrder, lockOrder, type NewEvent, takeStep, takeStepAndTell } from "./order-events.ts";
import { putLinesBack } from "./order-steps.ts";

/**
 * Gives an order up: it is cancelled, its goods are on the shelf again, nobody can pay it, and its purchase's key is free for another
 * try.
 *
 * @param isTold whether the customer gets a mail
 * @throws StepRefusedError when an order that stands where it does can't be cancelled
 */
export async function giveUp(
  transaction: Database,
  order: LockedOrder,
  event: Omit<NewEvent, "step">,
  { now, isTold }: { now: Date; isTold: boolean },
) {
  await (isTold ? takeStepAndTell : takeStep)(transaction, order, { ...event, step: "cancelled" }, now);
  await transaction.updateTable("orders").set({ checkoutKey: randomUUID() }).where("id", "=", order.id).execute();
  await transaction
    .updateTable("payments")
    .set({ state: "ended", dueAt: null })
    .where("orderId", "=", order.id)
    .where("state", "=", "open")
    .execute();
  await putLinesBack(transaction, order);
}

/** Gives up an order that was not paid. One that is paid, or was given up, stays as it is. @param isTold whether its customer gets a mail */
export function releaseOrder(
  { db, now }: Pick<Shop, "db" | "now">,
  orderNumber: string,
  { note, isTold = true }: { note: string; isTold?: boolean },
) {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderNumber);
    if (order.state !== "awaiting-payment") return;
    await giveUp(trx, order, { actor: "shop", note }, { now: now(), isTold });
  });
}
