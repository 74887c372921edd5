import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, importRecords, writeCatalog } from "../../../../tests/support/catalogs.ts";
import { connect, createDatabase, forEachEngine } from "../../../../tests/support/databases.ts";
import { previewImport } from "../import-preview.ts";

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
    await db.updateTable("products").set({ id: nfd }).execute();
    for (const [stock, id] of [nfc, nfd].entries()) {
      await importRecords(db, [catalogRecord({ id, stock })]);
      expect(await stocksOf(db)).toEqual([[nfd, stock]]);
    }
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
