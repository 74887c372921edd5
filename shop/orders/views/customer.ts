import { pickupLine } from "../../delivery/pickup-place.ts";
import { formatDay, localDay } from "../../values/days.ts";
import type { Locale, Regional } from "../../values/locale.ts";
import { fullTitle } from "../../values/product-options.ts";
import { wasUnmatched } from "../state/events.ts";
import type { ReturnRequest } from "../state/order.ts";
import { returnReason } from "../state/return-reasons.ts";
import { goesToSeller, isOpenReturn, returnStateNames } from "../state/return-requests.ts";
import { deductionRows, sumRows } from "../sums.ts";
import { isOverdue } from "../unpaid-offline-orders.ts";
import { type OrderWay, orderProgress } from "./order-progress.ts";
import type { OrderDetails } from "./read-order.ts";
import { receiptDetails, returnSteps } from "./receipt.ts";

/** What customers may see of an order. Fields are picked one by one: a new column is shown only on purpose. */

type Line = OrderDetails["lines"][number];

/** An order in a customer's own lists. @param today in the shop's time zone */
export function toCustomerOrder(
  order: Pick<OrderDetails, "orderNumber" | "createdAt" | "state" | "isPickup" | "totalCents" | "currency" | "lines"> &
    Pick<OrderDetails, "deliveryAddress" | "recipientName" | "pickup" | "dueCents" | "dueOn" | "refundedCents">,
  { today, locale }: { today: string; locale: Locale },
) {
  const { orderNumber, createdAt, state, isPickup, totalCents, currency, lines, deliveryAddress, recipientName } =
    order;
  const place = pickupLine(order);
  const openPayment = openPaymentOf(order, { today, locale });
  return {
    ...{ orderNumber, createdAt, state, isPickup, totalCents, currency, lines: lines.map(toCustomerLine) },
    ...(openPayment !== undefined && { openPayment }),
    ...(order.refundedCents > 0 && { refundedCents: order.refundedCents }),
    /** Who gets it, where that is someone at another address. */
    ...(deliveryAddress !== null && { recipientName }),
    /** Where it is collected. */
    ...(place !== null && { place }),
  };
}

/** What is said of the payment of an order that was sent before it. */
function openPaymentOf(
  order: Pick<OrderDetails, "state" | "dueCents" | "dueOn">,
  { today, locale }: { today: string; locale: Locale },
) {
  if (order.state === "awaiting-payment" || order.dueCents === 0 || order.dueOn === null) return undefined;
  const day = formatDay(order.dueOn, locale);
  return isOverdue(order, today) ? `payment was due on ${day}` : `to be paid by ${day}`;
}

export type CustomerOrder = ReturnType<typeof toCustomerOrder>;

/** A customer's receipt. Its events hold staff's notes and email addresses, so only their steps are shown. */
export function toCustomerReceipt(order: OrderDetails, regional: Regional, way: OrderWay = {}) {
  const isWithdrawn = way.withdrawnOn !== undefined;
  return {
    state: order.state,
    isPickup: order.isPickup,
    currency: order.currency,
    lines: order.lines.map(toCustomerLine),
    details: receiptDetails({ ...order, isWithdrawn }, regional),
    progress: orderProgress(order, regional, way),
    returnSteps: returnSteps(order, regional),
    sums: sumRows(order, regional.locale),
    deductions: deductionRows(isWithdrawn ? { ...order, dueCents: 0 } : order, regional.locale),
    returns: order.returns
      .filter(({ id: returnId }) => !wasUnmatched({ returnId }, order.events))
      .map((request) => toCustomerReturn(order, request, regional)),
  };
}

export type CustomerReturn = ReturnType<typeof toCustomerReturn>;

function toCustomerReturn({ lines }: OrderDetails, request: ReturnRequest, regional: Regional) {
  const { id, state, items, comment, answer, labelName, createdAt } = request;
  return {
    ...{ id, comment, answer, state: returnStateNames[state], day: localDay(createdAt, regional) },
    isOpen: isOpenReturn(request),
    isToSeller: state === "accepted" && goesToSeller(request),
    hasLabel: labelName !== null && state !== "declined",
    canWithdraw: state === "requested" && request.kind === "return",
    items: items.flatMap(({ productId, quantity, accepted, reason }) => {
      const line = lines.find((line) => line.productId === productId);
      const note = accepted === null || accepted === quantity ? "" : acceptedNote(accepted);
      return line ? [{ text: `${quantity} × ${fullTitle(line)}`, reason: returnReason(reason), note }] : [];
    }),
  };
}

function acceptedNote(accepted: number) {
  return accepted === 0 ? "Not accepted" : `${accepted} accepted`;
}

function toCustomerLine({ productId, title, priceCents, thumbnail, brand, quantity, options }: Line) {
  return { productId, title, priceCents, thumbnail, brand, quantity, options };
}
