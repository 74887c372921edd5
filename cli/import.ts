import { statSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import { compareImport } from "#shop/catalog/compare-import.ts";
import { importCatalog } from "#shop/catalog/import-catalog.ts";
import { previewImport } from "#shop/catalog/import-preview.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { UsageError } from "./command-error.ts";
import { printDryRun, printDryRunJson } from "./dry-run.ts";
import { onlyOf } from "./only-argument.ts";

const options = { replace: { type: "boolean" }, "dry-run": { type: "boolean" }, json: { type: "boolean" } } as const;

/** Loads a catalog file, or tells what that would change, with a progress bar on a terminal. */
export const importCommand = {
  usage: "import FILE [--replace] [--dry-run [--json]]",
  summary:
    "load a catalog (JSON, or CSV by the name's end); --replace also removes the products that it doesn't name; --dry-run only tells what would change",
  async run({ db, now }: ShopDatabase, args: string[]) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const { replace, "dry-run": isDry, json } = values;
    const file = onlyOf(positionals, "import takes one file");
    if (json && !isDry) throw new UsageError("import takes --json only with --dry-run");
    if (json) return printDryRunJson(compareImport(db, file, { replace }));
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (isDry) {
      const compare = (onProgress: Track) => previewImport(db, file, { replace, onProgress, size });
      printDryRun(await withBar("Comparing", compare));
    } else {
      const by = { actor: "command line", name: basename(file), at: now() };
      const load = (onProgress: Track) => importCatalog(db, file, { replace, onProgress, size, by });
      console.log(`${await withBar("Importing", load)} products imported from ${file}`);
    }
  },
};

type Track = (share: number) => void;

/** Does some work beside a progress bar, which is gone at its end. */
async function withBar<Result>(verb: string, work: (onProgress: Track) => Promise<Result>) {
  const bar = new SingleBar({ format: `${verb} [{bar}] {percentage}%`, clearOnComplete: true, noTTYOutput: false });
  bar.start(100, 0);
  try {
    return await work((share) => bar.update(Math.floor(share * 100)));
  } finally {
    bar.stop();
  }
}
