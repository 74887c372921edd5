import { type CreditedPart, localVatOf, type VatCurrency } from "../taxes/local-vat.ts";
import { orderVat } from "../taxes/order-vat.ts";
import { nextParts, type VatGroup, vatCentsOf } from "../taxes/vat.ts";
import type { Options } from "../values/product-options.ts";
import type {
  DocumentBuyer,
  DocumentContent,
  DocumentLine,
  DocumentRecipient,
  DocumentSeller,
  UnnumberedContent,
} from "./document.ts";

/** What a document is made from. Amounts are whole cents, days `YYYY-MM-DD`. */
export interface DocumentSource {
  orderNumber: string;
  orderedOn: string;
  /** How it is paid, where the invoice comes first. */
  payment?: InvoicePayment | undefined;
  seller: DocumentSeller;
  buyer: DocumentBuyer;
  recipient?: DocumentRecipient;
  currency: string;
  lines: SourceLine[];
  discountCents: number;
  discountCode?: string | undefined;
  deliveryCents: number;
  deliveryName?: string | undefined;
  vatNotes?: string[] | undefined;
  /** The currency in which it also says its VAT, if it must. */
  vatCurrency?: VatCurrency | undefined;
}

type InvoicePayment = Pick<UnnumberedContent, "dueOn" | "bankAccount" | "paymentReference">;

/** A line of the order. @property discountCents what of the order's discount falls on it; without it, its share */
interface SourceLine {
  title: string;
  options?: Options;
  sku?: string | null;
  quantity: number;
  priceCents: number;
  vatBasisPoints: number | null;
  discountCents?: number;
}

/** The invoice of a whole order. */
export function buildInvoice(source: DocumentSource, issuedOn: string): UnnumberedContent {
  const lines = source.lines.map(toDocumentLine);
  const { discountCents, deliveryCents } = source;
  const grossCents = lines.reduce((sum, line) => sum + line.grossCents, 0) - discountCents + deliveryCents;
  const vat = orderVat(source.lines, source);
  const hasVat = vatCentsOf(vat) > 0;
  return {
    ...headOf(source, issuedOn),
    ...source.payment,
    lines,
    discountCents,
    ...(source.discountCode && { discountCode: source.discountCode }),
    deliveryCents,
    ...(source.deliveryName && { deliveryName: source.deliveryName }),
    ...withVat({ currency: source.currency, vat, vatCurrency: hasVat ? source.vatCurrency : undefined }, grossCents),
    ...notesOf(source),
  };
}

/** What a correction says besides what it repeats of the invoice. */
interface Correction {
  issuedOn: string;
  amountCents: number;
  /** The number of the document that it corrects. */
  corrects: string;
  reason: string | null;
  /** The returned items that it is about: lines of the invoice, with the pieces that came back and what is refunded of them. */
  items?: DocumentLine[];
  /** The part of the amount that is for their delivery. */
  deliveryCents?: number;
}

/**
 * A credit note: money of an order went back. Its rates are those of what is left of the invoice, in proportion. Only one about the
 * whole amount repeats the lines; one about returned items has their lines and rates, and the delivery that is refunded. See docs/decisions/0164.
 *
 * @param earlier the credit notes that the order already has, without those that were taken back
 */
export function buildCreditNote(
  invoice: UnnumberedContent,
  earlier: CreditedPart[],
  correction: Correction,
): UnnumberedContent {
  const { items = [], deliveryCents = 0, ...wanted } = correction;
  const { amountCents } = wanted;
  const credited = earlier.flatMap(({ vat }) => vat);
  const parts = items.map(({ grossCents, basisPoints: onlyRate }) => ({ grossCents, onlyRate }));
  const delivery = deliveryCents > 0 ? [{ grossCents: deliveryCents }] : [];
  const vat = nextParts(
    invoice.vat,
    credited,
    items.length > 0 ? [...parts, ...delivery] : [{ grossCents: amountCents }],
  );
  const { localVat: vatCurrency } = invoice;
  const note = buildCorrection(invoice, { vat, vatCurrency, earlier }, wanted);
  const isAtTheirRates = nextParts(invoice.vat, credited, parts).every(({ basisPoints, grossCents }) => {
    const atRate = items.filter((item) => item.basisPoints === basisPoints);
    return atRate.reduce((sum, item) => sum + item.grossCents, 0) === grossCents;
  });
  if (items.length === 0 || !isAtTheirRates) return note;
  const { deliveryName } = invoice;
  return {
    ...note,
    lines: items,
    discountCents: 0,
    deliveryCents,
    ...(deliveryCents > 0 && deliveryName && { deliveryName }),
  };
}

