import { buildInvoice } from "../documents/build-document.ts";
import { type DocumentContent, documentTitle, isInvoice } from "../documents/document.ts";
import { sumAtRate, type VatGroup, vatWithin } from "../taxes/vat.ts";
import { checkLocalVat } from "./check-local-vat.ts";
import type { AuditedOrder } from "./check-order.ts";
import { createComparison, type Difference } from "./difference.ts";

/** A document with what its row says of it. */
export interface AuditedDocument {
  content: DocumentContent;
  orderEvent: number;
  grossCents: number;
}

/**
 * Recomputes an order's documents from its lines and events: what they say, whether one is missing, and whether they add up to the money that
 * moved. What they repeat of seller and buyer is as it was then, so only their hashes prove it.
 */
export function checkDocuments(audited: AuditedOrder, documents: AuditedDocument[]): Difference[] {
  const invoice = documents.find(({ content }) => isInvoice(content));
  if (!invoice) return [...documents.flatMap(checkAmounts), ...checkMissing(audited)];
  const contents = documents.map(({ content }) => content);
  return [
    ...documents.flatMap(checkAmounts),
    ...checkInvoice(audited, invoice.content),
    ...checkNotes(invoice.content, documents),
    ...checkCredits(invoice.content, documents),
    ...checkReplacements(invoice.content, documents),
    ...checkLocalVat(contents),
    ...checkEvents(audited, invoice, documents),
  ];
}

/** An order that was invoiced before its payment has its invoice. */
function checkMissing({ order, events }: AuditedOrder) {
  const { differences, compare } = createComparison(`Order ${order.orderNumber}`, order.currency);
  if (events.some(({ step }) => step === "invoiced")) compare("Invoice", "one", "missing");
  return differences;
}

function checkAmounts({ content, grossCents }: AuditedDocument) {
  const { differences, compareCents } = createComparison(documentTitle(content), content.currency);
  compareCents("Total", content.grossCents, grossCents);
  compareCents("Net and VAT together", content.grossCents, content.netCents + content.vatCents);
  compareCents("VAT", sumOf(content.vat.map(({ vatCents }) => vatCents)), content.vatCents);
  for (const { basisPoints, grossCents, netCents, vatCents } of content.vat) {
    if (isInvoice(content) && content.replaces === undefined)
      compareCents(vatAt(basisPoints), vatWithin(grossCents, basisPoints), vatCents);
    compareCents(`Net at ${basisPoints / 100}%`, grossCents - vatCents, netCents);
  }
  return differences;
}

function checkInvoice({ order }: AuditedOrder, invoice: DocumentContent) {
  const { differences, compare } = createComparison(documentTitle(invoice), invoice.currency);
  const { seller, buyer, orderedOn, issuedOn } = invoice;
  const discountCode = order.discountCode ?? undefined;
  const deliveryName = order.deliveryName ?? undefined;
  const expected = buildInvoice({ ...order, seller, buyer, orderedOn, discountCode, deliveryName }, issuedOn);
  for (const field of [
    "orderNumber",
    "currency",
    "lines",
    "discountCents",
    "deliveryCents",
    "vat",
    "grossCents",
  ] as const)
    compare(field, JSON.stringify(expected[field]), JSON.stringify(invoice[field]));
  compare("Due date", order.dueOn ?? "none", invoice.dueOn ?? "none");
  compare("Payment reference", order.paymentReference ?? "none", invoice.paymentReference ?? "none");
  compare("VAT notes", order.vatKind ? "some" : "none", invoice.vatNotes ? "some" : "none");
  return differences;
}

/** What corrects an invoice says the same of its VAT. */
function checkNotes(invoice: DocumentContent, documents: AuditedDocument[]) {
  return documents.flatMap(({ content }) => {
    const { differences, compare } = createComparison(documentTitle(content), content.currency);
    compare("VAT notes", (invoice.vatNotes ?? []).join("; "), (content.vatNotes ?? []).join("; "));
    return differences;
  });
}

/**
 * Credit notes round their VAT over all of an order so far, and each one alone until 2026-11-25. One that is taken back no longer counts. Once a
 * whole invoice is credited, nothing is left at any rate.
 */
