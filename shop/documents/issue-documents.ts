import { type Database, takeTurn } from "#database/connect.ts";
import { pipeline } from "#database/pipeline.ts";
import { prepared } from "#database/prepared.ts";
import type { OrderTransition } from "#database/schema.ts";
import type { Appearance } from "../appearance/appearance.ts";
import { type AddressArea, buyerArea, buyerName, type OrderAddress } from "../delivery/full-address.ts";
import { soldIn } from "../delivery/sale-area.ts";
import type { OrderEvent } from "../orders/state/events.ts";
import type { LiveSettings } from "../shop.ts";
import { findExchangeRate } from "../taxes/exchange-rates.ts";
import type { VatCurrency } from "../taxes/local-vat.ts";
import type { Taxes } from "../taxes/taxes.ts";
import { foreignVatCurrency } from "../taxes/vat-currency.ts";
import { type VatFacts, vatNotesOf } from "../taxes/vat-notes.ts";
import { dayOf } from "../values/days.ts";
import { deliveryPart, itemsOf } from "../values/event-items.ts";
import { variantText, withOptions } from "../values/product-options.ts";
import {
  buildCreditNote,
  buildInvoice,
  buildReplacement,
  buildReversal,
  buildWithdrawal,
  type DocumentSource,
  type Replacement,
} from "./build-document.ts";
import {
  creditNotesOf,
  type DocumentBuyer,
  type DocumentContent,
  type DocumentKind,
  type DocumentLine,
  findCurrentInvoice,
  isInvoice,
  type UnnumberedContent,
} from "./document.ts";
import { issueDocument } from "./number-series.ts";
import { readOrderDocuments } from "./read-documents.ts";

/** What documents say of the shop. */
export type Issuer = Pick<LiveSettings, "shopName" | "seller" | "taxes" | "timeZone"> & {
  appearance?: Pick<Appearance, "logo">;
  invoiceTerms?: LiveSettings["invoiceTerms"];
  /** Whose a corrected invoice is. */
  invoiceBuyer?: DocumentBuyer | undefined;
};

type Issuable = Pick<
  OrderEvent,
  "position" | "step" | "amountCents" | "note" | "wasSettled" | "productId" | "quantity" | "items"
>;

const issuingSteps: OrderTransition[] = [
  ...(["invoiced", "paid", "paidLate", "credited", "refunded", "refundedInPart", "refundFailed"] as const),
  ...(["invoiceWithdrawn", "invoiceCorrected"] as const),
];

/**
 * Issues the documents that an order's new events ask for: an invoice once it is paid or invoiced, a credit note for each refund and credit, and an
 * invoice that takes the credit note back if the refund fails after it was settled. An order that was paid before the shop issued invoices gets none. See docs/decisions/0127.
 *
 * Call it last in the transaction that saves the events: until it ends, no other order gets a number.
 */
export async function issueDocuments(
  transaction: Database,
  issuer: Issuer,
  orderId: number,
  events: Issuable[],
  now: Date,
) {
  const issuing = events.filter(({ step }) => issuingSteps.includes(step));
  if (issuing.length === 0) return;
  // Two orders that each wait for the other's series would wait forever.
  if (issuing.length > 1) await takeTurn(transaction, "documents");
  const issued = await readOrderDocuments(transaction, orderId);
  for (const event of issuing) {
    const document = await documentFor(transaction, {
      issuer,
      orderId,
      event,
      issued,
      issuedOn: dayOf(now, issuer.timeZone),
    });
    if (!document) continue;
    issued.push(
      await issueDocument(transaction, { ...document, orderId, orderEvent: event.position, createdAt: now.getTime() }),
    );
  }
}

interface Issuing {
  issuer: Issuer;
  orderId: number;
  event: Issuable;
  /** The order's documents so far, the oldest first. */
  issued: DocumentContent[];
  issuedOn: string;
}

