import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { exportCatalog } from "#shop/catalog/files/export-catalog.ts";
import { type ImportOptions, importCatalog } from "#shop/catalog/files/import-catalog.ts";
import { previewImport } from "#shop/catalog/files/import-preview.ts";
import { connectAt, type DatabaseLocation } from "../../tests/support/database-location.ts";

// Works on a catalog file in a process of its own, and prints what it took.

export interface FileTask {
  location: DatabaseLocation;
  step: "preview" | "import" | "export";
  file: string;
  options?: Pick<ImportOptions, "replace" | "inFileOrder">;
}

export interface FileWork {
  seconds: number;
  processorSeconds: number;
  /** The largest resident memory. */
  megabytes: number;
}

const { location, step, file, options }: FileTask = JSON.parse(process.argv[2] ?? "");
const { db } = connectAt(location);

const steps = {
  export: () =>
    pipeline(Readable.from(exportCatalog(db, file.endsWith(".csv") ? "csv" : "json")), createWriteStream(file)),
  preview: () => previewImport(db, file, options),
  import: () =>
    importCatalog(db, file, { ...options, acceptWarnings: true, by: { actor: "bench", name: "file", at: new Date() } }),
} satisfies Record<FileTask["step"], () => Promise<unknown>>;

const start = performance.now();
await steps[step]();
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage();
// Node's own figure may be that of the process that started this one.
const [, peak] = /VmHWM:\s*(\d+)/.exec(await readFile("/proc/self/status", "utf8")) ?? [];
const done: FileWork = { seconds, processorSeconds: (user + system) / 1e6, megabytes: Number(peak) / 1024 };
console.log(JSON.stringify(done));
await db.destroy();
