import type { Database } from "#database/connect.ts";
import { queueMail, queueOrderMail } from "../mail/mail-queue.ts";
import type { PaymentResult, ProviderRefund } from "../payments/payment-provider.ts";
import { isOwnPayment, reportForeignPayment } from "./foreign-payment.ts";
import { type LockedOrder, lockOrder, takeStep } from "./order-events.ts";
import { readProviderRefunds } from "./provider-refunds.ts";
import { type Paying, type Payment, readPayment } from "./read-payment.ts";
import { bookProviderRefund, readRefundable, writeRefundDown } from "./refund-order.ts";
import { giveUp } from "./release-order.ts";

/**
 * Applies what the provider says of an order's payment: the order is paid, or cancelled. The same result twice, or one that has been
 * overtaken, changes nothing. What is paid after the order was cancelled is refunded. A result of any other payment than the order's own
 * changes nothing but that the owner is notified, once.
 *
 * @throws OrderUnknownError
 */
export async function applyPaymentResult(shop: Paying, orderNumber: string, result: PaymentResult) {
  if (result.outcome.state === "open") return;
  const refunds = await readRefundsIfLate(shop, orderNumber, result);
  const problem = await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderNumber);
    const payment = await readPayment(trx, orderNumber);
    const isOwn = payment?.provider === shop.payments.name && isOwnPayment(payment, order, result);
    if (!isOwn) return reportForeignPayment(trx, order, result, shop);
    if (result.outcome.state === "paid") return applyPaid(trx, shop, { order, payment, result, refunds });
    if (order.state !== "awaiting-payment") return undefined;
    return giveUp(trx, order, { actor: "shop", note: "It was not paid" }, { now: shop.now(), isTold: true });
  });
  if (problem) shop.log(problem, new Error(`Order ${orderNumber}`));
}

interface PaidOrder {
  order: LockedOrder;
  payment: Payment;
  result: PaymentResult;
  refunds: ProviderRefund[];
}

/** What was refunded at the provider's before the shop learned that a cancelled order was paid. Providers are never called inside a transaction. */
async function readRefundsIfLate(shop: Paying, orderNumber: string, { outcome }: PaymentResult) {
  if (outcome.state !== "paid") return [];
  const late = await shop.db
    .selectFrom("orders")
    .innerJoin("payments", "payments.orderId", "orders.id")
    .select("provider")
    .where("orderNumber", "=", orderNumber)
    .where("orders.state", "!=", "awaiting-payment")
    .where("payments.state", "!=", "paid")
    .executeTakeFirst();
  return late ? readProviderRefunds(shop, { ...late, reference: outcome.reference }) : [];
}

/** @returns what the log says of it, if anything */
async function applyPaid(transaction: Database, shop: Paying, { order, payment, result, refunds }: PaidOrder) {
  const { externalId, amountCents, currency, mode, outcome } = result;
  if (payment.state === "paid" || outcome.state !== "paid") return undefined;
  const { reference } = outcome;
  const paid = { reference, externalId, amountCents, currency, mode, paidCents: amountCents };
  await transaction
    .updateTable("payments")
    .set({ ...paid, state: "paid", dueAt: null, lastError: null })
    .where("orderId", "=", order.id)
    .execute();
  const event = { actor: payment.provider, amountCents };
  if (order.state !== "awaiting-payment") return refundLatePayment(transaction, shop, { order, event, refunds });
  await takeStep(transaction, order, { ...event, step: "paid" }, shop.now());
  await queueOrderMail(transaction, order.userId, order.orderNumber, shop.now());
  return undefined;
}

interface LatePayment extends Pick<PaidOrder, "order" | "refunds"> {
  event: { actor: string; amountCents: number };
}

async function refundLatePayment(transaction: Database, shop: Paying, { order, event, refunds }: LatePayment) {
  const { now, settings } = shop;
  const { orderNumber } = order;
  const orderEvent = await takeStep(transaction, order, { ...event, step: "paidLate" }, now());
  const reason = "It was paid after the order was cancelled";
  for (const refund of refunds) await bookProviderRefund(transaction, order, refund, shop);
  if ((await readRefundable(transaction, order)) > 0) {
    await writeRefundDown(transaction, order, { reason, actor: "shop" }, now());
  }
  await queueMail(transaction, { kind: "ownerNotice", recipient: settings.mailFrom, orderNumber, orderEvent }, now());
  return "A payment came after its order was cancelled, and is paid back";
}
