import type { Selectable } from "kysely";
import type {
  OrderLinesTable,
  OrderState,
  PaymentsTable,
  RefundsTable,
  ReturnRequestsTable,
} from "#database/schema.ts";
import type { OrderAddress } from "../../delivery/full-address.ts";
import type { DocumentBuyer } from "../../documents/document.ts";
import type { Currency } from "../../values/currencies.ts";
import { defaultLocale, type Locale } from "../../values/locale.ts";
import { formatPrice } from "../../values/money.ts";
import type { Options } from "../../values/product-options.ts";
import type { Actor, NewEvent, OrderEvent } from "./events.ts";
import { isUnpaidInvoice, nextState, TransitionRefusedError } from "./state-machine.ts";

/** An order with everything that decides what may happen to it. */
export interface Order extends OrderAddress {
  id: number;
  orderNumber: string;
  userId: string;
  email: string;
  state: OrderState;
  totalCents: number;
  currency: Currency;
  /** Whether the customer collects it. */
  isPickup: 0 | 1;
  lines: OrderLine[];
  /** The oldest first. */
  events: OrderEvent[];
  payment: Payment;
  /** The oldest first. */
  refunds: Refund[];
  /** In how many days it was to come. */
  deliveryDays: number;
  /** What the customer asked to return, the oldest first. */
  returns: ReturnRequest[];
}

/** What a customer asked to return. Its events say the same; this is where they have led. */
export interface ReturnRequest extends Omit<Selectable<ReturnRequestsTable>, "items"> {
  items: RequestedItem[];
}

/** Pieces of an item that a customer asked to return. */
export interface RequestedItem {
  productId: string;
  quantity: number;
  reason: string;
  /** How many of them the shop takes back; null until it has decided. */
  accepted: number | null;
}

/** What was bought of a product. */
export interface OrderLine
  extends Pick<Selectable<OrderLinesTable>, "productId" | "title" | "quantity" | "priceCents" | "discountCents"> {
  options: Options;
}

/** Moments are milliseconds since 1970 (UTC). */
export type Payment = Selectable<PaymentsTable>;

/** Money that goes back to a customer. Moments are milliseconds since 1970 (UTC). */
export type Refund = Omit<Selectable<RefundsTable>, "actorType" | "actorId"> & { actor: Actor };

/** There is no order with this number. The message is for staff. */
export class OrderUnknownError extends Error {
  override name = "OrderUnknownError";

  constructor(orderNumber: string) {
    super(`Order ${orderNumber} not found`);
  }
}

/** So much can't be refunded. The message is for staff. */
export class RefundError extends Error {
  override name = "RefundError";
}

/** More than is left was to be refunded, or credited, of an order. Staff read the message in English, or with the shop's numbers by `messageIn`. */
export class RefundTooLargeError extends RefundError {
  readonly #words: (most: string) => string;
  readonly #mostCents: number;
  readonly #currency: Currency;

  constructor(
    { orderNumber, currency }: Pick<Order, "orderNumber" | "currency">,
    verb: "credit" | "refund",
    most: number,
  ) {
    const words = (amount: string) => `You can ${verb} up to ${amount} of order ${orderNumber}`;
    super(words(formatPrice(most, { currency, locale: defaultLocale })));
    this.#words = words;
    this.#mostCents = most;
    this.#currency = currency;
  }

  messageIn(locale: Locale) {
    return this.#words(formatPrice(this.#mostCents, { currency: this.#currency, locale }));
  }
}

/** Nothing that is reserved can be captured. The message is for staff. */
export class CaptureRefusedError extends Error {
  override name = "CaptureRefusedError";
}

/** A mistake can't be corrected, or not like this. The message is for staff. */
export class CorrectionRefusedError extends Error {
  override name = "CorrectionRefusedError";
}

/** An item, or so many of it, can't be returned. The message is for staff. */
export class ReturnRefusedError extends Error {
  override name = "ReturnRefusedError";
}

/** A customer can't return what they ask to, or can't withdraw it. The message is for the customer. */
export class ReturnRequestError extends Error {
  override name = "ReturnRequestError";
}

/** The customer or their bank may still complete the payment, so the order can't be cancelled yet. */
export class PaymentUnderWayError extends Error {
  override name = "PaymentUnderWayError";

