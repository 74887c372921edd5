import type { OrderTransition } from "#database/schema.ts";
import { lineTotal } from "../cart/cart-reducer.ts";
import type { OrderEvent } from "../orders/state/events.ts";
import { sumRows } from "../orders/sums.ts";
import type { MailOrder } from "../orders/views/mail.ts";
import { deliveryDetails, receiptDetails } from "../orders/views/receipt.ts";
import { formatPrice } from "../values/money.ts";
import type { MailReceipt } from "./mail-content.ts";
import { type MailShop, mailPicture } from "./mail-shop.ts";

interface Ordered {
  order: MailOrder;
  shop: MailShop;
  timeZone: string;
}

/** All of an order, as its first mail shows it. */
export function orderReceipt({ order, shop, timeZone }: Ordered) {
  return { details: receiptDetails(order, timeZone), lines: pricedLines(order, shop), sums: sumRows(order) };
}

type StepReceipt = (step: Ordered & { event: OrderEvent }) => MailReceipt;

/** What of an order the mail about a step shows. */
export const stepReceipts: Partial<Record<OrderTransition, StepReceipt>> = {
  sent: ({ order, shop, timeZone }) => ({
    details: order.isPickup ? [] : deliveryDetails(order, timeZone),
    lines: countedLines(order.lines, shop),
  }),
  delivered: ({ order, shop }) => ({ lines: countedLines(order.lines, shop) }),
  returned: ({ order, shop }) => ({ lines: countedLines(order.lines, shop) }),
  itemReturned({ order, shop, event: { productId, quantity } }) {
    const returned = order.lines.filter((line) => line.productId === productId);
    return {
      lines: countedLines(
        returned.map((line) => ({ ...line, quantity: quantity ?? line.quantity })),
        shop,
      ),
    };
  },
  cancelled: ({ order, shop }) => ({ lines: pricedLines(order, shop), sums: sumRows(order) }),
  refunded: refundReceipt,
  refundedInPart: refundReceipt,
};

function refundReceipt({ order, shop, event }: Ordered & { event: OrderEvent }): MailReceipt {
  const { totalCents, currency } = order;
  return {
    lines: pricedLines(order, shop),
    sums: [
      ["Order total", formatPrice(totalCents, currency)],
      ["Refund", formatPrice(event.amountCents ?? 0, currency)],
    ],
  };
}

function pricedLines({ lines, currency }: MailOrder, shop: MailShop) {
  return lines.map((line) => ({
    title: oneLine(line.title),
    note: `${formatPrice(line.priceCents, currency)} × ${line.quantity}`,
    amount: formatPrice(lineTotal(line), currency),
    picture: mailPicture(shop, line.thumbnail),
  }));
}

function countedLines(lines: MailOrder["lines"], shop: MailShop) {
  return lines.map(({ title, quantity, thumbnail }) => ({
    title: oneLine(title),
    note: `Quantity: ${quantity}`,
    amount: "",
    picture: mailPicture(shop, thumbnail),
  }));
}

/** A typed text can't fake further lines of the mail. */
export function oneLine(text: string) {
  return text.replaceAll(/\s+/g, " ").trim();
}
