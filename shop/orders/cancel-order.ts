import { randomUUID } from "node:crypto";
import { changeOrder, type Decision, requireVersion } from "./change-order.ts";
import { loadOrder } from "./load-order.ts";
import { expireCheckout, type PaymentContext } from "./payment/payment.ts";
import { executeRefund, type MadeRefund, syncRefunds } from "./payment/refund.ts";
import type { Actor } from "./state/events.ts";
import type { ByActor } from "./state/order.ts";

/**
 * Cancels an order that wasn't sent: restocks its items and refunds what was paid. An open checkout expires first. See docs/decisions/0078.
 *
 * @returns the refund; undefined when nothing was paid
 * @throws OrderUnknownError, OrderChangedError, TransitionRefusedError, PaymentUnderWayError, what the provider answered; nothing is changed then
 */
export async function cancelOrder(
  shop: PaymentContext,
  orderNumber: string,
  { version, alongside, ...by }: ByActor & Decision,
): Promise<MadeRefund | undefined> {
  // The checkout of an order that stays must not expire.
  if (version !== undefined) requireVersion(await loadOrder(shop.db, orderNumber), version);
  const expired = await expireCheckout(shop, orderNumber);
  await syncRefunds(shop, orderNumber);
  const refundId = randomUUID();
  const { order } = await changeOrder(
    shop,
    orderNumber,
    { type: "cancel", expired, refundId, ...by },
    { version, alongside },
  );
  const isRefunded = order.refunds.some(({ id }) => id === refundId);
  return isRefunded ? executeRefund(shop, order, refundId) : undefined;
}

interface Voiding {
  actor: Actor;
  note: string;
  notifyCustomer: boolean;
}

/**
 * Cancels an order that wasn't paid, once its checkout has expired. A paid order stays, and so does one whose payment a bank still processes.
 *
 * @returns whether it is cancelled
 * @throws OrderUnknownError, PaymentUnreachableError; nothing is changed then
 */
export async function cancelUnpaidOrder(shop: PaymentContext, orderNumber: string, voiding: Voiding) {
  const expired = await expireCheckout(shop, orderNumber);
  if (!expired) return false;
  const { order } = await changeOrder(shop, orderNumber, { type: "void", expired, ...voiding });
  return order.state === "cancelled";
}
