import { creditNotesOf, type DocumentContent, documentTitle, isInvoice } from "../documents/document.ts";
import { type LocalVat, localVatOf } from "../taxes/local-vat.ts";
import { sumGroups, type VatAmount } from "../taxes/vat.ts";
import { createComparison, type Difference } from "./difference.ts";

/**
 * Recomputes what an order's documents say of their VAT in the currency of its country (docs/decisions/0360). Corrections have the rate of what they
 * correct, and the credit notes of a whole invoice add up to it.
 *
 * @param documents the oldest first
 */
export function checkLocalVat(documents: DocumentContent[]): Difference[] {
  const differences = documents.flatMap((content) => [
    ...checkAmounts(content),
    ...checkRate(
      content,
      documents.find(({ number }) => number === (content.corrects ?? content.replaces)),
    ),
  ]);
  return [...differences, ...checkCredits(documents)];
}

function checkAmounts(content: DocumentContent) {
  const { localVat } = content;
  if (!localVat) return [];
  const { differences, compare, compareCents } = createComparison(documentTitle(content), localVat.currency);
  compareCents(`VAT in ${localVat.currency}`, sumOf(localVat, "vatCents"), localVat.vatCents);
  compareCents(
    `Net and VAT together in ${localVat.currency}`,
    sumOf(localVat, "grossCents"),
    sumOf(localVat, "netCents") + localVat.vatCents,
  );
  if (isInvoice(content) && content.replaces === undefined)
    compare(
      `VAT by rate in ${localVat.currency}`,
      JSON.stringify(localVatOf(content, localVat).vat),
      JSON.stringify(localVat.vat),
    );
  return differences;
}

/** @param corrected what a document corrects or replaces */
function checkRate(content: DocumentContent, corrected: DocumentContent | undefined) {
  if (!corrected) return [];
  const { differences, compare } = createComparison(documentTitle(content), content.currency);
  const [expected, found] = [corrected, content].map(({ localVat }) => localVat);
  compare("Currency of its VAT", expected?.currency ?? "none", found?.currency ?? "none");
  // An invoice that lacks its rate is replaced by one that has it.
  if (expected?.rate || content.replaces === undefined)
    compare("Exchange rate", JSON.stringify(expected?.rate ?? "none"), JSON.stringify(found?.rate ?? "none"));
  return differences;
}

/** Only where each has a rate: what was credited before an invoice got its rate was never said in the other currency. */
function checkCredits(documents: DocumentContent[]) {
  const invoice = documents.find(isInvoice);
  const credits = creditNotesOf(documents);
  const { localVat } = invoice ?? {};
  const credited = credits.reduce((sum, { grossCents }) => sum + grossCents, 0);
  const isWhole = invoice && credited === invoice.grossCents && credits.length > 0;
  if (!isWhole || !localVat?.rate || credits.some((credit) => !credit.localVat?.rate)) return [];
  const { differences, compareCents } = createComparison(`Order ${invoice.orderNumber}`, localVat.currency);
  for (const amount of ["netCents", "vatCents"] as const)
    compareCents(
      `Credited ${amount === "netCents" ? "net" : "VAT"} in ${localVat.currency}`,
      sumOf(localVat, amount),
      credits.reduce((sum, credit) => sum + (credit.localVat ? sumOf(credit.localVat, amount) : 0), 0),
    );
  return differences;
}

function sumOf({ vat }: LocalVat, amount: VatAmount) {
  return sumGroups(vat, amount);
}
