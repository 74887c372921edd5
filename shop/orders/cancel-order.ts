import { lockOrder } from "./order-events.ts";
import { endPayment } from "./order-payment.ts";
import { requireVersion } from "./order-version.ts";
import type { Paying } from "./read-payment.ts";
import { type MadeRefund, readRefundable, settleRefund, syncRefunds, writeRefundDown } from "./refund-order.ts";
import { giveUp, isStill } from "./release-order.ts";

/** Whose wish it is that an order is cancelled, and why. */
export interface Cancellation {
  actor: string;
  note?: string;
  /** The order's version when its owner decided on it. */
  version?: string | undefined;
}

/** The payment is still being processed, by the customer or their bank: whether the order is paid is open. */
export class PaymentUnderWayError extends Error {
  override name = "PaymentUnderWayError";

  constructor(orderNumber: string) {
    super(`The payment of order ${orderNumber} is still being processed; try again later`);
  }
}

/**
 * Cancels an order that wasn't sent: its goods are on the shelf again, and what was paid is paid back. A payment that is open is ended
 * at its provider first.
 *
 * @returns what is paid back; undefined when nothing was paid
 * @throws OrderUnknownError, OrderChangedError, StepRefusedError, PaymentUnderWayError, what the provider answered; nothing is changed then
 */
export async function cancelOrder(
  shop: Paying,
  orderNumber: string,
  { actor, note, version }: Cancellation,
): Promise<MadeRefund | undefined> {
  const { db, now } = shop;
  // The provider must not end the payment of an order that stays.
  if (version !== undefined) {
    await db.transaction().execute(async (trx) => requireVersion(trx, await lockOrder(trx, orderNumber), version));
  }
  const ended = await endPayment(shop, orderNumber);
  await syncRefunds(shop, orderNumber);
  const refund = await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderNumber);
    await requireVersion(trx, order, version);
    const isPayable = order.state === "awaiting-payment" && !(ended && (await isStill(ended, trx, order)));
    if (isPayable) throw new PaymentUnderWayError(orderNumber);
    const paidCents = await readRefundable(trx, order);
    await giveUp(trx, order, { actor, note: note ?? null }, { now: now(), isTold: true });
    if (paidCents === 0) return undefined;
    return writeRefundDown(trx, order, { reason: note ?? "The order was cancelled", actor }, now());
  });
  return refund && { amountCents: refund.amountCents, state: await settleRefund(shop, refund.id) };
}
