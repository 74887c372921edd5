import type { Database } from "#database/connect.ts";
import type { OrderEventsTable, OrderTransition, VatKind, VatScheme } from "#database/schema.ts";
import { soldIn } from "../delivery/sale-area.ts";
import { type DocumentContent, findCurrentInvoice } from "../documents/document.ts";
import { offlineMethod } from "../orders/payment-method.ts";
import { type OrderEvent, readEvents } from "../orders/state/events.ts";
import { readOrdersById, type StoredOrder } from "../orders/views/read-order.ts";
import { type LocalVat, localVatOf } from "../taxes/local-vat.ts";
import { orderVat } from "../taxes/order-vat.ts";
import { nextParts, type VatGroup } from "../taxes/vat.ts";
import { vatPlaceOf } from "../taxes/vat-area.ts";
import { deliveryPart, itemsOf } from "../values/event-items.ts";

/**
 * A sale, a refund, or a refund that came back because the bank declined it later. An invoice that comes before its payment is a sale; a credit takes some
 * of it back, and its payment is no further sale (docs/decisions/0293). A payment that was recorded by mistake is taken back (docs/decisions/0411). A corrected invoice is its credit note and the new one, together nothing (docs/decisions/0302).
 */
export interface Transaction {
  /** Milliseconds since 1970 (UTC). */
  at: number;
  type: "Sale" | "Refund" | "Failed refund" | "Credit" | "Payment" | "Invoice correction";
  orderNumber: string;
  /** The number of the invoice or credit note that was issued for it. */
  document: string | undefined;
  /** Positive for money that came in, negative for money that went back; whole cents. */
  grossCents: number;
  /** By rate; none where the seller wasn't registered for VAT. They add up to the amount, and have its sign. */
  vat: VatGroup[];
  currency: string;
  /** Its VAT in the currency of the country whose VAT it is, as its document has it, or would have by the rate that a corrected invoice got. */
  localVat: LocalVat | undefined;
  /** How its VAT differs from the seller's own, and how it is declared; null for the seller's own. */
  vatKind: VatKind | null;
  vatScheme: VatScheme | null;
  /** Whose VAT area the order went to, an ISO 3166 code, or XI for Northern Ireland; null for the seller's own VAT. */
  country: string | null;
  /** When the order was paid or invoiced, also for a refund. */
  soldAt: number;
  /** The payment provider, and its name for the money, if any moved; "invoice" for what isn't paid yet. */
  provider: string;
  reference: string | null;
}

const types: Partial<Record<OrderTransition, Transaction["type"]>> = {
  invoiced: "Sale",
  credited: "Credit",
  paid: "Sale",
  paidLate: "Sale",
  paymentUndone: "Sale",
  refunded: "Refund",
  refundedInPart: "Refund",
  refundFailed: "Failed refund",
  invoiceWithdrawn: "Invoice correction",
  invoiceCorrected: "Invoice correction",
};
const steps = Object.keys(types) as OrderTransition[];
const ordersAtATime = 200;

/** Numbers of events that are read at once: of a million orders a year has some millions. */
const eventsAtATime = 10_000;

/**
 * All transactions of a period by their own date, the oldest first. Which ones there are is read first, a few numbers each.
 *
 * @param from in milliseconds since 1970 (UTC)
 * @param until the first moment after the period
 */
export async function* readTransactions(db: Database, from: number, until: number): AsyncGenerator<Transaction> {
  for (let last: BookedEvent | undefined; ; ) {
    const events = await readBookedEvents(db, { from, until, last });
    for (let start = 0; start < events.length; start += ordersAtATime) {
      const some = events.slice(start, start + ordersAtATime);
      const byOrder = await readByOrder(db, [...new Set(some.map(({ orderId }) => orderId))]);
      for (const { orderId, position } of some) {
        const transaction = byOrder.get(orderId)?.get(position);
        if (transaction) yield transaction;
      }
    }
    last = events[eventsAtATime - 1];
    if (!last) return;
  }
}

/** Whether there is a transaction between two moments. */
export async function hasBooked(db: Database, from: number, until: number) {
  return (await bookedEvents(db, from, until).select("position").limit(1).executeTakeFirst()) !== undefined;
}

type BookedEvent = Pick<OrderEventsTable, "createdAt" | "orderId" | "position">;

function readBookedEvents(
  db: Database,
  { from, until, last }: { from: number; until: number; last: BookedEvent | undefined },
) {
  const events = bookedEvents(db, from, until).select(["createdAt", "orderId", "position"]);
  const next = last
    ? events.where((eb) =>
        eb(eb.refTuple("createdAt", "orderId", "position"), ">", eb.tuple(last.createdAt, last.orderId, last.position)),
      )
    : events;
  return next.orderBy("createdAt").orderBy("orderId").orderBy("position").limit(eventsAtATime).execute();
}

/** The events that are transactions. */
function bookedEvents(db: Database, from: number, until: number) {
  return db
    .selectFrom("orderEvents")
    .where("step", "in", steps)
    .where((eb) => eb.or([eb("step", "!=", "refundFailed"), eb("wasSettled", "=", 1)]))
    .where("createdAt", ">=", from)
    .where("createdAt", "<", until);
}