  constructor(orderNumber: string) {
    super(`The payment of order ${orderNumber} is still being processed; try again later`);
  }
}

/** What staff can close without a refund: a return whose money is due, or failed refunds. */
export type ClosableRefund = "return" | "failedRefund";

/** What of an order can be closed; undefined when no refund is due. */
export function closableOf(order: Order): ClosableRefund | undefined {
  if (isReturnDue(order)) return "return";
  return order.refunds.some(({ outstandingCents }) => outstandingCents > 0) ? "failedRefund" : undefined;
}

/** Whether items came back and their refund or credit is due, unless staff closed the return. `refundDueOrders` lists these orders. */
function isReturnDue(order: Order) {
  const { state, events, refunds } = order;
  const isClosed = events.some(({ step }) => step === "returnClosed");
  return state === "returned" && !isClosed && invoicedCents(order) > refundingCents(refunds);
}

/** What an order comes to without what was credited before it was paid. */
export function invoicedCents({ totalCents, events }: Pick<Order, "totalCents" | "events">) {
  return totalCents - creditedCents(events);
}

/** What was credited of an invoice before it was paid. */
export function creditedCents(events: Pick<OrderEvent, "step" | "amountCents">[]) {
  return events.reduce((sum, { step, amountCents }) => (step === "credited" ? sum + (amountCents ?? 0) : sum), 0);
}

/** What the customer still owes of an invoice that came first; 0 once it is paid, or nothing can be paid any more. */
export function dueCents(order: Pick<Order, "payment" | "totalCents" | "events">) {
  return order.payment.state === "pending" && isUnpaidInvoice(order.events) ? invoicedCents(order) : 0;
}

/** What can still be refunded or, where it isn't paid yet, credited. */
export function returnableCents(order: Pick<Order, "payment" | "totalCents" | "events" | "refunds">) {
  return refundableCents(order) + dueCents(order);
}

/** What can still be refunded at once. */
export function refundableCents({ payment, refunds }: Pick<Order, "payment" | "refunds">) {
  if (payment.state !== "settled") return 0;
  // Pending refunds together with those made at the provider may exceed the payment: the provider declines the last ones.
  const left = Math.max(0, (payment.paidCents ?? 0) - refundingCents(refunds));
  // What was taken goes back first, then what never was.
  return isRelease({ payment, refunds }) ? left : Math.min(left, Math.max(0, takenCents({ payment, refunds })));
}

/** What is refunded or about to be. */
function refundingCents(refunds: Refund[]) {
  return sumOf(refunds.filter(({ state }) => state !== "failed"));
}

/** What of a payment the customer's bank still holds for the shop. */
export function heldCents({
  paidCents,
  capturedCents,
  releasedCents,
}: Pick<Payment, "paidCents" | "capturedCents" | "releasedCents">) {
  return capturedCents === null ? 0 : Math.max(0, (paidCents ?? 0) - capturedCents - (releasedCents ?? 0));
}

/** What the shop takes, or would take if it was sent now, of what is still reserved. */
export function uncapturedCents({ payment, refunds }: Pick<Order, "payment" | "refunds">) {
  if (heldCents(payment) === 0) return 0;
  const captureCents = payment.captureCents ?? (payment.paidCents ?? 0) - leftCents(refunds);
  return Math.max(0, captureCents - (payment.capturedCents ?? 0));
}

/** Whether the next refund is of money that was only reserved, so that none moves. */
export function isRelease(order: Pick<Order, "payment" | "refunds">) {
  const { capturedCents, captureCents } = order.payment;
  return capturedCents !== null && (captureCents === null || takenCents(order) <= 0);
}

/** What the shop has taken, or is about to, and not given back. */
function takenCents({ payment, refunds }: Pick<Order, "payment" | "refunds">) {
  const { paidCents, capturedCents, captureCents } = payment;
  const taken = capturedCents === null ? paidCents : heldCents(payment) > 0 ? captureCents : capturedCents;
  return (taken ?? 0) - refundingCents(refunds.filter((refund) => !refund.isRelease));
}

