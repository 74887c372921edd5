import type { DocumentBuyer } from "../../documents/document.ts";
import {
  addEvent,
  type ByActor,
  CorrectionRefusedError,
  invoicedCents,
  type Order,
  type OrderChange,
  refundedCents,
} from "./order.ts";

/** How an order's invoice is corrected. */
export interface InvoiceCorrection extends ByActor {
  /** Why, as the credit note says it. */
  reason: string;
  /** As the new invoice has them. */
  buyer: DocumentBuyer;
  notifyCustomer: boolean;
}

/** Takes what is left of an order's invoice back, and issues it again for another buyer. No money moves. See docs/decisions/0302. */
export function applyInvoiceCorrection(
  unchanged: OrderChange,
  { actor, reason, buyer, notifyCustomer }: InvoiceCorrection,
): OrderChange {
  const amountCents = uncreditedCents(unchanged.order);
  if (amountCents <= 0) throw new CorrectionRefusedError("All of this order's invoice was credited");
  const withdrawn = addEvent(unchanged, { step: "invoiceWithdrawn", actor, note: reason, amountCents });
  const mail = notifyCustomer ? "orderStep" : undefined;
  const corrected = addEvent(withdrawn, { step: "invoiceCorrected", actor, amountCents }, mail);
  return { ...corrected, invoiceBuyer: buyer };
}

/** What of an order's invoice no credit note has taken off, as far as those weren't taken back. */
export function uncreditedCents(order: Pick<Order, "totalCents" | "events" | "refunds">) {
  return invoicedCents(order) - refundedCents(order.refunds);
}
