import type { ImportEffect } from "#shop/catalog/files/compare-import.ts";
import { countsInWords, type ImportPreview } from "#shop/catalog/files/import-preview.ts";
import type { UnusualPrice } from "#shop/catalog/files/planning/unusual-price.ts";
import type { FileNotes } from "#shop/catalog/files/reading/file-notes.ts";
import {
  decisionInWords,
  type ExportNotes,
  exportInWords,
  redirectsInWords,
  titlesInWords,
} from "#shop/catalog/files/reading/other-shops/export-notes.ts";
import type { Currency } from "#shop/values/currencies.ts";
import { defaultFormats } from "#shop/values/locale.ts";
import { decimalAmount } from "#shop/values/money.ts";
import { printRows, terminalJson, terminalText } from "./print.ts";

/** Prints an import's changes as a table, with their counts. */
export function printDryRun({
  rows,
  titles,
  counts,
  newDrafts,
  others,
  order,
  unusualPrices,
  onSale,
  onlyColumns,
  notes,
  pictures,
  currency,
}: ImportPreview) {
  printAllNotes(notes);
  const titleOf = new Map(titles);
  const told = rows.map((row) =>
    row.what.startsWith("new") ? { ...row, after: `${titleOf.get(row.id)}, ${row.after}` } : row,
  );
  printRows(told, { empty: order ? "No products would change" : "No changes" });
  if (others > 0) console.log(`and ${others} more`);
  if (onlyColumns)
    console.log(`Only these columns are in the file, and nothing else changes: ${onlyColumns.join(", ")}`);
  for (const price of unusualPrices.prices)
    console.log(terminalText(`Check this price: ${unusualPriceInWords(price, currency)}`));
  if (unusualPrices.others > 0) console.log(`and ${unusualPrices.others} more prices to check`);
  for (const { id, title, effect } of onSale.products) console.log(terminalText(`Sale of ${title} (${id}): ${effect}`));
  if (onSale.others > 0) console.log(`and ${onSale.others} more sales`);
  if (order) console.log(terminalText(`The catalog takes the file's order: ${order}`));
  if (pictures > 0) console.log(`${pictures} ${pictures === 1 ? "picture" : "pictures"} to fetch into the shop`);
  console.log(`${countsInWords({ counts, newDrafts })}. Dry run: nothing was saved.`);
}

/** Prints what an owner should know of a file: first what becomes of it, if it is another shop's export. */
export function printAllNotes(notes: FileNotes) {
  if (notes.export) printExport(notes.export);
  printNotes(notes);
}

function printExport({
  shop,
  address,
  products,
  variants,
  columns,
  unused,
  leftOut,
  drafts,
  decisions,
  redirects,
}: ExportNotes) {
  const print = (line: string) => console.log(terminalText(line));
  print(exportInWords({ shop, address, products, variants }, defaultFormats));
  for (const { column, becomes } of columns) print(`  ${column} → ${becomes}`);
  for (const each of leftOut) print(`Left out: ${titlesInWords(each, defaultFormats)}`);
  if (drafts) print(titlesInWords(drafts, defaultFormats));
  for (const decision of decisions) print(decisionInWords(decision, defaultFormats));
  if (redirects.count > 0) print(`${redirectsInWords(redirects, defaultFormats)}:`);
  for (const { from, to } of redirects.examples) print(`  ${from} → ${to}`);
  if (unused.length > 0) print(`Not imported: ${unused.join(", ")}`);
}

/** Prints what an owner should know of a file to the standard error, so that lists stay lists. */
export function printNotes({ encoding, warnings, otherWarnings, remarks }: FileNotes) {
  if (encoding) console.error(terminalText(`Encoding: ${encoding.name}, in which a line reads: ${encoding.sample}`));
  if (encoding?.isGuess) console.error("If this isn't right, name another one with --encoding");
  for (const remark of remarks) console.error(terminalText(remark));
  for (const warning of warnings) console.error(terminalText(`Warning: ${warning}`));
  if (otherWarnings > 0) console.error(`and ${otherWarnings} more warnings`);
}

/** Streams an import's changes as one JSON array. */
export async function printDryRunJson(effects: AsyncIterable<ImportEffect>) {
  let last = "";
  for await (const effect of effects) {
    if (effect.effect === "unchanged") continue;
    console.log(last ? `${last},` : "[");
    last = terminalJson(effect);
  }
  console.log(last ? `${last}\n]` : "[]");
}

function unusualPriceInWords({ id, title, from, to }: UnusualPrice, currency: Currency) {
  const change =
    from === undefined
      ? decimalAmount(to, currency)
      : `${decimalAmount(from, currency)} → ${decimalAmount(to, currency)}`;
  return `${title} (${id}) ${change}`;
}
