import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import { importCatalog } from "#shop/catalog/import-catalog.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { UsageError } from "./command-error.ts";

/** Loads a catalog file, with a progress bar on a terminal. */
export const importCommand = {
  usage: "import FILE [--replace]",
  summary: "load a catalog; --replace also removes the products that it doesn't name",
  async run({ db }: ShopDatabase, args: string[]) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: "boolean" } },
    });
    const [file, ...others] = positionals;
    if (!file || others.length > 0) throw new UsageError("import takes one file");
    const bar = new SingleBar({ format: "Importing [{bar}] {percentage}%", clearOnComplete: true, noTTYOutput: false });
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    bar.start(100, 0);
    try {
      const onProgress = (share: number) => bar.update(Math.floor(share * 100));
      const count = await importCatalog(db, file, { replace: values.replace, onProgress, size });
      bar.stop();
      console.log(`${count} products imported from ${file}`);
    } finally {
      bar.stop();
    }
  },
};
