import type { OrderTransition } from "#database/schema.ts";
import { lineTotal } from "../cart/cart-reducer.ts";
import type { OrderEvent } from "../orders/state/events.ts";
import { sumRows } from "../orders/sums.ts";
import type { MailOrder } from "../orders/views/mail.ts";
import { deliveryDetails, receiptDetails } from "../orders/views/receipt.ts";
import { formatPrice } from "../values/money.ts";
import { type Options, optionsText } from "../values/product-options.ts";
import type { MailReceipt } from "./mail-content.ts";
import { type MailShop, mailPicture } from "./mail-shop.ts";

/** All of an order, as its first mail shows it. */
export function orderReceipt(order: MailOrder, shop: MailShop) {
  return { details: receiptDetails(order, shop), lines: pricedLines(order, shop), sums: sumRows(order, shop.locale) };
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
  itemReturned({ order, shop, event: { productId, quantity } }) {
    const returned = order.lines.filter((line) => line.productId === productId);
    return {
      lines: countedLines(
        returned.map((line) => ({ ...line, quantity: quantity ?? line.quantity })),
        shop,
      ),
    };
  },
  cancelled: ({ order, shop }) => ({ lines: pricedLines(order, shop), sums: sumRows(order, shop.locale) }),
  refunded: refundReceipt,
  refundedInPart: refundReceipt,
};

function refundReceipt({ order, shop, event }: Step): MailReceipt {
  const { totalCents, currency } = order;
  const formats = { currency, locale: shop.locale };
  return {
    lines: pricedLines(order, shop),
    sums: [
      ["Order total", formatPrice(totalCents, formats)],
      ["Refund", formatPrice(event.amountCents ?? 0, formats)],
    ],
  };
}

function pricedLines({ lines, currency }: MailOrder, shop: MailShop) {
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
