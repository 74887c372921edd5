import type { Database } from "#database/connect.ts";
import { keptPlace, placeJson } from "../../delivery/pickup-place.ts";
import type { Currency } from "../../values/currencies.ts";
import { localDay } from "../../values/days.ts";
import { itemsOf } from "../../values/event-items.ts";
import type { Regional } from "../../values/locale.ts";
import { decimalAmount, formatPrice, numberFromCents } from "../../values/money.ts";
import { fullTitle } from "../../values/product-options.ts";
import { extrasJson } from "../extra-fields.ts";
import { loadOrder, versionOf } from "../load-order.ts";
import { returnJson } from "../return-json.ts";
import { actorName, type OrderEvent } from "../state/events.ts";
import {
  type ClosableRefund,
  closableOf,
  emptyEvent,
  heldCents,
  type Order,
  OrderUnknownError,
  type Refund,
  refundableCents,
  uncapturedCents,
} from "../state/order.ts";
import type { OrderTransition } from "../state/state-machine.ts";
import { netCents } from "../sums.ts";
import { type OrderDetails, readOrder, type StoredOrder } from "./read-order.ts";

/** An order's event, or its placing. */
export type HistoryEntry = Omit<OrderEvent, "position" | "step"> & { step: "placed" | OrderTransition };

/** What owners and staff see of an order. */
export interface AdminOrder extends OrderDetails {
  /** The customer's id. */
  uid: string;
  email: string;
  /** Its events, with the placing as the first. */
  history: HistoryEntry[];
  /** All refunds, the oldest first. */
  refunds: Refund[];
  /** Pending refunds. */
  waitingRefunds: Refund[];
  /** Failed refunds whose money is outstanding, the oldest first. */
  failedRefunds: Refund[];
  /** What can be closed without being refunded. */
  closable: ClosableRefund | undefined;
  /** What can still be refunded. */
  refundableCents: number;
  /** What of its payment was reserved first; undefined where it was taken as the customer paid. */
  reservation: OrderReservation | undefined;
  /** Changes with every event and every refund. */
  version: string;
}

/** A payment that was reserved first, in cents. */
export interface OrderReservation {
  /** What the customer's bank still holds for the shop. */
  heldCents: number;
  capturedCents: number;
  releasedCents: number;
  /** What of `heldCents` is captured when the order is sent, or is about to be. */
  uncapturedCents: number;
  /** Until when it can certainly be captured, in milliseconds since 1970 (UTC). */
  until: number | null;
  /** Why the last attempt to capture or release it failed. */
  lastError: string | null;
}

function reservationOf({ payment, refunds }: Pick<Order, "payment" | "refunds">): OrderReservation | undefined {
  const { capturedCents, releasedCents, reservedUntil: until, lastError } = payment;
  if (capturedCents === null) return undefined;
  const held = { heldCents: heldCents(payment), uncapturedCents: uncapturedCents({ payment, refunds }) };
  return { ...held, capturedCents, releasedCents: releasedCents ?? 0, until, lastError };
}

/** Any customer's order with its whole history, for owners and staff. @throws OrderUnknownError */
export async function readAdminOrder(db: Database, orderNumber: string): Promise<AdminOrder> {
  // Loaded first, so that a change while the receipt is read outdates the version.
  const loaded = await loadOrder(db, orderNumber);
  const { userId: uid, email } = loaded;
  const order = await readOrder(db, orderNumber);
  if (!order) throw new OrderUnknownError(orderNumber);
  return {
    ...order,
    uid,
    email,
    history: historyOf(order, uid),
    refunds: loaded.refunds,
    waitingRefunds: loaded.refunds.filter(({ state }) => state === "pending"),
    failedRefunds: loaded.refunds.filter(({ outstandingCents }) => outstandingCents > 0),
    closable: closableOf(loaded),
    refundableCents: refundableCents(loaded),
    reservation: reservationOf(loaded),
    version: versionOf(loaded),
  };
}

/** What became of a payment that was reserved first, by name, as the back office and the command line show it. */
export function reservationDetails(
  { reservation, currency }: Pick<AdminOrder, "reservation" | "currency">,
  regional: Regional,
): [name: string, value: string][] {
  if (!reservation) return [];
  const money = (cents: number) => formatPrice(cents, { currency, locale: regional.locale });
  const { heldCents, uncapturedCents, capturedCents, releasedCents, until, lastError } = reservation;
  const toRelease = heldCents - uncapturedCents;
  const guaranteed = until === null ? "" : `, certain until ${localDay(until, regional)}`;
  const rows: [name: string, value: string][] = [
    ["Reserved, not captured", heldCents > 0 ? `${money(heldCents)}${guaranteed}` : ""],
    ["Won't be captured", toRelease > 0 ? `${money(toRelease)}, to be released` : ""],
    ["Captured", capturedCents > 0 || heldCents === 0 ? money(capturedCents) : ""],
    ["Released", releasedCents > 0 ? money(releasedCents) : ""],
    ["Not captured yet because", heldCents > 0 ? (lastError ?? "") : ""],
  ];
  return rows.filter(([, value]) => value !== "");
}

