import type { LocalVat } from "../taxes/local-vat.ts";
import type { VatGroup } from "../taxes/vat.ts";
import type { BankAccount } from "../values/bank-account.ts";
import type { Options } from "../values/product-options.ts";

export type DocumentKind = "invoice" | "creditNote";

/** What documents of a kind are called, and what their numbers begin with. Each kind is a series of its own. */
export const documentKinds: Record<DocumentKind, { name: string; prefix: string }> = {
  invoice: { name: "Invoice", prefix: "" },
  creditNote: { name: "Credit note", prefix: "C" },
};

/** A document without what its series gives it. */
export type UnnumberedContent = Omit<DocumentContent, "kind" | "number">;

/** A line of an invoice. Prices include VAT; whole cents. */
export interface DocumentLine {
  title: string;
  options?: NonNullable<Options>;
  sku?: string;
  quantity: number;
  unitCents: number;
  grossCents: number;
  /** The rate in hundredths of a percent; null where the seller isn't registered for VAT. */
  basisPoints: number | null;
}

/** Who sold; empty fields are "". */
export interface DocumentSeller {
  name: string;
  address: string;
  organisationNumber: string;
  /** "" where the seller isn't registered for VAT. */
  vatNumber: string;
  email: string;
  phone: string;
  /** The address of its picture. */
  logo?: string;
}

export interface DocumentBuyer {
  name: string;
  email: string;
  /** As the customer typed it. */
  address: string;
  zipCode?: string;
  /** ISO 3166 code */
  country?: string;
  company?: string;
  vatNumber?: string;
}

/** Where an order went that wasn't sent to its buyer's address. */
export type DocumentRecipient = Omit<DocumentBuyer, "email">;

/** What a document says, frozen when it is issued: nothing of it is ever read from elsewhere again. Days are `YYYY-MM-DD`, amounts whole cents. */
export interface DocumentContent {
  kind: DocumentKind;
  number: string;
  issuedOn: string;
  orderNumber: string;
  orderedOn: string;
  /** The number of the document that this one corrects: a credit note an invoice, an invoice a credit note whose refund failed. */
  corrects?: string;
  /** Whether a credit note takes an invoice back that a new one replaces. */
  withdraws?: true;
  /** The number of the invoice that this one replaces. */
  replaces?: string;
  /** What was credited of the order before this invoice replaced another one: it is for the rest. */
  creditedCents?: number;
  /** Why money went back, or came back again. */
  reason?: string;
  /** How an invoice is paid that comes before its payment. */
  dueOn?: string;
  bankAccount?: BankAccount;
  paymentReference?: string;
  seller: DocumentSeller;
  buyer: DocumentBuyer;
  recipient?: DocumentRecipient;
  /** ISO 4217, in capitals. */
  currency: string;
  /** What was sold; a credit note of part of an order's amount has none. */
  lines: DocumentLine[];
  discountCents: number;
  discountCode?: string;
  deliveryCents: number;
  deliveryName?: string;
  /** One for each rate; none where the seller isn't registered for VAT. */
  vat: VatGroup[];
  /** The same in the currency of the country whose VAT it is, where that isn't the document's. See docs/decisions/0360. */
  localVat?: LocalVat;
  /** Whose VAT it is, if not the seller's own, or why there is none. */
  vatNotes?: string[];
  netCents: number;
  vatCents: number;
  grossCents: number;
}

/** Whether a document is its order's invoice, and not one that takes a credit note back. */
export function isInvoice({ kind, corrects }: Pick<DocumentContent, "kind" | "corrects">) {
  return kind === "invoice" && corrects === undefined;
}

/** The invoice that counts: the last one, where an earlier one was corrected. @param documents an order's, the oldest first */
export function findCurrentInvoice<Document extends Pick<DocumentContent, "kind" | "corrects">>(
  documents: Document[],
): Document | undefined {
  return documents.findLast(isInvoice);
}

/** The credit notes that count: no refund of theirs failed, and no new invoice made up for them. @param documents an order's */
export function creditNotesOf(documents: DocumentContent[]) {
  const takenBack = new Set(documents.flatMap(({ kind, corrects }) => (kind === "invoice" ? [corrects] : [])));
  return documents.filter(
    ({ kind, number, withdraws }) => kind === "creditNote" && !withdraws && !takenBack.has(number),
  );
}

/** Whether a document says its VAT in its own currency only, since the shop had no exchange rate. */
export function lacksLocalVat({ localVat }: Pick<DocumentContent, "localVat">) {
  return localVat !== undefined && localVat.rate === undefined;
}

/** "Invoice 2026-0001" */
export function documentTitle({ kind, number }: Pick<DocumentContent, "kind" | "number">) {
  return `${documentKinds[kind].name} ${number}`;
}

/** "invoice-2026-0001.pdf" */
export function documentFile({ kind, number }: Pick<DocumentContent, "kind" | "number">) {
  return `${documentKinds[kind].name.toLowerCase().replace(" ", "-")}-${number}.pdf`;
}
