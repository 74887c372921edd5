import { join } from "node:path";
import { expect, test } from "vitest";
import { importCatalog } from "#shop/catalog/import/import-catalog.ts";
import { readProductPage } from "#shop/catalog/read-products.ts";
import { forEachEngine } from "../support/databases.ts";
import { queries } from "./queries.ts";

const catalog = join(import.meta.dirname, "../../catalog/products.json");
/** Of the queries, so many must find what is wanted. */
const wantedShare = 0.95;

forEachEngine((openDatabase) => {
  test(`of ${queries.length} searches, ${wantedShare * 100}% find what is wanted among the first three`, async () => {
    const { db } = await openDatabase();
    await importCatalog(db, catalog);
    const missed: string[] = [];
    for (const [q, ...wanted] of queries) {
      const { products } = await readProductPage(db, { q, page: 1 });
      const first = products.slice(0, 3).map(({ id }) => id);
      if (!first.some((id) => wanted.includes(id))) missed.push(`${q}: ${first.join(", ")}`);
    }
    expect(1 - missed.length / queries.length, missed.join("\n")).toBeGreaterThanOrEqual(wantedShare);
  });
});
