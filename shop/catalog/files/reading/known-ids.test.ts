import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import {
  catalogRecord,
  catalogRecords,
  importRecords,
  writeCatalog,
  writeCsv,
} from "../../../../tests/support/catalogs.ts";
import { connect, createDatabase, forEachEngine } from "../../../../tests/support/databases.ts";
import { importCatalog } from "../import-catalog.ts";
import { previewImport } from "../import-preview.ts";
import { KnownIds } from "./known-ids.ts";
import { lookAhead } from "./look-ahead.ts";

const [nfc, nfd] = ["Caf\u00e9", "Cafe\u0301"];

async function stocksOf(db: Database) {
  const rows = await db.selectFrom("products").select(["id", "stock"]).orderBy("position").execute();
  return rows.map(({ id, stock }) => [id, stock]);
}

forEachEngine((openDatabase) => {
  test("an id is the same in every Unicode form, and is kept as the shop has it", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord({ id: nfd, stock: 1 })]);
    await importRecords(db, [catalogRecord({ id: nfd, stock: 2 })]);
    expect(await stocksOf(db)).toEqual([[nfc, 2]]);
    // A third form, as Windows types it, is neither.
    const [composed, mixed] = ["Ti\u1ebfng", "Ti\u00ea\u0301ng"];
    await importRecords(db, [catalogRecord({ id: composed, stock: 1 })]);
    await db.updateTable("products").set({ id: mixed }).where("id", "=", composed).execute();
    await importRecords(db, [catalogRecord({ id: composed, stock: 3 })]);
    expect(await stocksOf(db)).toEqual([
      [nfc, 2],
      [mixed, 3],
    ]);
    await db.deleteFrom("products").where("id", "=", mixed).execute();
    await db.updateTable("products").set({ id: nfd }).execute();
    for (const [stock, id] of [nfc, nfd].entries()) {
      await importRecords(db, [catalogRecord({ id, stock })]);
      expect(await stocksOf(db)).toEqual([[nfd, stock]]);
    }
  });

  test("importing one product, known or new, reads none of the others", async () => {
    const { db } = await openDatabase();
    await importRecords(db, catalogRecords(300));
    let rows = 0;
    const counting = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        rows += result.rows.length;
        return result;
      },
    });
    const by = { actor: "owner@example.com", name: "one product", at: new Date() };
    const [known] = catalogRecords(1, () => ({ title: "Another title" }));
    for (const file of [
      await writeCatalog([known]),
      await writeCatalog([catalogRecord({ id: "P1" })]),
      await writeCsv("id,price\np2,7"),
      await writeCsv("id,title,description,category,price,stock\n12,Twelve,,c,1,1"),
    ]) {
      await previewImport(counting, file);
      expect(await importCatalog(counting, file, { by, acceptWarnings: true })).toBe(1);
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThan(100);
      rows = 0;
    }
  });

  test("warnings of ids in other capitals are told in the file's order, among its other ones", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord({ id: "Mug" })]);
    const file = await writeCatalog([
      catalogRecord({ id: "mug" }),
      catalogRecord({ id: "cup", title: "Caf\u00c3\u00a9" }),
      catalogRecord({ id: "CUP" }),
    ]);
    expect((await previewImport(db, file)).notes.warnings).toEqual([
      expect.stringContaining("“Mug”"),
      expect.stringContaining('id "cup"'),
      expect.stringContaining("“cup”"),
    ]);
  });
});

test("a shop that has an id in two forms keeps both, each found as it is written", async () => {
  const { db } = connect(await createDatabase("sqlite"));
  await importRecords(db, [catalogRecord({ id: nfc }), catalogRecord({ id: "other" })]);
  await db.updateTable("products").set({ id: nfd }).where("id", "=", "other").execute();
  await importRecords(db, [catalogRecord({ id: nfd, stock: 5 }), catalogRecord({ id: nfc, stock: 6 })]);
  expect(Object.fromEntries(await stocksOf(db))).toEqual({ [nfd]: 5, [nfc]: 6 });
});

test("a file with an id in two forms is refused", async () => {
  const { db } = connect(await createDatabase("sqlite"));
  const records = [catalogRecord({ id: nfc }), catalogRecord({ id: nfd })];
  await expect(importRecords(db, records)).rejects.toThrow("duplicate id, already used by an earlier product");
});

test("a new id that differs only in capitals from another one of the file or shop warns", async () => {
  const { db } = connect(await createDatabase("sqlite"));
  const warningsOf = async (...ids: string[]) => {
    const file = await writeCatalog(ids.map((id) => catalogRecord({ id })));
    return (await previewImport(db, file)).notes.warnings;
  };
  const warning = (id: string, other: string) =>
    expect.stringMatching(new RegExp(`id "${id}".*another product has the id “${other}”, in other capitals$`));
  expect(await warningsOf("Mug", "cup", "MUG")).toEqual([warning("MUG", "Mug")]);
  await importRecords(db, [catalogRecord({ id: "Mug" }), catalogRecord({ id: "MUG" })]);
  expect(await warningsOf("mug")).toEqual([warning("mug", "M(ug|UG)")]);
  expect(await warningsOf("Mug", "MUG")).toEqual([]);
});

test("few long records are held at once", async () => {
  const description = "x".repeat(1_000_000);
  let read = 0;
  async function* readRecords() {
    for (; read < 200; yield { record: { id: `P${read}`, description } }) read += 1;
  }
  let mostHeld = 0;
  let yielded = 0;
  for await (const { record } of lookAhead(readRecords(), new KnownIds())) {
    mostHeld = Math.max(mostHeld, read - yielded);
    yielded += 1;
    expect(record).toEqual({ id: `P${yielded}`, description });
  }
  expect(mostHeld).toBeLessThan(10);
  expect(yielded).toBe(200);
});