/** The transactions of some orders, by the orders' ids and the events' positions. */
async function readByOrder(db: Database, ids: number[]) {
  const orders = await readOrdersById(db, ids);
  const events = await readEvents(db, ids);
  const payments = db.selectFrom("payments").select(["orderId", "provider", "reference"]).where("orderId", "in", ids);
  const paymentOf = new Map((await payments.execute()).map((payment) => [payment.orderId, payment]));
  const documents = db
    .selectFrom("documents")
    .select(["orderId", "orderEvent", "content"])
    .where("orderId", "in", ids)
    .orderBy("orderEvent");
  const documentsOf = Map.groupBy(await documents.execute(), ({ orderId }) => orderId);
  return new Map(
    orders.map(({ id, order }) => {
      const issued = (documentsOf.get(id) ?? []).map(
        ({ orderEvent, content }) => [orderEvent, JSON.parse(content) as DocumentContent] as const,
      );
      const { provider = "", reference = null } = paymentOf.get(id) ?? {};
      const transactions = transactionsOf(order, events.get(id) ?? [], new Map(issued));
      const payer = { provider, reference: order.paymentReference ?? reference };
      return [id, new Map(transactions.map(([position, rest]) => [position, { ...payer, ...rest }]))];
    }),
  );
}

function transactionsOf(order: StoredOrder, events: OrderEvent[], documents: Map<number, DocumentContent>) {
  const { orderNumber, currency, vatKind, vatScheme } = order;
  const country = countryOf(order);
  const soldAt = events.find(({ step }) => types[step] === "Sale")?.createdAt ?? order.createdAt;
  let sale: VatGroup[] | undefined;
  // Documents have their own.
  const ofSale = () => {
    sale ??= orderVat(order.lines, order);
    return sale;
  };
  const isInvoiced = events.some(({ step }) => step === "invoiced");
  /** The refunds that didn't fail, each with its groups. */
  let refunds: { amountCents: number; items: string; vat: VatGroup[] }[] = [];
  return events.flatMap(({ position, step, createdAt: at, amountCents: amount, wasSettled, ...about }) => {
    const isPayment = step === "paid" || step === "paymentUndone";
    const type = isPayment && isInvoiced ? "Payment" : types[step];
    if (!type || (step === "refundFailed" && !wasSettled)) return [];
    const amountCents = amount ?? 0;
    const document = documents.get(position);
    const items = JSON.stringify(itemsOf(about));
    const ofAmount = refunds.filter((refund) => refund.amountCents === amountCents);
    const failed = ofAmount.findLast((refund) => refund.items === items) ?? ofAmount.at(-1);
    const parts = itemsOf(about).map(({ productId, amountCents: grossCents = amountCents }) => ({
      grossCents,
      onlyRate: order.lines.find((line) => line.productId === productId)?.vatBasisPoints,
    }));
    const deliveryCents = deliveryPart({ ...about, amountCents });
    if (deliveryCents > 0) parts.push({ grossCents: deliveryCents, onlyRate: undefined });
    const earlier = refunds.flatMap(({ vat }) => vat);
    const part = () => nextParts(ofSale(), earlier, parts.length > 0 ? parts : [{ grossCents: amountCents }]);
    const vatOf = {
      Sale: ofSale,
      Refund: part,
      Credit: part,
      Payment: () => [],
      "Invoice correction": part,
      "Failed refund": () => failed?.vat ?? [],
    };
    const vat = document?.vat ?? vatOf[type]();
    const isBack = type === "Refund" || type === "Credit";
    if (isBack) refunds = [...refunds, { amountCents, items, vat }];
    if (type === "Failed refund") refunds = refunds.filter((refund) => refund !== failed);
    const sign = isBack || step === "invoiceWithdrawn" || step === "paymentUndone" ? -1 : 1;
    const signed = { grossCents: sign * amountCents, vat: vat.map((group) => withSign(group, sign)) };
    const localVat = document && withSigns(completeLocalVat(document, [...documents.values()]), sign);
    const facts = {
      at,
      type,
      orderNumber,
      document: document?.number,
      currency,
      localVat,
      vatKind,
      vatScheme,
      country,
      soldAt,
    };
    const isCorrection = type === "Invoice correction";
    const isUnpaid = step === "invoiced" || step === "credited" || (isCorrection && isInvoiced);
    const payer = { ...(isUnpaid && { provider: offlineMethod.value }), ...(isCorrection && { reference: null }) };
    return [[position, { ...facts, ...signed, ...payer }] as const];
  });
}

function countryOf(order: StoredOrder) {
  const { country, zipCode } = soldIn(order);
  if (order.vatKind === null || country === null) return null;
  return vatPlaceOf({ country, zipCode: zipCode ?? undefined }).country ?? country;
}

/** @param documents the order's, the oldest first */
function completeLocalVat(document: DocumentContent, documents: DocumentContent[]) {
  const { localVat } = document;
  const current = findCurrentInvoice(documents)?.localVat;
  return localVat && !localVat.rate && current?.rate ? localVatOf(document, current) : localVat;
}

function withSigns(localVat: LocalVat | undefined, sign: number) {
  if (!localVat) return undefined;
  const vat = localVat.vat.map((group) => withSign(group, sign));
  return { ...localVat, vat, vatCents: sign * localVat.vatCents };
}

function withSign({ basisPoints, grossCents, netCents, vatCents }: VatGroup, sign: number): VatGroup {
  return { basisPoints, grossCents: sign * grossCents, netCents: sign * netCents, vatCents: sign * vatCents };
}
