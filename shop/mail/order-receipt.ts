import type { OrderTransition } from "#database/schema.ts";
import { cartSubtotal, lineTotal } from "../cart/cart-reducer.ts";
import { paidBetween } from "../orders/state/apply-return.ts";
import { type OrderEvent, wasPaid } from "../orders/state/events.ts";
import { returnedOf } from "../orders/state/returned-items.ts";
import { deductionRows, deliveryRowName, sumRows } from "../orders/sums.ts";
import type { MailOrder } from "../orders/views/mail.ts";
import { deliveryDetails, receiptDetails } from "../orders/views/receipt.ts";
import { deliveryPart, type EventItem, itemsOf } from "../values/event-items.ts";
import { formatPrice } from "../values/money.ts";
import { type Options, optionsText } from "../values/product-options.ts";
import type { MailReceipt } from "./mail-content.ts";
import { type MailShop, mailPicture } from "./mail-shop.ts";

/** All of an order, as its first mail shows it. If that is late, something may have come off its total already. */
export function orderReceipt(order: MailOrder, shop: MailShop) {
  const sums = [...sumRows(order, shop.locale), ...deductionRows(order, shop.locale)];
  return { details: receiptDetails(order, shop), lines: pricedLines(order, shop), sums };
}

interface Step {
  order: MailOrder;
  shop: MailShop;
  event: OrderEvent;
}

/** What of an order the mail about a step shows. */
export const stepReceipts: Partial<Record<OrderTransition, (step: Step) => MailReceipt>> = {
  sent: ({ order, shop }) => ({
    details: order.isPickup ? [] : deliveryDetails(order, shop),
    lines: countedLines(order.lines, shop),
  }),
  delivered: ({ order, shop }) => ({ lines: countedLines(order.lines, shop) }),
  returned: ({ order, shop }) => ({ lines: countedLines(order.lines, shop) }),
  itemReturned: ({ order, shop, event }) => ({ lines: countedLines(linesOf(order, arrivedWith(order, event)), shop) }),
  returnRequested: aboutItems,
  returnAccepted: aboutItems,
  returnDeclined: aboutItems,
  cancelled: ({ order, shop, event }) => ({
    lines: pricedLines(order, shop),
    sums: [...sumRows(order, shop.locale), ...cancelRefundRows(order, event, shop)],
  }),
  refunded: refundReceipt,
  refundedInPart: refundReceipt,
};

function aboutItems({ order, shop, event }: Step): MailReceipt {
  return { lines: countedLines(linesOf(order, itemsOf(event)), shop) };
}

/** The items that came back together with the one of an event. */
export function arrivedWith({ events }: MailOrder, event: OrderEvent): EventItem[] {
  if (!event.returnId) return itemsOf(event);
  const together = events.filter(
    ({ step, returnId, createdAt }) =>
      step === "itemReturned" && returnId === event.returnId && createdAt === event.createdAt,
  );
  return together.flatMap(itemsOf);
}

/** Lines of an order with the pieces of some items. */
function linesOf({ lines }: MailOrder, items: EventItem[]) {
  return items.flatMap(({ productId, quantity }) =>
    lines.filter((line) => line.productId === productId).map((line) => ({ ...line, quantity })),
  );
}

/** What came back for a refund: its own items, or otherwise those that came back before it and that no refund names. */
function cameBackFor({ lines, events }: MailOrder, event: OrderEvent): EventItem[] {
  const own = itemsOf(event);
  if (own.length > 0) return own;
  const before = events.filter(({ position }) => position < event.position);
  const refunded = before.filter(({ step }) => step === "refunded" || step === "refundedInPart").flatMap(itemsOf);
  return lines.flatMap((line) => {
    const named = refunded.filter(({ productId }) => productId === line.productId);
    const quantity = returnedOf(before, line) - named.reduce((sum, { quantity }) => sum + quantity, 0);
    return quantity > 0 ? [{ productId: line.productId, quantity }] : [];
  });
}

