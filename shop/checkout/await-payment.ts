import { randomInt } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { queueOrderMail } from "../jobs/mail-queue.ts";
import { insertPayment } from "../orders/payment/payment.ts";
import { system, withActorColumns } from "../orders/state/events.ts";
import { emptyEvent } from "../orders/state/order.ts";
import { manualProvider } from "../payments/provider.ts";
import type { InvoiceTerms } from "../settings/invoice-settings.ts";
import { isNorwegianAccount } from "../values/bank-account.ts";
import { addDays, startOfDay } from "../values/days.ts";
import { createCreditorReference, createKid, kidNumbers } from "../values/payment-reference.ts";

/** An order that was just placed. */
interface UnpaidOrder {
  id: number;
  orderNumber: string;
  userId: string;
  totalCents: number;
}

interface PaymentTerms {
  provider: string;
  /** Days after which an unpaid order is cancelled, unless its invoice comes first. */
  unpaidDays: number;
  /** undefined while invoices follow payments */
  invoices: InvoiceTerms | undefined;
  today: string;
  timeZone: string;
  now: Date;
}

/**
 * Lets an order await its payment, in the transaction that places it. A customer who pays outside the shop is sent the confirmation now; where the
 * invoice comes first, the order gets what its payment names. It keeps these terms: docs/decisions/0315.
 *
 * @returns the order's events so far
 */
export async function awaitPayment(transaction: Database, order: UnpaidOrder, terms: PaymentTerms) {
  const { provider, unpaidDays, invoices, today, timeZone, now } = terms;
  const isManual = provider === manualProvider;
  const dueOn = addDays(today, invoices?.days ?? unpaidDays);
  const graceDays = invoices ? invoices.graceDays : 0;
  const endsAt = graceDays === undefined ? null : startOfDay(addDays(dueOn, graceDays + 1), timeZone);
  await insertPayment(transaction, order.id, provider, now, endsAt);
  if (!isManual) return [];
  await queueOrderMail(transaction, order.userId, order.orderNumber, now);
  return invoices ? [await invoiceAtOnce(transaction, order, { invoices, dueOn, now })] : [];
}

/** Gives an order its due date and payment reference, and the event that its invoice is issued for. */
async function invoiceAtOnce(
  transaction: Database,
  order: UnpaidOrder,
  { invoices, dueOn, now }: { invoices: InvoiceTerms; dueOn: string; now: Date },
) {
  const { id, totalCents: amountCents } = order;
  const paymentReference = await createReference(transaction, order, invoices);
  await transaction.updateTable("orders").set({ paymentReference, dueOn }).where("id", "=", id).execute();
  const event = { position: 1, step: "invoiced", amountCents } as const;
  const row = withActorColumns({ ...event, actor: system });
  const values = { ...row, orderId: id, createdAt: now.getTime() };
  await transaction.insertInto("orderEvents").values(values).execute();
  return { ...emptyEvent, ...event };
}

/** A reference that no other order has: a KID for accounts in Norway, and a structured creditor reference elsewhere. See docs/decisions/0291. */
async function createReference(db: Database, { id, orderNumber }: UnpaidOrder, { account, kid }: InvoiceTerms) {
  if (!isNorwegianAccount(account)) return createCreditorReference(orderNumber);
  // An order had it before the owner changed the prefix: take any other of the same length.
  for (let sequence = id; ; sequence = randomInt(kidNumbers(kid))) {
    const reference = createKid(kid, sequence);
    const taken = db.selectFrom("orders").select("id").where("paymentReference", "=", reference);
    if (!(await taken.executeTakeFirst())) return reference;
  }
}