async function documentFor(
  db: Database,
  { issuer, orderId, event, issued, issuedOn }: Issuing,
): Promise<{ kind: DocumentKind; content: UnnumberedContent } | undefined> {
  const invoice = issued.find(isInvoice);
  const { step, note: reason, wasSettled } = event;
  const amountCents = event.amountCents ?? 0;
  if (step === "invoiced" || step === "paid" || step === "paidLate") {
    if (invoice || (step !== "invoiced" && !issuer.taxes.issuesInvoices)) return undefined;
    return { kind: "invoice", content: buildInvoice(await readSource(db, issuer, orderId, issuedOn), issuedOn) };
  }
  const current = findCurrentInvoice(issued);
  if (!invoice || !current) return undefined;
  if (step === "invoiceCorrected") {
    const replaced = (await isPaid(db, orderId)) ? withoutPayment(current) : current;
    const vatCurrency = await completeVatCurrency(db, issuer.taxes, { ...invoice, localVat: current.localVat });
    const earlier = creditNotesOf(issued);
    const replacement = { issuer, issued, issuedOn, vatCurrency, earlier };
    return { kind: "invoice", content: replace(replaced, invoice, replacement) };
  }
  const creditNotes = creditNotesOf(issued);
  // What it says is the current invoice's, and what is left at each rate the whole sale's.
  const basis = { ...current, vat: invoice.vat };
  if (step === "invoiceWithdrawn") {
    const correction = { issuedOn, amountCents, corrects: current.number, reason };
    return { kind: "creditNote", content: buildWithdrawal(basis, creditNotes, correction) };
  }
  const items = await readItems(db, orderId, invoice, event);
  if (step !== "refundFailed") {
    const correction = {
      issuedOn,
      amountCents,
      corrects: current.number,
      reason,
      items,
      deliveryCents: deliveryPart({ ...event, amountCents }),
    };
    return { kind: "creditNote", content: buildCreditNote(basis, creditNotes, correction) };
  }
  const ofAmount = creditNotes.filter(({ grossCents }) => grossCents === amountCents);
  const creditNote = ofAmount.findLast(({ lines }) => areSame(items, lines)) ?? ofAmount.at(-1);
  if (!wasSettled || !creditNote) return undefined;
  const correction = { issuedOn, corrects: creditNote.number, reason: reason ?? "The refund failed" };
  return { kind: "invoice", content: buildReversal({ ...invoice, buyer: current.buyer }, creditNote, correction) };
}

async function isPaid(db: Database, orderId: number) {
  const payments = db.selectFrom("payments").select("orderId").where("orderId", "=", orderId);
  return (await payments.where("state", "=", "settled").executeTakeFirst()) !== undefined;
}

/** A paid invoice asks for no money, also where the one before it did. */
function withoutPayment({ dueOn: _, bankAccount: __, paymentReference: ___, ...document }: DocumentContent) {
  return document;
}

/** The invoice that replaces the current one, which the last document took back. @param first what was sold */
function replace(
  { kind: _, number: __, ...current }: DocumentContent,
  { grossCents: wholeCents }: DocumentContent,
  { issuer, issued, ...rest }: Pick<Issuing, "issuer" | "issued"> & Omit<Replacement, "buyer" | "wholeCents">,
) {
  const withdrawal = issued.at(-1) as DocumentContent;
  return buildReplacement(current, withdrawal, { buyer: issuer.invoiceBuyer ?? current.buyer, wholeCents, ...rest });
}

/**
 * The currency in which an invoice also says its VAT, with the rate of the day on which the sale was first invoiced: the one that it has, or one that the
 * shop has got since.
 */
export async function completeVatCurrency(
  db: Database,
  taxes: Taxes,
  { localVat, currency, issuedOn: day }: Pick<DocumentContent, "localVat" | "currency" | "issuedOn">,
): Promise<VatCurrency | undefined> {
  if (!localVat || localVat.rate) return localVat;
  return withRate(db, taxes, { currency, vatCurrency: localVat.currency, day });
}

async function withRate(
  db: Database,
  taxes: Taxes,
  wanted: { currency: string; vatCurrency: string; day: string },
): Promise<VatCurrency> {
  const rate = await findExchangeRate(db, taxes, wanted);
  return { currency: wanted.vatCurrency, ...(rate && { rate }) };
}