/** What of reserved money the shop doesn't take, as it was refunded before. */
export function leftCents(refunds: Pick<Refund, "state" | "amountCents" | "isRelease">[]) {
  return refundedCents(refunds.filter((refund) => refund.isRelease));
}

/** What was refunded: the settled refunds. Pending and failed ones don't count. */
export function refundedCents(refunds: Pick<Refund, "state" | "amountCents">[]) {
  return sumOf(refunds.filter(({ state }) => state === "settled"));
}

function sumOf(refunds: Pick<Refund, "amountCents">[]) {
  return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** An email that a change sends. */
export interface OrderMail {
  kind: "order" | "orderStep" | "ownerNotice" | "newReturn";
  /** The position of the event that it is about. */
  orderEvent: number;
  /** The event whose mail this one takes back: it isn't needed while that one waits to be sent. */
  takesBack?: number;
  /** The event that this mail is about as well: the mail about it is dropped while it waits to be sent. */
  covers?: number;
  /** Whether it waits a while for a mail that covers it. */
  isDelayed?: boolean;
}

/** What an input changes. */
export interface OrderChange {
  /** The order after the change. */
  order: Order;
  /** The items that go back to stock. */
  restock: Pick<OrderLine, "productId" | "quantity">[];
  mails: OrderMail[];
  /** Whose the order's invoice is from now on. */
  invoiceBuyer?: DocumentBuyer;
  /** What the operator's log says about it. */
  warning?: string;
  /** The moment of the change. */
  at: number;
}

/** Who causes an event, and what they write about it. */
export interface ByActor {
  actor: Actor;
  note?: string | undefined;
}

export function eventOf(step: OrderEvent["step"], { actor, note }: ByActor): NewEvent {
  return { step, actor, note: note ?? null };
}

/** The columns of an event without details. */
export const emptyEvent = {
  ...{ note: null, amountCents: null, carrier: null, tracking: null, wasSettled: null },
  ...{ productId: null, quantity: null, isRestocked: null, items: null, returnId: null },
};

/** @param mail the kind of email that is sent about the event @throws TransitionRefusedError */
export function addEvent(change: OrderChange, event: NewEvent, mail?: OrderMail["kind"]): OrderChange {
  const { order, at } = change;
  const state = nextState(order.state, event, order.events);
  if (!state) throw new TransitionRefusedError(order.state, event.step, order.isPickup);
  const position = (order.events.at(-1)?.position ?? 0) + 1;
  const events = [...order.events, { ...emptyEvent, ...event, position, createdAt: at }];
  const added = { ...change, order: { ...order, state, events } };
  return mail ? addMail(added, mail) : added;
}

/** Sends an email about the order's last event. @param covers the event that it is about as well */
export function addMail(change: OrderChange, kind: OrderMail["kind"], covers?: number): OrderChange {
  const orderEvent = change.order.events.at(-1)?.position ?? 0;
  return { ...change, mails: [...change.mails, { kind, orderEvent, ...(covers !== undefined && { covers }) }] };
}

export function setPayment(change: OrderChange, columns: Partial<Payment>): OrderChange {
  return { ...change, order: { ...change.order, payment: { ...change.order.payment, ...columns } } };
}

export function setReturns(change: OrderChange, returns: ReturnRequest[]): OrderChange {
  return { ...change, order: { ...change.order, returns } };
}

export function setRefunds(change: OrderChange, refunds: Refund[]): OrderChange {
  return { ...change, order: { ...change.order, refunds } };
}

/** Cancels an order and restocks its items. A pending payment has failed, and an invoice that wasn't paid is credited (docs/decisions/0294). @throws TransitionRefusedError */
export function voidOrder(
  change: OrderChange,
  { notifyCustomer, ...by }: ByActor & { notifyCustomer: boolean },
): OrderChange {
  const { order } = change;
  const cancelled = addEvent(change, eventOf("cancelled", by), notifyCustomer ? "orderStep" : undefined);
  const isPending = cancelled.order.payment.state === "pending";
  const unpaidCents = dueCents(order);
  const credited =
    unpaidCents > 0 ? addEvent(cancelled, { ...eventOf("credited", by), amountCents: unpaidCents }) : cancelled;
  const voided = isPending ? setPayment(credited, { state: "failed", dueAt: null }) : credited;
  return { ...voided, restock: order.lines };
}
