import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "#database/connect.ts";
import { type ImportOptions, importCatalog } from "#shop/catalog/files/import-catalog.ts";
import { generateCatalog } from "../../bench/support/generate-catalog.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A product as a catalog file has it: right in every field, with the given ones changed (undefined leaves one out). */
export function catalogRecord(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "coffee",
    title: "Filter Coffee",
    price: 9.5,
    rating: 4.25,
    thumbnail: "/pictures/coffee.svg",
    images: ["/pictures/coffee.svg", "https://cdn.example.com/coffee.jpg"],
    brand: "Bakklandet",
    category: "groceries",
    tags: ["coffee", "Beverages"],
    stock: 40,
    discountPercentage: 12.5,
    minimumOrderQuantity: 2,
    description: "Light roast, ground for filters.",
    availabilityStatus: "In Stock",
    ...changes,
  };
}

/** Many products, numbered from 1, with ids such as "p7". */
export function catalogRecords(count: number, changes: (number: number) => Record<string, unknown> = () => ({})) {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return catalogRecord({ id: `p${number}`, title: `Product ${number}`, ...changes(number) });
  });
}

type GeneratedRecord = { id: string; price: number; stock: number; availabilityStatus: string };

/** So many generated products, the same for the same seed. */
export async function generatedRecords(count: number, seed?: number): Promise<GeneratedRecord[]> {
  const file = join(await temporaryFolder(), "catalog.json");
  await generateCatalog(file, count, seed);
  return JSON.parse(await readFile(file, "utf8"));
}

/** Writes a catalog file, removed after the test. Strings are written verbatim, other values as JSON. */
export async function writeCatalog(content: unknown) {
  const file = join(await temporaryFolder(), "catalog.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

/** Writes a spreadsheet, removed after the test. */
export async function writeCsv(content: string | Buffer) {
  const file = join(await temporaryFolder(), "catalog.csv");
  await writeFile(file, content);
  return file;
}

/** Imports products by way of a catalog file. */
export async function importRecords(db: Database, records: unknown[], options?: ImportOptions) {
  return importCatalog(db, await writeCatalog(records), { acceptWarnings: true, ...options });
}