function checkCredits(invoice: DocumentContent, documents: AuditedDocument[]) {
  const differences: Difference[] = [];
  const credited = new Map<string, VatGroup[]>();
  for (const { content } of documents) {
    if (content.kind === "invoice") credited.delete(content.corrects ?? "");
    if (content.kind !== "creditNote" || content.withdraws) continue;
    const comparison = createComparison(documentTitle(content), content.currency);
    for (const { basisPoints, grossCents, vatCents } of content.vat) {
      const before = sumAtRate([...credited.values()].flat(), basisPoints);
      const expected = vatWithin(before.grossCents + grossCents, basisPoints) - before.vatCents;
      if (vatCents !== vatWithin(grossCents, basisPoints))
        comparison.compareCents(vatAt(basisPoints), expected, vatCents);
    }
    credited.set(content.number, content.vat);
    differences.push(...comparison.differences);
  }
  const { differences: left, compareCents } = createComparison(`Order ${invoice.orderNumber}`, invoice.currency);
  for (const { basisPoints, grossCents, vatCents } of invoice.vat) {
    const credits = sumAtRate([...credited.values()].flat(), basisPoints);
    if (credits.grossCents < grossCents) continue;
    compareCents(`Credited at ${basisPoints / 100}%`, grossCents, credits.grossCents);
    compareCents(`Credited VAT at ${basisPoints / 100}%`, vatCents, credits.vatCents);
  }
  return [...differences, ...left];
}

/** A corrected invoice is what a credit note takes back, and a new invoice right after it of the same amounts: together they are nothing. */
function checkReplacements(invoice: DocumentContent, documents: AuditedDocument[]) {
  const differences: Difference[] = [];
  let current = invoice.number;
  for (const [index, { content }] of documents.entries()) {
    const before = documents[index - 1]?.content;
    const comparison = createComparison(documentTitle(content), content.currency);
    const { compare, compareCents } = comparison;
    if (content.withdraws) {
      compare("Corrects", current, content.corrects ?? "none");
      compare(
        "Replaced by",
        "a new invoice",
        documents[index + 1]?.content.replaces === current ? "a new invoice" : "none",
      );
    }
    if (content.replaces !== undefined) {
      compare("Replaces", before?.withdraws ? (before.corrects ?? "none") : "none", content.replaces);
      compareCents("Total", before?.grossCents ?? 0, content.grossCents);
      compare("vat", JSON.stringify(before?.vat), JSON.stringify(content.vat));
      compare("lines", JSON.stringify(invoice.lines), JSON.stringify(content.lines));
      compareCents("Already credited", invoice.grossCents - content.grossCents, content.creditedCents ?? 0);
      current = content.number;
    }
    differences.push(...comparison.differences);
  }
  return differences;
}

function vatAt(basisPoints: number) {
  return `VAT at ${basisPoints / 100}%`;
}

/** Each event that moved money after the invoice has a document of its amount. */
function checkEvents({ order, events }: AuditedOrder, invoice: AuditedDocument, documents: AuditedDocument[]) {
  const { differences, compare, compareCents } = createComparison(`Order ${order.orderNumber}`, order.currency);
  const isCredit = (step: string) => ["credited", "refunded", "refundedInPart", "invoiceWithdrawn"].includes(step);
  const moved = events.filter(
    ({ step, wasSettled, position }) =>
      position > invoice.orderEvent && (isCredit(step) || wasSettled || step === "invoiceCorrected"),
  );
  for (const { position, step, amountCents } of moved) {
    const issued = documents.find(({ orderEvent }) => orderEvent === position);
    const kind = isCredit(step) ? "credit note" : "invoice";
    compare(`Document of event ${position}`, kind, issued ? documentKindName(issued.content) : "missing");
    if (issued) compareCents(documentTitle(issued.content), amountCents ?? 0, issued.grossCents);
  }
  const known = new Set([invoice.orderEvent, ...moved.map(({ position }) => position)]);
  for (const { content, orderEvent } of documents)
    if (!known.has(orderEvent)) compare(documentTitle(content), "no such document", "issued");
  return differences;
}

function documentKindName({ kind }: DocumentContent) {
  return kind === "creditNote" ? "credit note" : "invoice";
}

function sumOf(cents: number[]) {
  return cents.reduce((sum, some) => sum + some, 0);
}
