import type { PaymentEvent } from "../payments/payment-provider.ts";
import { lockOrder } from "./order-events.ts";
import { lookAtPayment } from "./order-payment.ts";
import type { Paying } from "./read-payment.ts";
import { noteRefund, noteRefunded } from "./refund-order.ts";

/**
 * Notes what a provider tells of a refund by itself: one of the shop's, or one that somebody made at the provider's.
 *
 * @throws OrderUnknownError
 */
export async function noteRefundEvent(shop: Paying, event: Extract<PaymentEvent, { about: "refund" }>) {
  const { id, orderNumber, amountCents, outcome } = event;
  if (id) return noteRefund(shop, id, outcome);
  // Those that the shop did not ask for are known by the provider's name.
  if (outcome.state === "failed") return noteRefund(shop, outcome.externalId, outcome);
  if (outcome.state !== "done") return;
  // The event that tells of the payment may still be on its way.
  await lookAtPayment(shop, orderNumber);
  const { db, now, payments } = shop;
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderNumber);
    const { externalId } = outcome;
    const facts = { orderId: order.id, amountCents, externalId, createdAt: now().getTime() };
    const refund = { ...facts, id: externalId, reason: `Paid back at ${payments.name}`, actor: payments.name };
    const inserted = await trx
      .insertInto("refunds")
      .values({ ...refund, state: "done", dueAt: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (inserted.numInsertedOrUpdatedRows) await noteRefunded(trx, order, refund, now());
  });
}
