import type { ImportEffect } from "#shop/catalog/import/compare-import.ts";
import type { ImportPreview } from "#shop/catalog/import/import-preview.ts";
import { printRows, terminalJson, terminalText } from "./print.ts";

/** Prints an import's changes as a table, with their counts. */
export function printDryRun({ rows, counts, others, order }: ImportPreview) {
  printRows(rows, { empty: order ? "No products would change" : "No changes" });
  if (others > 0) console.log(`and ${others} more`);
  if (order) console.log(terminalText(`The catalog takes the file's order: ${order}`));
  const told = Object.entries(counts).map(([effect, count]) => `${count} ${effect}`);
  console.log(`${told.join(", ")}. Dry run: nothing was saved.`);
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
