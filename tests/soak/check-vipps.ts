import type { OrderTransition } from "#shop/orders/state/state-machine.ts";
import { replayEvents } from "#shop/orders/state/state-machine.ts";
import type { VippsEvent, VippsPayment } from "../support/vipps-account.ts";
import { type BookedOrder, namesOf, sumOf } from "./booked-orders.ts";

/**
 * Compares an order with its payment at Vipps to the øre.
 *
 * @param there undefined where the customer was never sent to Vipps @param log the payment's events there
 */
export function vippsProblemsOf(order: BookedOrder, there: VippsPayment | undefined, log: VippsEvent[]) {
  const { state, events, payment, refunds, totalCents } = order;
  const problems: string[] = [];
  const same = (what: string, here: unknown, other: unknown) => {
    if (here !== other) problems.push(`${what}: ${here} here, ${other} at Vipps`);
  };
  const cents = (...steps: OrderTransition[]) => sumOf(events.filter(({ step }) => steps.includes(step)));
  const { authorizedAmount, capturedAmount, cancelledAmount, refundedAmount } = there?.aggregate ?? noSums;
  const heldCents = authorizedAmount.value - capturedAmount.value - cancelledAmount.value;
  const paidCents = cents("paid", "paidLate");
  // What was let go before the shop knew of it pays nothing.
  const wasLetGo = paidCents === 0 && cancelledAmount.value === authorizedAmount.value;
  if (!wasLetGo) same("reserved", paidCents, authorizedAmount.value);
  if (paidCents !== 0 && paidCents !== totalCents) problems.push(`costs ${totalCents} cents`);
  same("captured", payment?.capturedCents ?? 0, capturedAmount.value);
  if (paidCents > 0) same("released", payment?.releasedCents ?? 0, cancelledAmount.value);
  same("captured by its events", cents("captured"), capturedAmount.value);

  const done = refunds.filter(({ state }) => state === "settled");
  const moved = done.filter(({ isRelease }) => !isRelease);
  const refundedThere = log.filter(({ name }) => name === "REFUNDED");
  const namesThere = refundedThere.map(({ idempotencyKey, id, amount }) => `${idempotencyKey ?? id} ${amount.value}`);
  same("refunds", namesOf(moved.map(({ id, amountCents }) => `${id} ${amountCents}`)), namesOf(namesThere));
  same("refunded", sumOf(moved), refundedAmount.value);
  const reversedCents = sumOf(events.filter(({ wasSettled }) => wasSettled));
  same("refunds by its events", cents("refunded", "refundedInPart") - reversedCents, sumOf(done));

  const leftCents = sumOf(done) - sumOf(moved);
  const hasFailed = events.some(({ step }) => step === "captureFailed");
  const missingCents = paidCents - leftCents - capturedAmount.value;
  if (heldCents === 0 && (missingCents < 0 || (missingCents > 0 && !hasFailed)))
    problems.push(`${missingCents} cents less than wanted were captured`);
  if (heldCents > 0 && state !== "paid" && state !== "awaiting-payment") problems.push("is still reserved");
  const refused = sumOf(refunds.filter(({ state }) => state === "failed"));
  if (state === "cancelled" && sumOf(done) + refused < paidCents) problems.push("is cancelled, and was not paid back");
  // No customer knows the address of a payment whose order was saved without it.
  if (there?.state === "CREATED" && payment?.externalId) problems.push("can still be paid");
  if (state === "awaiting-payment") problems.push("still waits");
  if (replayEvents(events) !== state) problems.push("has other events");
  return problems;
}

const noAmount = { currency: "NOK", value: 0 };
const noSums: VippsPayment["aggregate"] = {
  authorizedAmount: noAmount,
  cancelledAmount: noAmount,
  capturedAmount: noAmount,
  refundedAmount: noAmount,
};
