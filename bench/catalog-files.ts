import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { nodeFlags, withPath } from "../tests/support/server-process.ts";
import { openLargeShop } from "./support/bench-shop.ts";
import type { FileTask, FileWork } from "./support/catalog-file-process.ts";
import { multiplyCatalog } from "./support/multiply-catalog.ts";
import type { Table } from "./support/results.ts";

const sizes = [10_000, 100_000, 1_000_000];
const imported = 10_000;

/** What it takes to export catalogs, and to preview the files that come of it. */
export async function* measure(): AsyncIterable<Table> {
  for (const engine of ["sqlite", "postgres"] as const) {
    const rows: Table["rows"] = [];
    for (const size of sizes) {
      await using open = new AsyncDisposableStack();
      const { shop, environment } = await openLargeShop(engine, imported, open);
      await multiplyCatalog(shop.db, size);
      const location = { dataFolder: environment.DATA_DIR, databaseUrl: environment.DATABASE_URL || undefined };
      for (const ending of ["json", "csv"]) {
        const file = join(location.dataFolder, `catalog.${ending}`);
        for (const step of ["export", "preview"] as const)
          rows.push({
            products: size.toLocaleString("en"),
            file: ending,
            step,
            ...(await work({ location, step, file })),
          });
      }
    }
    yield {
      title: `Catalog files (${engine === "sqlite" ? "SQLite" : "PostgreSQL"})`,
      note: "Each in a process of its own, with the shop's limits. Memory is its largest resident memory.",
      rows,
    };
  }
}

async function work(task: FileTask) {
  const args = [...nodeFlags, resolve(import.meta.dirname, "support/catalog-file-process.ts"), JSON.stringify(task)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: withPath({}) });
  const { processorSeconds, megabytes }: FileWork = JSON.parse(stdout);
  return { processor: `${processorSeconds.toFixed(1)} s`, memory: `${megabytes.toFixed(0)} MB` };
}
