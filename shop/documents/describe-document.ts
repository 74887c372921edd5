import { fullAddress } from "../delivery/full-address.ts";
import { textLines } from "../forms/validate.ts";
import { describeRate } from "../taxes/describe-rate.ts";
import { formatRate, sumGroups, type VatAmount, type VatGroup } from "../taxes/vat.ts";
import { formatBankAccount } from "../values/bank-account.ts";
import { formatDay } from "../values/days.ts";
import type { Formats, Locale } from "../values/locale.ts";
import { formatPrice } from "../values/money.ts";
import { referenceName } from "../values/payment-reference.ts";
import { variantText } from "../values/product-options.ts";
import { type DocumentContent, type DocumentRecipient, documentKinds, documentTitle } from "./document.ts";
import { toPrintable } from "./printable-text.ts";

interface DescribedVat {
  rate: string;
  net: string;
  vat: string;
  gross: string;
}

/** A document as its page and its PDF show it: texts only. */
export interface DescribedDocument {
  /** "Invoice 2026-0001" */
  title: string;
  seller: string[];
  buyer: string[];
  facts: [name: string, value: string][];
  /** `variant` is "" where a title says it all. */
  lines: { title: string; variant: string; quantity: string; price: string; vat: string; amount: string }[];
  /** The last one is the total. */
  sums: [name: string, amount: string][];
  /** One for each rate; none where the seller isn't registered for VAT. */
  vat: DescribedVat[];
  /** The same in the currency of the country whose VAT it is, where that is another one; the last one is the total. */
  localVat?: { title: string; rows: DescribedVat[]; exchangeRate: string };
  /** Whose VAT it is, if not the seller's own, or why there is none. */
  notes: string[];
}

/** Writes down a document for people to read. */
export function describeDocument(document: DocumentContent, locale: Locale): DescribedDocument {
  const { seller, buyer, currency, lines } = document;
  const formats = { currency, locale };
  const money = (cents: number) => formatPrice(cents, formats);
  return {
    title: documentTitle(document),
    seller: [
      seller.name,
      seller.address,
      seller.organisationNumber && `Organisation number ${seller.organisationNumber}`,
      seller.vatNumber && `VAT number ${seller.vatNumber}`,
      seller.email,
      seller.phone,
    ].flatMap(typedLines),
    buyer: [
      buyer.company ?? "",
      buyer.name,
      addressOf(buyer),
      buyer.vatNumber ? `VAT number ${buyer.vatNumber}` : "",
      buyer.email,
    ].flatMap(typedLines),
    facts: factsOf(document, locale),
    lines: lines.map(({ title, options, sku, quantity, unitCents, grossCents, basisPoints }) => ({
      title: toPrintable(title),
      variant: toPrintable(variantText({ options, sku })),
      quantity: String(quantity),
      price: money(unitCents),
      vat: basisPoints === null ? "" : formatRate(basisPoints, formats),
      amount: money(grossCents),
    })),
    sums: sumsOf(document, formats),
    vat: document.vat.map((group) => describeVat(group, formats)),
    ...describeLocalVat(document, locale),
    notes: (document.vatNotes ?? []).flatMap(typedLines),
  };
}

function describeVat({ basisPoints, netCents, vatCents, grossCents }: VatGroup, formats: Formats): DescribedVat {
  return {
    rate: formatRate(basisPoints, formats),
    net: formatPrice(netCents, formats),
    vat: formatPrice(vatCents, formats),
    gross: formatPrice(grossCents, formats),
  };
}

function describeLocalVat(
  { localVat, currency: from }: DocumentContent,
  locale: Locale,
): Pick<DescribedDocument, "localVat"> {
  if (!localVat?.rate) return {};
  const { currency: to, vat, rate } = localVat;
  const formats = { currency: to, locale };
  const sum = (amount: VatAmount) => sumGroups(vat, amount);
  const total = { basisPoints: 0, netCents: sum("netCents"), vatCents: sum("vatCents"), grossCents: sum("grossCents") };
  const rows = vat.map((group) => describeVat(group, formats));
  return {
    localVat: {
      title: `VAT in ${to}`,
      rows: rows.length > 1 ? [...rows, { ...describeVat(total, formats), rate: "Total" }] : rows,
      exchangeRate: `Exchange rate: ${describeRate(rate, { from, to, locale })}`,
    },
  };
}

function addressOf({ address, zipCode, country }: DocumentRecipient) {
  return fullAddress(address, { zipCode: zipCode ?? null, country: country ?? null });
}

/** What people typed, line by line. */
function typedLines(text: string) {
  return textLines(text).map(toPrintable).filter(Boolean);
}

function factsOf(document: DocumentContent, locale: Locale) {
  const { kind, number, issuedOn, orderNumber, orderedOn, corrects, reason, currency, recipient } = document;
  const facts: [name: string, value: string][] = [
    [`${documentKinds[kind].name} number`, number],
    ["Date", formatDay(issuedOn, locale)],
    ["Order number", orderNumber],
    ["Order date", formatDay(orderedOn, locale)],
    ["Currency", currency],
  ];
  if (recipient)
    facts.push(["Delivery address", [recipient.name, addressOf(recipient)].flatMap(typedLines).join("\n")]);
  if (document.dueOn !== undefined) facts.push(...invoicePayment(document, locale));
  else if (corrects === undefined) facts.push(["Payment", "Paid"]);
  else facts.push(["Corrects", corrects]);
  if (document.replaces !== undefined) facts.push(["Replaces", `Invoice ${document.replaces}`]);
  if (reason) facts.push(["Reason", typedLines(reason).join("\n")]);
  return facts;
}

/** How an invoice is paid that came before its payment. */
export function invoicePayment({ dueOn, bankAccount, paymentReference }: DocumentContent, locale: Locale) {
  const facts: [name: string, value: string][] = [];
  if (dueOn !== undefined) facts.push(["Due date", formatDay(dueOn, locale)]);
  if (bankAccount) facts.push(["Bank account", formatBankAccount(bankAccount)]);
  if (bankAccount?.bic) facts.push(["BIC", bankAccount.bic]);
  if (paymentReference !== undefined) facts.push([referenceName(paymentReference), paymentReference]);
  return facts;
}

function sumsOf(document: DocumentContent, formats: Formats): [name: string, amount: string][] {
  const { kind, lines, discountCents, discountCode, deliveryCents, deliveryName } = document;
  const money = (cents: number) => formatPrice(cents, formats);
  const rows: [name: string, amount: string][] = [];
  if (lines.length > 0) rows.push(["Subtotal", money(lines.reduce((sum, { grossCents }) => sum + grossCents, 0))]);
  if (discountCents > 0)
    rows.push([discountCode ? `Discount (${toPrintable(discountCode)})` : "Discount", `−${money(discountCents)}`]);
  if (deliveryCents > 0 || deliveryName) {
    const name = deliveryName ? `Shipping (${toPrintable(deliveryName)})` : "Shipping";
    // It has the rates of the items, in proportion (docs/decisions/0126).
    const rates = deliveryCents > 0 ? document.vat.map(({ basisPoints }) => formatRate(basisPoints, formats)) : [];
    rows.push([rates.length > 0 ? `${name}, ${rates.join(" and ")} VAT` : name, money(deliveryCents)]);
  }
  if (document.creditedCents) rows.push(["Already credited", `−${money(document.creditedCents)}`]);
  if (document.vat.length > 0) rows.push(["Net", money(document.netCents)], ["VAT", money(document.vatCents)]);
  rows.push([kind === "creditNote" ? "Total credited" : "Total", money(document.grossCents)]);
  return rows;
}
