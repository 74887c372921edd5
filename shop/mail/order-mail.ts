import { type DocumentContent, documentKinds } from "../documents/document.ts";
import type { MailOrder } from "../orders/views/mail.ts";
import { formatPrice } from "../values/money.ts";
import { composeMail } from "./compose-mail.ts";
import type { MailShop } from "./mail-shop.ts";
import { orderReceipt } from "./order-receipt.ts";
import type { WrittenMail } from "./send-mail.ts";

interface OrderMail {
  order: MailOrder;
  link: string;
  shop: MailShop;
  /** How the customer pays, unless they have. */
  paymentInstructions?: string | undefined;
  /** Until when. */
  payBy?: string | undefined;
  attached?: DocumentContent | undefined;
}

/** Confirms an order, with its receipt. */
export function orderMail({ order, link, shop, paymentInstructions, payBy, attached }: OrderMail): WrittenMail {
  const thanks = paymentInstructions
    ? `We've received your order at ${shop.name} and will ${order.isPickup ? "prepare" : "ship"} it once you've paid.`
    : `We've received your order at ${shop.name} and will email you when it ${goesOut(order)}. Here's your receipt.`;
  return composeMail(`Your ${shop.name} order ${order.orderNumber} is confirmed`, link, {
    shop,
    title: "Thank you for your order",
    paragraphs: [
      thanks,
      ...(paymentInstructions ? howToPay(order, { instructions: paymentInstructions, payBy, shop }) : []),
      ...attachedNote(attached),
    ],
    receipt: orderReceipt(order, shop),
    button: { label: "View receipt", link, lead: "View or print your receipt" },
    footnote: "If something isn't right, contact us and include your order number.",
    orderNumber: order.orderNumber,
    preview: `${itemsOf(order)}, ${formatPrice(order.totalCents, { currency: order.currency, locale: shop.locale })}. ${thanks}`,
  });
}

/** What the next mail is about: "when it ships". */
export function goesOut({ isPickup }: Pick<MailOrder, "isPickup">) {
  return isPickup ? "is ready for pickup" : "ships";
}

function howToPay(
  { orderNumber, totalCents, currency }: MailOrder,
  { instructions, payBy, shop }: { instructions: string; payBy: string | undefined; shop: MailShop },
) {
  const amount = formatPrice(totalCents, { currency, locale: shop.locale });
  const due = [`Amount: ${amount}`, `Order number: ${orderNumber}`];
  return [
    "How to pay:",
    [{ typed: instructions }, ["", ...due].join("\n")],
    ["Please include your order number in your payment.", payBy].filter(Boolean).join(" "),
  ];
}

/** Says which document comes with the mail. */
export function attachedNote(document: DocumentContent | undefined) {
  return document ? [`Your ${documentKinds[document.kind].name.toLowerCase()} is attached.`] : [];
}

function itemsOf({ lines }: MailOrder) {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return count === 1 ? "1 item" : `${count} items`;
}
