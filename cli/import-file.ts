import { statSync } from "node:fs";
import { readPictureProgress } from "#shop/catalog/fetched-pictures/picture-progress.ts";
import { type ImportOptions, type ImportResult, importCatalog } from "#shop/catalog/files/import-catalog.ts";
import { previewImport } from "#shop/catalog/files/import-preview.ts";
import { importedInWords } from "#shop/catalog/files/imported-in-words.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { printAllNotes, printDryRun } from "./dry-run.ts";
import { printPictureProgress } from "./pictures.ts";
import { type Track, withBar } from "./progress-bar.ts";

/** A person at a terminal looks at warnings before anything is saved. A script can't be asked: its log has the warnings. */
const isPerson = Boolean(process.stdin.isTTY && process.stdout.isTTY);

interface FileOptions
  extends Pick<ImportOptions, "replace" | "inFileOrder" | "fetchPictures" | "encoding" | "acceptWarnings"> {
  /** Whether to only preview the changes. */
  dryRun?: boolean | undefined;
  /** What the log calls the file. */
  name: string;
  /** Where the products come from, for the owner. */
  from: string;
}

/** Imports a catalog file or previews it, with a progress bar on terminals. */
export async function importFile(
  { db, now }: ShopDatabase,
  file: string,
  { dryRun, name, from, acceptWarnings = !isPerson, ...options }: FileOptions,
) {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (dryRun) {
    const compare = (onProgress: Track) => previewImport(db, file, { ...options, onProgress, size });
    return printDryRun(await withBar("Comparing", compare));
  }
  const by = { actor: "command line", name, at: now() };
  let done: ImportResult = { id: undefined, drafts: 0, removed: 0 };
  const onImported = (result: ImportResult) => {
    done = result;
  };
  const saving = { ...options, acceptWarnings, size, by, onNotes: printAllNotes, onImported };
  const load = (onProgress: Track) => importCatalog(db, file, { ...saving, onProgress });
  console.log(importedInWords({ products: await withBar("Importing", load), ...done }, from));
  if ((await readPictureProgress(db, now()))?.waiting) await printPictureProgress(db, now());
}
