import { invoicePayment } from "../../documents/describe-document.ts";
import { type DocumentContent, findCurrentInvoice } from "../../documents/document.ts";
import type { LiveSettings } from "../../shop.ts";
import { formatPrice } from "../../values/money.ts";
import { referenceName } from "../../values/payment-reference.ts";
import type { OrderDetails } from "../views/read-order.ts";
import { payByNote } from "./offline-payment.ts";

type PayableOrder = Pick<OrderDetails, "orderNumber" | "paymentReference" | "dueCents" | "currency" | "payUntil">;

/**
 * How a customer pays an order outside the shop.
 *
 * @param documents the order's
 * @returns the owner's instructions, what an invoice that came first says of its payment, and what the customer is asked to do; undefined if the
 *   owner says nothing
 */
export function describeHowToPay(
  order: PayableOrder,
  documents: DocumentContent[],
  { paymentInstructions: instructions, ...regional }: Pick<LiveSettings, "paymentInstructions" | "timeZone" | "locale">,
) {
  const { orderNumber, paymentReference, dueCents, currency } = order;
  const invoice = findCurrentInvoice(documents);
  const payBy = payByNote(order, regional);
  if ((paymentReference === null || !invoice) && !instructions) return undefined;
  if (paymentReference === null || !invoice)
    return { instructions, facts: [], request: joined(`Please include your order number, ${orderNumber}.`, payBy) };
  const facts: [name: string, value: string][] = [
    ["Amount due", formatPrice(dueCents, { currency, locale: regional.locale })],
    ...invoicePayment(invoice, regional.locale),
  ];
  const name = referenceName(paymentReference);
  const request = `Please use the ${name === "KID" ? name : name.toLowerCase()} when you pay.`;
  return { instructions, facts, request: joined(request, payBy) };
}

function joined(...sentences: (string | undefined)[]) {
  return sentences.filter(Boolean).join(" ");
}

/** Whether an order is sent before its payment. */
export function sendsUnpaid(
  { paymentReference }: Pick<OrderDetails, "paymentReference">,
  { invoiceTerms }: Pick<LiveSettings, "invoiceTerms">,
) {
  return paymentReference !== null && invoiceTerms?.sendsUnpaid === true;
}
