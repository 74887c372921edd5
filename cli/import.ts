import { basename } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { compareImport } from "#shop/catalog/files/compare-import.ts";
import { type ExportFile, recognizeExport } from "#shop/earlier-shop/export-file.ts";
import { importPeople } from "#shop/earlier-shop/import-people.ts";
import { encodings } from "#shop/files/encodings.ts";
import { encodingNamed } from "#shop/files/text-encoding.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { type OpenShop, UsageError } from "./command.ts";
import { printDryRunJson, printNotes } from "./dry-run.ts";
import { importFile } from "./import-file.ts";
import { printPeopleReport } from "./people-report.ts";

/** Imports a catalog file or previews it, with a progress bar on terminals. */
export const importCommand = (open: OpenShop) =>
  new Command("import")
    .description(
      "import a catalog file (JSON, or CSV if its name ends in .csv, .tsv or .txt), or customers or orders of Shopify or WooCommerce",
    )
    .argument("<FILE>", "one file")
    .option("--replace", "also remove products that aren't in the file")
    .option("--file-order", "order products as in the file even if it omits some")
    .option("--fetch-pictures", "copy pictures from other sites into the shop, in the background")
    .option("--encoding <NAME>", "a CSV's encoding, such as windows-1250, instead of a guess", readEncoding)
    .option("--accept-warnings", "at a terminal, import texts that look like mistakes")
    .option("--dry-run", "only preview the changes")
    .option("--json", "with --dry-run: all changes as one JSON array")
    .action(
      async (file, { replace, fileOrder: inFileOrder, fetchPictures, encoding, json, dryRun, acceptWarnings }) => {
        if (json && !dryRun) throw new UsageError("Use --json only with --dry-run");
        const shop = await open();
        const people = await recognizeExport(file, encoding);
        if (people) {
          if (json || replace || inFileOrder || fetchPictures)
            throw new UsageError("Use only --dry-run and --encoding with customers and orders");
          return savePeople(shop, people, dryRun ? undefined : basename(file));
        }
        const options = { replace, inFileOrder, fetchPictures, encoding };
        if (json) return printDryRunJson(compareImport(shop.db, file, { ...options, onNotes: printNotes }));
        await importFile(shop, file, { ...options, dryRun, acceptWarnings, name: basename(file), from: file });
      },
    );

/** Imports customers or orders, or previews them. @param name the file's; undefined for a preview */
async function savePeople({ db, now, settings }: ShopDatabase, file: ExportFile, name: string | undefined) {
  const { timeZone, currency } = settings;
  const by = name === undefined ? undefined : { actor: "command line", name };
  printPeopleReport(await importPeople(db, file, { timeZone, currency, now: now(), by }), !by);
}

/** @throws UsageError for one that the shop can't read */
function readEncoding(name: string) {
  const known = encodingNamed(name);
  if (!known) throw new UsageError(`Unknown encoding "${name}". Use one of ${Object.keys(encodings).join(", ")}`);
  return known;
}
