import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, catalogRecords, importRecords, writeCatalog } from "../../../tests/support/catalogs.ts";
import { connect, createDatabase, forEachEngine } from "../../../tests/support/databases.ts";
import { spoolCatalog } from "../files/import-catalog.ts";
import { ImportLog } from "../files/import-log.ts";
import { readOrder } from "../files/planning/import-order.ts";
import { planImport } from "../files/planning/plan-import.ts";
import { readProduct, readProductPage } from "../lists/read-products.ts";
import { editProduct } from "../products/change-product.ts";
import { changeStock } from "../stock/change-stock.ts";
import { applyImport, commitImport, resumeImports, stageBatch, startImport } from "./staged-import.ts";

const importProcess = fileURLToPath(new URL("../../../tests/support/import-process.ts", import.meta.url));

/** Stages an import of these products. @returns its id */
async function stage(db: Database, records: unknown[]) {
  const id = await startImport(db);
  using spool = await spoolCatalog(db, await writeCatalog(records), {});
  let number = 0;
  const order = await readOrder(db, spool, { isPartial: false });
  for await (const batch of planImport(db, spool, { order, log: new ImportLog() }))
    await stageBatch(db, id, number++, batch);
  return id;
}

/** Other processes may take imports over once their leases have ended. */
function endLeases(db: Database) {
  return db.updateTable("catalogImports").set({ leasedUntil: 0 }).execute();
}

const staged = (db: Database) => db.selectFrom("catalogImports").select("state").execute();

forEachEngine((openDatabase, engine) => {
  test("an import whose process is killed halfway is finished by another process", { timeout: 120_000 }, async () => {
    const location = await createDatabase(engine);
    const { db } = connect(location);
    await importRecords(db, catalogRecords(3000));
    const file = await writeCatalog(catalogRecords(3000, (number) => ({ title: `Lamp ${number}` })));
    const importing = fork(importProcess, { stdio: "ignore" });
    importing.send({ location, file });
    const countLamps = async () => (await readProductPage(db, { q: "lamp", page: 1 })).total;
    await vi.waitFor(async () => expect(await countLamps()).toBeGreaterThan(0), { timeout: 60_000, interval: 5 });
    importing.kill("SIGKILL");
    expect(await staged(db)).toEqual([{ state: "applying" }]);

    await resumeImports(db);
    expect(await staged(db), "its lease is respected").toHaveLength(1);
    await endLeases(db);
    await resumeImports(db);
    expect(await staged(db)).toEqual([]);
    const titles = db.selectFrom("products").select("title").distinct().where("title", "not like", "Lamp %");
    expect(await titles.execute()).toEqual([]);
  });

  test("a small import comes after a large one that isn't applied yet", async () => {
    const { db } = await openDatabase();
    await importRecords(db, catalogRecords(2));
    const large = await stage(
      db,
      catalogRecords(2, () => ({ title: "From the large file" })),
    );
    await commitImport(db, large, { hasRemovals: false });
    await endLeases(db);
    await importRecords(db, [catalogRecord({ id: "p1", title: "From the small file" })]);
    const titles = await db.selectFrom("products").select("title").orderBy("position").execute();
    expect(titles.map(({ title }) => title)).toEqual(["From the small file", "From the large file"]);
    expect(await staged(db)).toEqual([]);
  });

  test("what owners do before an import is applied never gives two products one address", async () => {
    const { db } = await openDatabase();
    await importRecords(db, catalogRecords(2));
    const id = await stage(db, [catalogRecord({ id: "p3", address: "wanted" }), catalogRecord({ id: "p4" })]);
    await db.transaction().execute((trx) => commitImport(trx, id, { hasRemovals: false }));
    const move = (product: string, address: string) =>
      editProduct({ db, now: () => new Date() }, product, { original: {}, submitted: { address } }, "ada@example.com");
    await move("p1", "wanted");
    await move("p2", "p4");
    await applyImport(db, id);
    const addresses = await db.selectFrom("products").select(["id", "address"]).orderBy("id").execute();
    expect(addresses.map(({ id, address }) => [id, address])).toEqual([
      ["p1", "wanted"],
      ["p2", null],
      ["p3", null],
      ["p4", null],
    ]);
  });

  test("an import whose process is killed before it is committed leaves no trace", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord()]);
    await stage(db, [catalogRecord({ title: "Tea" })]);
    await endLeases(db);
    await resumeImports(db);
    expect(await staged(db)).toEqual([]);
    expect(await db.selectFrom("catalogImportBatches").select("number").execute()).toEqual([]);
    expect((await readProduct(db, "coffee"))?.title).toBe("Filter Coffee");
  });

  test("what orders take while an import waits stays taken, unless the file changes the stock", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord(), catalogRecord({ id: "tea" })]);
    const id = await stage(db, [catalogRecord({ price: 1 }), catalogRecord({ id: "tea", stock: 50 })]);
    for (const product of ["coffee", "tea"]) {
      await changeStock({ db, now: () => new Date() }, product, { by: -1 }, "ada@example.com");
    }
    await db.transaction().execute((trx) => commitImport(trx, id, { hasRemovals: false }));
    await applyImport(db, id);
    expect(await readProduct(db, "coffee")).toMatchObject({ priceCents: 100, stock: 39 });
    expect((await readProduct(db, "tea"))?.stock).toBe(50);
  });

  test("a second import waits for the first, and takes over one whose process has died", async () => {
    const { db } = await openDatabase();
    const id = await stage(db, [catalogRecord()]);
    await db.transaction().execute((trx) => commitImport(trx, id, { hasRemovals: false }));
    await endLeases(db);
    await startImport(db);
    expect((await readProduct(db, "coffee"))?.title).toBe("Filter Coffee");
    expect(await staged(db)).toEqual([{ state: "staging" }]);
  });
});
