import type { ImportEffect } from "#shop/catalog/compare-import.ts";
import type { ImportPreview } from "#shop/catalog/import-preview.ts";
import { printRows } from "./table.ts";
import { terminalJson, terminalText } from "./terminal-text.ts";

/** Prints what an import would do as a table, and the counts. */
export function printDryRun({ rows, counts, others, order }: ImportPreview) {
  printRows(rows, { empty: order ? "No product would change" : "Nothing would change" });
  if (others > 0) console.log(`and ${others} more`);
  if (order) console.log(terminalText(`The file's order becomes the catalog's: ${order}`));
  const told = Object.entries(counts).map(([effect, count]) => `${count} ${effect}`);
  console.log(`${told.join(", ")}; nothing was written`);
}

/** Prints all that an import would change as one JSON array, each product as it is read. */
export async function printDryRunJson(effects: AsyncIterable<ImportEffect>) {
  let last = "";
  for await (const effect of effects) {
    if (effect.effect === "unchanged") continue;
    console.log(last ? `${last},` : "[");
    last = terminalJson(effect);
  }
  console.log(last ? `${last}\n]` : "[]");
}
