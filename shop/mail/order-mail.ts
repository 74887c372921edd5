import { returnCostSentence } from "../delivery/return-costs.ts";
import { type DocumentContent, documentKinds } from "../documents/document.ts";
import type { MailOrder } from "../orders/views/mail.ts";
import type { ProgressStep } from "../orders/views/order-progress.ts";
import { formatPrice } from "../values/money.ts";
import { withdrawLabel } from "../values/withdrawal.ts";
import { composeMail } from "./compose-mail.ts";
import type { Paragraph } from "./mail-content.ts";
import type { MailShop } from "./mail-shop.ts";
import { orderReceipt } from "./order-receipt.ts";
import { isYetToGo } from "./outdated-mails.ts";
import type { WrittenMail } from "./send-mail.ts";

interface OrderMail {
  order: MailOrder;
  link: string;
  shop: MailShop;
  /** The customer's; "" if they have none. */
  firstName: string;
  progress: ProgressStep[];
  /** How the customer pays, unless they have. */
  howToPay?: HowToPay | undefined;
  attached?: DocumentContent | undefined;
  /** Names the terms that come with it. */
  terms?: Paragraph | undefined;
  /** The reminder of the legal guarantee; undefined where the shop shows none. */
  guarantee?: Paragraph | undefined;
  /** In how many days they can return items; undefined where they can return none. */
  returnDays?: number | undefined;
  /** Where they can withdraw from the contract; undefined where they have no such right. */
  withdrawLink?: string | undefined;
  /** Whether they have withdrawn from all of it since. */
  isWithdrawn?: boolean;
}

/** How a customer pays outside the shop. */
export interface HowToPay {
  instructions: string;
  /** What an invoice that came first says of its payment, in place of the amount and the order number. */
  facts: [name: string, value: string][];
  /** What they are asked to do. */
  request: string;
  /** Whether the order is sent before they pay. */
  isSentFirst: boolean;
}

/** Confirms an order, with its receipt. */
export function orderMail({ order, link, shop, howToPay, attached, ...more }: OrderMail): WrittenMail {
  const { firstName, progress, terms, guarantee, isWithdrawn = false } = more;
  const thanks = confirmation({ ...order, isWithdrawn }, shop, howToPay);
  return composeMail(`Your ${shop.name} order ${order.orderNumber} is confirmed`, link, {
    shop,
    title: firstName ? ["Thank you, ", { typed: firstName }] : "Thank you for your order",
    progress,
    paragraphs: [
      thanks,
      ...(howToPay ? paymentParagraphs(order, shop, howToPay) : []),
      ...attachedNote(attached),
      ...(terms ? [terms] : []),
      ...(guarantee ? [guarantee] : []),
    ],
    receipt: orderReceipt(order, shop),
    button: { label: "View receipt", link, lead: "View or print your receipt" },
    footnote: orderFootnote(shop, more),
    orderNumber: order.orderNumber,
    preview: `${itemsOf(order)}, ${formatPrice(order.totalCents, { currency: order.currency, locale: shop.locale })}. ${thanks}`,
  });
}

const footnote = "If something isn't right, contact us and include your order number.";

function orderFootnote({ returnsPaidBy }: MailShop, { returnDays, withdrawLink }: Partial<OrderMail>): Paragraph {
  const returns = returnDays === undefined ? "" : ` You have ${returnDays} days to return items once you have them.`;
  const cost = withdrawLink && returnsPaidBy ? ` ${returnCostSentence(returnsPaidBy, "withdrawal")}` : "";
  return footnoteOf(`${footnote}${returns}${cost}`, withdrawLink);
}

/** The end of a mail about an order, with the way to withdraw from it. @param withdrawLink undefined where customers can't, or no longer */
export function footnoteOf(text = footnote, withdrawLink?: string): Paragraph {
  if (withdrawLink === undefined) return text;
  return [`${text} `, { text: withdrawLabel, link: withdrawLink, plain: `${withdrawLabel}: ${withdrawLink}` }];
}

/** What the next mail is about: "when it ships". */
export function goesOut({ isPickup }: Pick<MailOrder, "isPickup">) {
  return isPickup ? "is ready for pickup" : "ships";
}

function confirmation(order: MailOrder & { isWithdrawn: boolean }, shop: MailShop, howToPay: HowToPay | undefined) {
  const received = `We've received your order at ${shop.name}`;
  // The mail may have waited for a server: it promises only what is still to come.
  if (order.state === "cancelled") return `${received}. It has been cancelled since then.`;
  if (order.isWithdrawn) return `${received}. You've withdrawn from it since then.`;
  if (!isYetToGo(order)) return howToPay ? `${received}.` : `${received}. Here's your receipt.`;
  if (!howToPay) return `${received} and will email you when it ${goesOut(order)}. Here's your receipt.`;
  if (howToPay.isSentFirst) return `${received} and will email you when it ${goesOut(order)}.`;
  return `${received} and will ${order.isPickup ? "prepare" : "ship"} it once you've paid.`;
}

/** How to pay, line by line. */
export function paymentParagraphs(
  { orderNumber, totalCents, currency }: MailOrder,
  { locale }: Pick<MailShop, "locale">,
  { instructions, facts, request }: Omit<HowToPay, "isSentFirst">,
): Paragraph[] {
  const due =
    facts.length > 0
      ? facts
      : [
          ["Amount", formatPrice(totalCents, { currency, locale })],
          ["Order number", orderNumber],
        ];
  const lines = due.map(([name, value]) => `${name}: ${value}`);
  return [
    "How to pay:",
    instructions ? [{ typed: instructions }, ["", ...lines].join("\n")] : [lines.join("\n")],
    request,
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
