import { join } from "node:path";
import { expect, test } from "vitest";
import { importCatalog } from "#shop/catalog/files/import-catalog.ts";
import { readProductPage } from "#shop/catalog/lists/read-products.ts";
import { forEachEngine } from "../support/databases.ts";
import { queries } from "./queries.ts";

const catalog = join(import.meta.dirname, "../../catalog/products.json");
/** Of the queries, so many must find what is wanted. */
const wantedShare = 0.95;

const mistyped = [
  ["lipstik", "morild-velvet-lipstick"],
  ["honney", "haldera-wildflower-honey"],
  ["fjordlis", "fjordlys-creme-de-nuit"],
  ["parfume", "solvene-ambre-nuit"],
  ["tomatos", "tomatoes"],
  ["coffe", "nordvind-morning-roast"],
  ["ambrenuit", "solvene-ambre-nuit"],
  ["armchiar", "eik-ask-boucle-armchair"],
] as const;

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

  test("a mistyped word becomes a name of the catalog, never a word that only descriptions have", async () => {
    const { db } = await openDatabase();
    await importCatalog(db, catalog);
    for (const q of ["sofa", "gift", "wine", "cheese", "couch", "desk", "shampoo", "chocolate"]) {
      const { products, search } = await readProductPage(db, { q, page: 1 });
      expect([products.map(({ id }) => id), search?.correctedQuery], q).toEqual([[], undefined]);
    }
    for (const [q, wanted] of mistyped) {
      const { products } = await readProductPage(db, { q, page: 1 });
      expect(
        products.slice(0, 3).map(({ id }) => id),
        q,
      ).toContain(wanted);
    }
  });
});