/** What came back and, where a discount explains the refund, how much of it was for these pieces. The delivery has a row of its own. */
function returnedReceipt({ order, shop, event }: Step, items: EventItem[]): MailReceipt {
  const { currency, events } = order;
  const formats = { currency, locale: shop.locale };
  const lines = linesOf(order, items);
  const before = events.filter(({ position }) => position < event.position);
  const paidCents = items.reduce((sum, { productId, quantity }) => {
    const line = order.lines.find((line) => line.productId === productId);
    return line ? sum + paidBetween(line, Math.max(0, returnedOf(before, line) - quantity), quantity) : sum;
  }, 0);
  const discountCents = cartSubtotal(lines) - paidCents;
  const amountCents = event.amountCents ?? 0;
  const beyondCents = amountCents - paidCents;
  const deliveryCents =
    itemsOf(event).length > 0 ? deliveryPart(event) : beyondCents === order.deliveryCents ? beyondCents : 0;
  const isExplained = discountCents > 0 && beyondCents === deliveryCents;
  return {
    lines: pricedLines({ lines, currency }, shop),
    sums: [
      ...(isExplained ? [["Discount", `−${formatPrice(discountCents, formats)}`] as [string, string]] : []),
      ...(deliveryCents > 0 ? [[deliveryRowName(order), formatPrice(deliveryCents, formats)] as [string, string]] : []),
      ["Refund", formatPrice(amountCents, formats)],
    ],
  };
}

function refundReceipt({ order, shop, event }: Step): MailReceipt {
  const { totalCents, currency } = order;
  const formats = { currency, locale: shop.locale };
  const cameBack = cameBackFor(order, event);
  if (cameBack.length > 0) return returnedReceipt({ order, shop, event }, cameBack);
  return {
    lines: pricedLines(order, shop),
    sums: [
      ["Order total", formatPrice(totalCents, formats)],
      ["Refund", formatPrice(event.amountCents ?? 0, formats)],
    ],
  };
}

/** What goes back of a paid order that is cancelled, and what was refunded before. */
function cancelRefundRows(order: MailOrder, { position }: OrderEvent, shop: MailShop): [string, string][] {
  const { totalCents, creditedCents, currency } = order;
  const before = order.events.filter((event) => event.position < position);
  if (!wasPaid(before)) return [];
  const earlierCents = before.reduce((sum, { step, amountCents, wasSettled }) => {
    if (step === "refunded" || step === "refundedInPart") return sum + (amountCents ?? 0);
    return wasSettled ? sum - (amountCents ?? 0) : sum;
  }, 0);
  const cents = { "Refunded before": earlierCents, Refund: totalCents - creditedCents - earlierCents };
  return Object.entries(cents)
    .filter(([, cents]) => cents > 0)
    .map(([name, cents]) => [name, formatPrice(cents, { currency, locale: shop.locale })]);
}

function pricedLines({ lines, currency }: Pick<MailOrder, "lines" | "currency">, shop: MailShop) {
  const formats = { currency, locale: shop.locale };
  return lines.map((line) => {
    const note = `${formatPrice(line.priceCents, formats)} × ${line.quantity}`;
    return receiptLine(line, shop, note, formatPrice(lineTotal(line), formats));
  });
}

function countedLines(lines: MailOrder["lines"], shop: MailShop) {
  return lines.map((line) => receiptLine(line, shop, `Quantity: ${line.quantity}`));
}

interface MailedProduct {
  title: string;
  options?: Options;
  thumbnail: string;
}

export function receiptLine({ title, options, thumbnail }: MailedProduct, shop: MailShop, note: string, amount = "") {
  const variant = oneLine(optionsText(options));
  return {
    title: oneLine(title),
    ...(variant && { variant }),
    note,
    amount,
    picture: mailPicture(shop, thumbnail),
  };
}

/** A typed text can't fake further lines of the mail. */
export function oneLine(text: string) {
  return text.replaceAll(/\s+/g, " ").trim();
}