/** The invoice's lines of the items that a refund is for, each with what is refunded of it. */
async function readItems(
  db: Database,
  orderId: number,
  { lines }: DocumentContent,
  event: Issuable,
): Promise<DocumentLine[]> {
  const items = itemsOf(event);
  if (items.length === 0) return [];
  const rows = db.selectFrom("orderLines").select("productId").where("orderId", "=", orderId).orderBy("position");
  const ids = (await rows.execute()).map(({ productId }) => productId);
  return items.flatMap(({ productId, quantity, amountCents = event.amountCents ?? 0 }) => {
    const line = lines[ids.indexOf(productId)];
    return line ? [{ ...line, quantity, grossCents: amountCents }] : [];
  });
}

function areSame(items: DocumentLine[], lines: DocumentLine[]) {
  const textOf = ({ title, quantity, basisPoints, ...line }: DocumentLine) =>
    JSON.stringify([title, variantText(line), quantity, basisPoints]);
  return items.length > 0 && items.map(textOf).join() === lines.map(textOf).join();
}

const selectSold = prepared<{ orderId: number }>()((db, value) =>
  db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select(["orderNumber", "orders.createdAt", "currency", "discountCents", "discountCode", "deliveryCents"])
    .select(["deliveryName", "billingAddress", "orders.country", "orders.zipCode", "recipientName", "customers.email"])
    .select(["vatKind", "vatScheme", "company", "vatNumber"])
    .select(["deliveryAddress", "billingName", "billingCountry", "billingZipCode", "isPickup", "pickup"])
    .select(["dueOn", "paymentReference"])
    .where("orders.id", "=", value("orderId")),
);

const selectSoldLines = prepared<{ orderId: number }>()((db, value) =>
  db
    .selectFrom("orderLines")
    .select(["title", "options", "sku", "quantity", "priceCents", "vatBasisPoints", "discountCents"])
    .where("orderId", "=", value("orderId"))
    .orderBy("position"),
);

async function readSource(db: Database, issuer: Issuer, orderId: number, day: string): Promise<DocumentSource> {
  const [[order], lines] = await pipeline(
    db,
    (db) => selectSold(db, { orderId }),
    (db) => selectSoldLines(db, { orderId }),
  );
  if (!order) throw new Error(`There is no order ${orderId}`);
  const { orderNumber, createdAt, currency, discountCents, discountCode, deliveryCents, deliveryName } = order;
  const { shopName: name, seller, taxes, timeZone, appearance } = issuer;
  const logo = appearance?.logo;
  const { dueOn, paymentReference } = order;
  const bankAccount = issuer.invoiceTerms?.account;
  const facts = { ...order, ...soldIn(order) };
  return {
    ...{ orderNumber, orderedOn: dayOf(createdAt, timeZone), currency, lines: lines.map(withOptions) },
    ...(dueOn !== null && paymentReference !== null && { payment: { dueOn, bankAccount, paymentReference } }),
    seller: { name, ...seller, vatNumber: taxes.isRegistered ? taxes.registrationNumber : "", ...(logo && { logo }) },
    ...partiesOf(order),
    ...{ discountCents, discountCode: discountCode ?? undefined },
    ...{ deliveryCents, deliveryName: deliveryName ?? undefined },
    vatNotes: vatNotesOf(taxes, facts),
    vatCurrency: await readVatCurrency(db, taxes, { ...facts, day }),
  };
}

async function readVatCurrency(
  db: Database,
  taxes: Taxes,
  { currency, day, ...facts }: VatFacts & { currency: string; day: string },
): Promise<VatCurrency | undefined> {
  const vatCurrency = foreignVatCurrency(taxes, facts, currency);
  return vatCurrency === undefined ? undefined : withRate(db, taxes, { currency, vatCurrency, day });
}

/** Who bought, and who else got it. */
function partiesOf(
  order: OrderAddress & { email: string; isPickup: 0 | 1; company: string | null; vatNumber: string | null },
): Pick<DocumentSource, "buyer" | "recipient"> {
  const { email, billingAddress, deliveryAddress, recipientName: name, company, vatNumber } = order;
  const buyer = {
    ...{ name: buyerName(order), email, address: billingAddress, ...knownArea(buyerArea(order)) },
    ...(company && { company }),
    ...(vatNumber && { vatNumber }),
  };
  if (deliveryAddress === null || order.isPickup) return { buyer };
  return { buyer, recipient: { name, address: deliveryAddress, ...knownArea(order) } };
}

function knownArea({ country, zipCode }: AddressArea) {
  return { ...(zipCode && { zipCode }), ...(country && { country }) };
}
