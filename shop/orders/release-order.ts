import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import type { Shop } from "../shop.ts";
import { type LockedOrder, lockOrder, type NewEvent, takeStep, takeStepAndTell } from "./order-events.ts";
import { putLinesBack } from "./order-steps.ts";
import { readPayment } from "./read-payment.ts";

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

/** A payment that nobody can make any more, by the provider's name for it; null where none was known. */
export interface EndedPayment {
  externalId: string | null;
}

/** Whether an order's payment is still the one that was ended. @param order the transaction has to itself */
export async function isStill({ externalId }: EndedPayment, transaction: Database, { orderNumber }: LockedOrder) {
  const payment = await readPayment(transaction, orderNumber);
  return (payment?.externalId ?? null) === externalId;
}

export interface Release {
  note: string;
  /** Who cancels it; the shop by itself unless it is said. */
  actor?: string;
  /** Whether its customer gets a mail. */
  isTold?: boolean;
  /** The order stays when its payment is another one by now. */
  ended?: EndedPayment;
}

/** Cancels an order that wasn't paid. One that is paid, or was cancelled before, isn't changed. @returns whether it is cancelled */
export function releaseOrder(
  { db, now }: Pick<Shop, "db" | "now">,
  orderNumber: string,
  { note, actor = "shop", isTold = true, ended }: Release,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderNumber);
    const isReleased = order.state === "awaiting-payment" && (!ended || (await isStill(ended, trx, order)));
    if (isReleased) await giveUp(trx, order, { actor, note }, { now: now(), isTold });
    return order.state === "cancelled";
  });
}
