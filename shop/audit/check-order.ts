import { type OrderEvent, wasUndone } from "../orders/state/events.ts";
import {
  creditedCents,
  heldCents,
  leftCents,
  type Payment,
  type Refund,
  type ReturnRequest,
  refundedCents,
} from "../orders/state/order.ts";
import { isOpenReturn, isWaiting } from "../orders/state/return-requests.ts";
import { returnedOf } from "../orders/state/returned-items.ts";
import { isUnpaidInvoice, replayEvents } from "../orders/state/state-machine.ts";
import type { StoredOrder } from "../orders/views/read-order.ts";
import { orderVat } from "../taxes/order-vat.ts";
import { vatCentsOf } from "../taxes/vat.ts";
import { createComparison } from "./difference.ts";

/** An order with all that was written down about it. */
export interface AuditedOrder {
  order: StoredOrder;
  /** The oldest first. */
  events: OrderEvent[];
  payment: Payment | undefined;
  refunds: Refund[];
  /** What its customer asked to return. */
  returns: ReturnRequest[];
  /** How many uses of a discount code it holds. */
  discountUses: number;
}

/** Recomputes an order's sums from its lines, and its state and money from its events, and compares them with what is saved. */
export function checkOrder({ order, events, payment, refunds, returns, discountUses }: AuditedOrder) {
  const { differences, compare, compareCents } = createComparison(`Order ${order.orderNumber}`, order.currency);
  const { lines, deliveryCents } = order;
  const subtotalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const discountCents = lines.reduce((sum, line) => sum + line.discountCents, 0);
  compareCents("Subtotal", subtotalCents, order.subtotalCents);
  compareCents("Discount", discountCents, order.discountCents);
  compareCents("VAT", vatCentsOf(orderVat(lines, { discountCents, deliveryCents })), order.vatCents);
  compare("VAT rates", "of its VAT kind", hasRatesOf(order.vatKind, lines) ? "of its VAT kind" : "others");
  compareCents("Total", subtotalCents - discountCents + deliveryCents, order.totalCents);
  compare("State", stateOf(events), order.state);

  const paid = events.filter(
    (event) => (event.step === "paid" || event.step === "paidLate") && !wasUndone(event, events),
  );
  const paidCents = sumOf(paid);
  compare(
    "Payments",
    paid.length === 0 ? "none" : "one",
    paid.length > 1 ? String(paid.length) : payment?.state === "settled" ? "one" : "none",
  );
  compareCents("Paid", paidCents, payment?.state === "settled" ? (payment.paidCents ?? 0) : 0);
  compareCents("Credited", creditedCents(events), order.creditedCents);
  if (paid.length > 0) compareCents("Paid", order.totalCents - order.creditedCents, paidCents);
  differences.push(...checkInvoiced({ order, events }));
  const reversedCents = sumOf(events.filter(({ wasSettled }) => wasSettled));
  const back = events.filter(({ step }) => step === "refunded" || step === "refundedInPart");
  compareCents("Refunded", sumOf(back) - reversedCents, refundedCents(refunds));
  if (refundedCents(refunds) > paidCents) compareCents("Refunded, at most", paidCents, refundedCents(refunds));
  if (payment && payment.capturedCents !== null) checkReservation({ payment, events, refunds }, compareCents);
  for (const line of lines) {
    const back = returnedOf(events, line);
    if (back > line.quantity) compare(`Returned of ${line.productId}, at most`, String(line.quantity), String(back));
  }
  for (const request of returns)
    compare(`Return request ${request.id}`, requestStateOf({ lines, events, returns }, request), request.state);
  if (order.state === "cancelled") compare("Uses of a discount code", "0", String(discountUses));
  return differences;
}

/** An invoice that comes before its payment is of the whole order, and is credited with its cancellation unless it was paid. */
function checkInvoiced({ order, events }: Pick<AuditedOrder, "order" | "events">) {
  const { differences, compare, compareCents } = createComparison(`Order ${order.orderNumber}`, order.currency);
  const invoiced = events.filter(({ step }) => step === "invoiced");
  compare("Payment reference", invoiced.length > 0 ? "one" : "none", order.paymentReference === null ? "none" : "one");
  if (invoiced.length > 0) compareCents("Invoiced", order.totalCents, sumOf(invoiced));
  if (order.state === "cancelled" && isUnpaidInvoice(events))
    compareCents("Credited with its cancellation", order.totalCents, order.creditedCents);
  return differences;
}

/** Whether all lines have VAT, or none has, as the order's kind says. */
function hasRatesOf(kind: StoredOrder["vatKind"], lines: StoredOrder["lines"]) {
  if (kind === null) return true;
  return lines.every(({ vatBasisPoints }) => (kind === "destination" ? vatBasisPoints !== null : vatBasisPoints === 0));
}

/** Everything that was reserved is captured, released or still held, and what was captured is what wasn't refunded before. */
function checkReservation(
  { payment, events, refunds }: { payment: Payment } & Pick<AuditedOrder, "events" | "refunds">,
  compareCents: ReturnType<typeof createComparison>["compareCents"],
) {
  const sumOfStep = (name: OrderEvent["step"]) => sumOf(events.filter(({ step }) => step === name));
  const left = leftCents(refunds);
  const { paidCents, capturedCents } = payment;
  compareCents("Captured", sumOfStep("captured"), capturedCents ?? 0);
  compareCents("Released", sumOfStep("released"), payment.releasedCents ?? 0);
  compareCents("Not to be captured", sumOfStep("captureReduced"), left);
  if (heldCents(payment) === 0) compareCents("Captured in the end", (paidCents ?? 0) - left, capturedCents ?? 0);
}

function sumOf(events: Pick<OrderEvent, "amountCents">[]) {
  return events.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
}

const requestStates: Partial<Record<OrderEvent["step"], ReturnRequest["state"]>> = {
  returnRequested: "requested",
  returnAccepted: "accepted",
  returnDeclined: "declined",
  returnWithdrawn: "withdrawn",
};

/** Where a request's own events, and what came back, have led. */
function requestStateOf(order: Parameters<typeof isWaiting>[0], request: ReturnRequest) {
  const own = order.events.filter(({ returnId }) => returnId === request.id);
  const state = own.flatMap(({ step }) => requestStates[step] ?? []).at(-1);
  if (!state || !isOpenReturn({ state })) return state ?? "none";
  return isWaiting(order, { ...request, state }) ? state : "received";
}

function stateOf(events: OrderEvent[]) {
  try {
    return replayEvents(events);
  } catch (error) {
    return (error as Error).message;
  }
}