/** An invoice that takes a credit note back, because its refund failed after it was settled. */
export function buildReversal(
  invoice: UnnumberedContent,
  creditNote: UnnumberedContent,
  correction: Omit<Correction, "amountCents" | "items" | "deliveryCents">,
): UnnumberedContent {
  const { vat, localVat, grossCents: amountCents } = creditNote;
  return { ...buildCorrection(invoice, { vat }, { ...correction, amountCents }), ...(localVat && { localVat }) };
}

/**
 * A credit note that takes back what is left of an invoice, because a new one replaces it.
 *
 * @param earlier the credit notes that the order already has, without those that were taken back
 */
export function buildWithdrawal(
  invoice: UnnumberedContent,
  earlier: CreditedPart[],
  correction: Omit<Correction, "items" | "deliveryCents">,
): UnnumberedContent {
  return { ...buildCreditNote(invoice, earlier, correction), withdraws: true };
}

/** What an invoice that replaces another one says besides what it repeats of it. */
export interface Replacement {
  buyer: DocumentBuyer;
  issuedOn: string;
  wholeCents: number;
  vatCurrency: VatCurrency | undefined;
  /** The credit notes that the order already had, without the one that withdraws and those that were taken back. */
  earlier: CreditedPart[];
}

/** The invoice that replaces one which was taken back: the same sale, or what is left of it, to another buyer. */
export function buildReplacement(
  { reason: _, ...invoice }: UnnumberedContent,
  withdrawal: DocumentContent,
  { buyer, issuedOn, wholeCents, vatCurrency, earlier }: Replacement,
): UnnumberedContent {
  const { grossCents, vat, corrects } = withdrawal;
  const creditedCents = wholeCents - grossCents;
  return {
    ...{ ...invoice, issuedOn, buyer, ...(corrects !== undefined && { replaces: corrects }) },
    creditedCents: creditedCents > 0 ? creditedCents : undefined,
    ...withVat({ currency: invoice.currency, vat, vatCurrency, earlier }, grossCents),
  };
}

function buildCorrection(
  invoice: UnnumberedContent,
  part: Omit<DocumentVat, "currency">,
  { amountCents, reason, ...correction }: Omit<Correction, "items" | "deliveryCents">,
): UnnumberedContent {
  const { seller, buyer, currency, orderNumber, orderedOn } = invoice;
  const isWhole = amountCents === invoice.grossCents;
  const { lines, discountCents, discountCode, deliveryCents, deliveryName, creditedCents } = invoice;
  const items = isWhole
    ? {
        lines,
        discountCents,
        ...(discountCode && { discountCode }),
        deliveryCents,
        ...(deliveryName && { deliveryName }),
        ...(creditedCents && { creditedCents }),
      }
    : { lines: [], discountCents: 0, deliveryCents: 0 };
  return {
    ...{ orderNumber, orderedOn, ...correction, ...(reason && { reason }) },
    ...{ seller, buyer, currency },
    ...items,
    ...withVat({ currency, ...part }, amountCents),
    ...notesOf(invoice),
  };
}

function notesOf({ vatNotes }: Pick<DocumentSource, "vatNotes">) {
  return vatNotes && vatNotes.length > 0 ? { vatNotes } : {};
}

function headOf({ orderNumber, orderedOn, seller, buyer, recipient, currency }: DocumentSource, issuedOn: string) {
  return { issuedOn, orderNumber, orderedOn, seller, buyer, ...(recipient && { recipient }), currency };
}

function toDocumentLine({ title, options, sku, quantity, priceCents, vatBasisPoints }: SourceLine): DocumentLine {
  return {
    ...{ title, ...(options && { options }), ...(sku && { sku }) },
    ...{ quantity, unitCents: priceCents, grossCents: priceCents * quantity, basisPoints: vatBasisPoints },
  };
}

/** What is taxed on a document. @property earlier what was credited of the same sale before */
interface DocumentVat {
  currency: string;
  vat: VatGroup[];
  vatCurrency?: VatCurrency | undefined;
  earlier?: CreditedPart[];
}

function withVat({ currency, vat, vatCurrency, earlier }: DocumentVat, grossCents: number) {
  const vatCents = vatCentsOf(vat);
  return {
    ...{ vat, netCents: grossCents - vatCents, vatCents, grossCents },
    ...(vatCurrency && { localVat: localVatOf({ currency, vat }, vatCurrency, earlier) }),
  };
}
