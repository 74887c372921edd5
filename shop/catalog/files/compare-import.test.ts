import { readdir, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, catalogRecords, importRecords, writeCatalog } from "../../../tests/support/catalogs.ts";
import { forEnginesInTurns } from "../../../tests/support/databases.ts";
import { readCatalogVersion } from "../../changes/catalog-version.ts";
import { compareImport, type ImportEffect } from "./compare-import.ts";
import { importCatalog } from "./import-catalog.ts";
import { csvHead, csvOfRecords } from "./reading/catalog-csv.ts";
import { CatalogFileError } from "./reading/catalog-file-error.ts";

/** All that an import would do. */
async function effectsOf(db: Database, file: string, replace = true) {
  const effects: ImportEffect[] = [];
  for await (const effect of compareImport(db, file, { replace })) effects.push(effect);
  return effects;
}

async function productsOf(db: Database) {
  return db.selectFrom("products").selectAll().orderBy("position").execute();
}

forEnginesInTurns((openDatabase) => {
  test("a comparison lists each product as new, changed, removed or unchanged, and writes nothing", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord({ id: "kept" }), catalogRecord(), catalogRecord({ id: "gone" })]);
    const before = { products: await productsOf(db), version: await readCatalogVersion(db) };
    const file = await writeCatalog([
      catalogRecord({ id: "tea", title: "Tea" }),
      catalogRecord({ price: 12, brand: undefined, tags: ["coffee"], rating: 4.5 }),
      catalogRecord({ id: "kept" }),
    ]);
    expect(await effectsOf(db, file)).toEqual([
      { id: "tea", title: "Tea", effect: "new", price: 9.5, stock: 40, category: "groceries" },
      {
        id: "coffee",
        title: "Filter Coffee",
        effect: "changed",
        changes: [
          { field: "price", from: 9.5, to: 12 },
          { field: "rating", from: 4.25, to: 4.5 },
          { field: "brand", from: "Bakklandet", to: null },
          { field: "tags", from: ["coffee", "Beverages"], to: ["coffee"] },
        ],
      },
      { id: "kept", title: "Filter Coffee", effect: "unchanged" },
      { id: "gone", title: "Filter Coffee", effect: "removed" },
    ]);
    expect({ products: await productsOf(db), version: await readCatalogVersion(db) }).toEqual(before);

    await importCatalog(db, file, { replace: true });
    const effects = await effectsOf(db, file);
    expect(effects.map(({ effect }) => effect)).toEqual(["unchanged", "unchanged", "unchanged"]);
  });

  test("a comparison lists every field that an import changes", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord()]);
    const other = {
      title: "Tea",
      price: 3,
      rating: 1,
      thumbnail: "/pictures/tea.svg",
      images: [],
      brand: "Nord",
      category: "beauty",
      tags: [],
      stock: 0,
      discountPercentage: 0,
      minimumOrderQuantity: 1,
      description: "",
      availabilityStatus: "Out of Stock",
    };
    const record = catalogRecord();
    const changes = Object.entries(other).map(([field, to]) => ({ field, from: record[field], to }));
    const [effect] = await effectsOf(db, await writeCatalog([catalogRecord(other)]));
    expect(effect).toEqual({ id: "coffee", title: "Tea", effect: "changed", changes });
  });

  test("without replace nothing is removed, and more products than are read at a time are all told", async () => {
    const { db } = await openDatabase();
    await importRecords(db, catalogRecords(2500));
    const records = catalogRecords(1200, (number) => ({ stock: number === 1100 ? 7 : 40 })).toReversed();
    const file = await writeCatalog(records);
    const tally = async (replace: boolean) =>
      Object.groupBy(await effectsOf(db, file, replace), ({ effect }) => effect);
    expect((await tally(false)).removed).toBeUndefined();
    const { changed, unchanged, removed } = await tally(true);
    expect(changed).toMatchObject([{ id: "p1100", changes: [{ field: "stock", from: 40, to: 7 }] }]);
    expect(unchanged).toHaveLength(1199);
    expect(removed).toHaveLength(1300);
  });

  test("a file that an import would refuse is refused before the first product is listed", async () => {
    const { db } = await openDatabase();
    const effects = compareImport(db, await writeCatalog([...catalogRecords(600), catalogRecord({ id: "p1" })]));
    await expect(effects.next()).rejects.toThrow(
      new CatalogFileError('Product 601 (id "p1", "Filter Coffee"): duplicate id, already used by an earlier product'),
    );
  });

  test("all products that aren't right are named, the first of them by the message, and what can't be read last", async () => {
    const { db } = await openDatabase();
    const records = catalogRecords(600, (number) => (number === 2 || number > 575 ? { stock: -number } : {}));
    const content = JSON.stringify([
      ...records.slice(0, 500),
      null,
      catalogRecord({ id: "p1" }),
      ...records.slice(575),
    ]);
    const read = async (text: string) => {
      const failure = await effectsOf(db, await writeCatalog(text)).catch((error: unknown) => error);
      return failure instanceof CatalogFileError ? failure : undefined;
    };
    const whole = await read(content);
    expect(whole?.message).toBe('Product 2 (id "p2", "Product 2"): stock must be at least 0, but got -2');
    expect(whole?.problems.slice(0, 4)).toEqual([
      whole?.message,
      "Product 501: must be an object",
      'Product 502 (id "p1", "Filter Coffee"): duplicate id, already used by an earlier product',
      'Product 503 (id "p576", "Product 576"): stock must be at least 0, but got -576',
    ]);
    expect([whole?.problems.length, whole?.others]).toEqual([20, 8]);
    const cut = await read(JSON.stringify(records.slice(0, 3)).slice(0, -1));
    expect(cut?.problems).toEqual([whole?.message, expect.stringContaining("isn't a valid JSON product list")]);
  });

  test("an invalid product's problems name all its fields where there is room, and the line of a CSV", async () => {
    const { db } = await openDatabase();
    const file = `${await writeCatalog("")}.csv`;
    const records = [catalogRecord({ description: "one\r\ntwo" }), catalogRecord({ id: "tea", title: "", stock: -1 })];
    await writeFile(file, `${csvHead()}${csvOfRecords(records.slice(0, 1))}\r\n${csvOfRecords(records.slice(1))}`);
    const failure = await effectsOf(db, file).catch((error: unknown) => error);
    const place = 'Product 2 (line 5, id "tea", "")';
    expect(failure).toMatchObject({
      message: `${place}: title must not be empty`,
      problems: [`${place}: title must not be empty`],
      faults: [`${place}: title must not be empty; stock must be at least 0, but got -1`],
    });
  });

  test("who has seen enough leaves nothing behind", async () => {
    const { db } = await openDatabase();
    const file = await writeCatalog(catalogRecords(1200, () => ({ description: "x".repeat(20_000) })));
    for await (const { id } of compareImport(db, file)) {
      expect(id).toBe("p1");
      expect(await scratchFiles(), "more than SQLite keeps in memory").toHaveLength(1);
      break;
    }
    expect(await scratchFiles()).toEqual([]);
  });
});

/** SQLite's temporary files that this process has open. They have no name any more. */
async function scratchFiles() {
  const folder = "/proc/self/fd";
  const paths = await Promise.all((await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => "")));
  return paths.filter((path) => /\/etilqs_\w+ \(deleted\)$/.test(path));
}