function historyOf({ createdAt, events }: OrderDetails, uid: string): HistoryEntry[] {
  return [{ ...emptyEvent, step: "placed", actor: { type: "customer", id: uid }, createdAt }, ...events];
}

/** An order as `orders --json` prints it. Amounts are in units of its currency. */
export function toOrderJson(order: StoredOrder & { email: string; dueCents: number }) {
  return {
    orderNumber: order.orderNumber,
    email: order.email,
    totalPrice: decimalAmount(order.totalCents, order.currency),
    currency: order.currency,
    paymentMethod: order.paymentMethod,
    billingAddress: order.billingAddress,
    country: order.country,
    zipCode: order.zipCode,
    deliveryAddress: order.deliveryAddress,
    billingName: order.billingName,
    billingCountry: order.billingCountry,
    billingZipCode: order.billingZipCode,
    createdAt: new Date(order.createdAt).toISOString(),
    state: order.state,
    deliveryPrice: decimalAmount(order.deliveryCents, order.currency),
    deliveryName: order.deliveryName,
    pickupPlace: orderPlaceJson(order),
    discountPrice: decimalAmount(order.discountCents, order.currency),
    vatPrice: decimalAmount(order.vatCents, order.currency),
    vatKind: order.vatKind,
    discountCode: order.discountCode,
    paymentReference: order.paymentReference,
    dueOn: order.dueOn,
    amountDue: decimalAmount(order.dueCents, order.currency),
    name: order.recipientName,
    ...extrasJson(order),
    cartItems: order.lines.map((line) => toCartItem(line, order.currency)),
  };
}

/** The place where an order is collected, as it was then; null for others. */
function orderPlaceJson(order: StoredOrder) {
  const place = keptPlace(order);
  return place ? placeJson(place) : null;
}

/** Options and SKU are there where the product had them. A line's price is in units of the order's currency. */
function toCartItem({ productId: id, priceCents, ...line }: StoredOrder["lines"][number], currency: Currency) {
  const { title, thumbnail, brand, quantity, options, sku } = line;
  const variant = { ...(options && { options }), ...(sku !== null && { sku }) };
  return { id, title, price: numberFromCents(priceCents, currency), thumbnail, brand, quantity, ...variant };
}

/** An order as `order --json` prints it: the fields of `orders --json` and the history. Amounts have the decimals of its currency. */
export function toOrderDetailsJson(order: AdminOrder) {
  const {
    uid,
    currency,
    deliveryDays,
    deliveryDaysFrom,
    history,
    refundedCents,
    refundableCents,
    waitingRefunds,
    failedRefunds,
  } = order;
  return {
    ...toOrderJson(order),
    customerId: uid,
    deliveryDays,
    ...(deliveryDaysFrom !== null && { deliveryDaysFrom }),
    events: history.map((entry) => toEventJson(entry, currency)),
    refunds: order.refunds.map((refund) => ({ id: refund.id, state: refund.state, ...refundJson(refund, currency) })),
    returns: order.returns.map((request) => returnJson(request, order.lines.map(withFullTitle))),
    credited: decimalAmount(order.creditedCents, currency),
    refunded: decimalAmount(refundedCents, currency),
    netPrice: decimalAmount(netCents(order), currency),
    refundable: decimalAmount(refundableCents, currency),
    ...(order.reservation && { reservation: reservationJson(order.reservation, currency) }),
    waitingRefunds: waitingRefunds.map((refund) => ({ ...refundJson(refund, currency), attempts: refund.attempts })),
    failedRefunds: failedRefunds.map((refund) => ({
      ...refundJson(refund, currency),
      outstanding: decimalAmount(refund.outstandingCents, currency),
    })),
  };
}

function reservationJson(
  { heldCents, uncapturedCents, capturedCents, releasedCents, until }: OrderReservation,
  currency: Currency,
) {
  return {
    reserved: decimalAmount(heldCents, currency),
    toRelease: decimalAmount(heldCents - uncapturedCents, currency),
    captured: decimalAmount(capturedCents, currency),
    released: decimalAmount(releasedCents, currency),
    until: until === null ? null : isoTime(until),
  };
}

function toEventJson(
  { step, createdAt, actor, note, amountCents, carrier, tracking, ...item }: HistoryEntry,
  currency: Currency,
) {
  return {
    step,
    createdAt: isoTime(createdAt),
    actor: actorName(actor),
    note,
    amount: amountCents === null ? null : decimalAmount(amountCents, currency),
    carrier,
    tracking,
    productId: item.productId,
    quantity: item.quantity,
    ...(item.items !== null && {
      items: itemsOf(item).map(({ productId, quantity }) => ({ productId, quantity })),
    }),
    ...(item.returnId !== null && { returnId: item.returnId }),
  };
}

function withFullTitle(line: StoredOrder["lines"][number]) {
  return { productId: line.productId, title: fullTitle(line) };
}

function refundJson({ amountCents, reason, actor, createdAt, lastError }: Refund, currency: Currency) {
  return {
    amount: decimalAmount(amountCents, currency),
    reason,
    actor: actorName(actor),
    createdAt: isoTime(createdAt),
    lastError,
  };
}

function isoTime(moment: number) {
  return new Date(moment).toISOString();
}
