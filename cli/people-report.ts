import type { ImportReport } from "#shop/earlier-shop/import-people.ts";
import { describeExport } from "#shop/earlier-shop/known-exports.ts";
import { printRows, terminalText } from "./print.ts";

/** Prints what a file of customers or orders does, or would do. */
export function printPeopleReport(report: ImportReport, isDryRun = false) {
  const { counts, leftOut, twoDays, damaged, encoding, samples, kind } = report;
  console.log(describeExport(report));
  if (encoding) console.error(terminalText(`Encoding: ${encoding.name}, in which a line reads: ${encoding.sample}`));
  if (damaged.length > 0)
    console.error(`Letters look damaged on lines ${damaged.join(", ")}. Name another encoding with --encoding`);
  if (isDryRun) {
    printRows(
      samples.map(({ effect, title, detail }) => ({ effect, title, detail })),
      { empty: "No changes" },
    );
    const more = counts.new + counts.changed - samples.length;
    if (more > 0) console.log(`and ${more} more`);
  }
  const named = (count: number, lines: number[]) =>
    `${count} (line ${lines.join(", ")}${count > lines.length ? ", …" : ""})`;
  if (twoDays)
    console.log(
      `Without a day that isn't clear: ${named(twoDays.count, twoDays.lines)}. ${terminalText(twoDays.reason)}`,
    );
  for (const { reason, count, lines } of leftOut) console.log(`Left out, ${reason}: ${named(count, lines)}`);
  const told = `${counts.new} new, ${counts.changed} updated, ${counts.unchanged} already here`;
  const accounts = kind === "customers" ? `, ${counts.taken} with an account` : "";
  console.log(
    `${told}${accounts}. ${isDryRun ? "Dry run: nothing was saved." : `${counts.new + counts.changed} ${kind} imported`}`,
  );
}
