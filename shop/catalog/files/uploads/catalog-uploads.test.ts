import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, onTestFinished, test } from "vitest";
import { migrate, migrations } from "#database/migrate.ts";
import { catalogRecord, catalogRecords, importRecords } from "../../../../tests/support/catalogs.ts";
import { connect, createEmptyDatabase, forEachEngine } from "../../../../tests/support/databases.ts";
import { openTestShop } from "../../../../tests/support/open-test-shop.ts";
import { setSettings } from "../../../../tests/support/set-settings.ts";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { readChanges } from "../../../changes/change-log.ts";
import { readProduct } from "../../lists/read-products.ts";
import { changeStock } from "../../stock/change-stock.ts";
import { CatalogFileError } from "../reading/catalog-file-error.ts";
import { keepUpload, previewUpload, readUpload } from "./catalog-uploads.ts";
import { workOnUpload } from "./work-on-upload.ts";

const ada = "ada@example.com";
const day = 24 * 60 * 60_000;
const start = Date.UTC(2026, 10, 21);
const keeping = { replace: false, inFileOrder: false };

async function open(engine: "sqlite" | "postgres" = "sqlite") {
  const { shop } = await openTestShop(engine);
  const folder = await temporaryFolder();
  const keep = async (actor: string, name: string, content: unknown, time = start) => {
    const packed = join(folder, "packed");
    await writeFile(packed, gzipSync(JSON.stringify(content)));
    return keepUpload({ ...shop, now: () => new Date(time) }, actor, { name, packed });
  };
  const work = (step: "preview" | "import", upload: { id: string; name: string; actor: string }) =>
    workOnUpload(shop.db, {
      ...shop.settings,
      step,
      upload,
      options: { replace: true, inFileOrder: false },
      at: start,
    });
  return { shop, db: shop.db, keep, work };
}

forEachEngine((_, engine) => {
  test("a file of many parts is compared and imported whole, and leaves no part behind", async () => {
    const { db, keep, work } = await open(engine);
    // Letters at random hardly shrink when they are packed.
    const noise = () =>
      randomBytes(800)
        .toString("base64url")
        .replaceAll(/[-_\d]/g, "x");
    const records = catalogRecords(800, () => ({ description: noise() }));
    const upload = { id: await keep(ada, "sh\0op.json", records), name: "shop.json", actor: ada };
    expect(await readUpload(db, ada, upload.id)).toEqual(upload);
    const parts = db.selectFrom("catalogUploadParts").select("number").orderBy("number");
    expect((await parts.execute()).length).toBeGreaterThan(2);
    expect((await work("preview", upload)).preview?.counts.new).toBe(800);
    expect(await work("import", upload)).toMatchObject({ imported: { products: 800, removed: 0 } });
    expect(await readProduct(db, "p800")).toMatchObject({ description: records[799]?.description });
    expect(await parts.execute()).toEqual([]);
  });

  test("a file that waited in the previous version's database still waits after an upgrade", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    const { db } = connection;
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
    await migrator.migrateTo("016-search-keys");
    const content = gzipSync(JSON.stringify([catalogRecord()]));
    await sql`insert into "catalogUploads" values ('one', ${ada}, 'shop.json', ${content}, ${start})`.execute(db);
    await migrate(connection);
    const upload = { id: "one", name: "shop.json", actor: ada };
    const task = {
      step: "preview",
      upload,
      options: { replace: false, inFileOrder: false },
      at: start,
      databaseUrl: undefined,
      dataFolder: "",
    } as const;
    expect((await workOnUpload(db, task)).preview?.counts).toMatchObject({ new: 1 });
  });
});

test("one process at a time compares files, and again only after the catalog or the way of importing changed", async () => {
  const { shop, keep } = await open();
  await importRecords(shop.db, [catalogRecord()]);
  const upload = { id: await keep(ada, "shop.json", [catalogRecord({ price: 10 })]), name: "shop.json", actor: ada };
  const wrong = { id: await keep("eve@example.com", "wrong.json", [7]), name: "wrong.json", actor: "eve@example.com" };
  const processes = watchProcesses();
  const look = () => previewUpload(shop, upload, keeping);
  const looks = await Promise.all([look(), look(), previewUpload(shop, upload, { ...keeping, replace: true }), look()]);
  for (const preview of [...looks, await look()]) expect(preview).toEqual(looks[0]);
  expect(processes).toEqual({ started: 2, mostAtOnce: 1 });
  for (let time = 0; time < 2; time++) {
    await expect(previewUpload(shop, wrong, keeping)).rejects.toThrow(CatalogFileError);
  }
  expect(processes).toEqual({ started: 3, mostAtOnce: 1 });
  await changeStock(shop, "coffee", { to: 39 }, ada);
  expect((await look())?.rows).toContainEqual({ id: "coffee", what: "stock", before: "39", after: "40" });
  await importRecords(shop.db, [catalogRecord({ price: 10 })]);
  expect((await look())?.counts).toMatchObject({ changed: 0, unchanged: 1 });
  expect(processes).toEqual({ started: 5, mostAtOnce: 1 });
});

test("the preview of a file that is gone isn't cached", async () => {
  const { shop, keep } = await open();
  const upload = { id: await keep(ada, "shop.json", [catalogRecord()]), name: "shop.json", actor: ada };
  await keep(ada, "other.json", [catalogRecord()]);
  const processes = watchProcesses();
  for (let time = 0; time < 2; time++) expect(await previewUpload(shop, upload, keeping)).toBeUndefined();
  expect(processes.started).toBe(2);
});

/** Counts the processes that this one starts until the test's end. */
function watchProcesses() {
  const seen = { started: 0, mostAtOnce: 0 };
  let running = 0;
  const note = (message: unknown) => {
    seen.started += 1;
    running += 1;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, running);
    (message as { process: ChildProcess }).process.once("exit", () => {
      running -= 1;
    });
  };
  subscribe("child_process", note);
  onTestFinished(() => void unsubscribe("child_process", note));
  return seen;
}

test("a catalog file waits for the owner who sent it, until they send another one or a day has passed", async () => {
  const { db, keep } = await open();
  const first = await keep(ada, `${"long ".repeat(60)}.csv`, []);
  const eves = await keep("eve@example.com", "eve.json", []);
  expect((await readUpload(db, ada, first))?.name).toMatch(/^[long ]{196}\.csv$/);
  expect(await readUpload(db, ada, eves)).toBeUndefined();
  expect(await readUpload(db, ada, "\0")).toBeUndefined();
  const second = await keep(ada, "second.json", [], start + day);
  expect(await readUpload(db, ada, first)).toBeUndefined();
  expect(await readUpload(db, ada, second)).toEqual({ id: second, name: "second.json", actor: ada });
  expect(await readUpload(db, "eve@example.com", eves)).toBeDefined();
  await keep(ada, "third.json", [], start + day + 1);
  expect(await readUpload(db, "eve@example.com", eves)).toBeUndefined();
});

test("an owner previews an uploaded file and imports it once; problems name the file", async () => {
  const { shop, db, keep, work } = await open();
  await setSettings(shop, { currency: "NOK" });
  const long = "A description that is longer than what is shown of it, ";
  await importRecords(db, [
    catalogRecord({ description: `${long}once`, price: 9.5, tags: ["a", "b"] }),
    catalogRecord({ id: "gone", title: "Gone" }),
    catalogRecord({ id: "rye" }),
  ]);
  const records = [
    catalogRecord({ id: "rye" }),
    catalogRecord({ description: `${long}twice`, price: 10, tags: [], brand: undefined }),
    catalogRecord({ id: "new", title: "T".repeat(41), price: 1234.5, stock: 1000, category: "Kitchen & Home" }),
  ];
  const upload = { id: await keep(ada, "shop.json", records), name: "shop.json", actor: ada };
  const { preview } = await work("preview", upload);
  expect(preview).toMatchObject({ counts: { new: 1, changed: 1, removed: 1, unchanged: 1 }, others: 0 });
  expect(preview?.order).toBe("rye moves from 3 to 1");
  expect(preview?.rows).toEqual(
    expect.arrayContaining([
      { id: "new", what: "new", before: "", after: "kr\u00a01,234.50, 1,000 in stock, Kitchen & Home" },
      { id: "coffee", what: "price", before: "kr\u00a09.50", after: "kr\u00a010.00" },
      { id: "coffee", what: "tags", before: "a, b", after: "none" },
      { id: "coffee", what: "brand", before: "Bakklandet", after: "none" },
      { id: "coffee", what: "description", before: "…hown of it, once", after: "…hown of it, twice" },
      { id: "gone", what: "removed", before: "Gone", after: "" },
    ]),
  );
  expect(preview?.rows).toHaveLength(6);
  expect(await readProduct(db, "gone"), "nothing is changed yet").toBeDefined();
  expect(await work("import", upload)).toMatchObject({ imported: { products: 3, removed: 1 } });
  expect(await readProduct(db, "gone")).toBeUndefined();
  expect(await readChanges(db, { subject: "shop.json", limit: 1 })).toMatchObject([{ actor: ada, action: "imported" }]);
  expect(await work("import", upload), "it waits no longer").toEqual({});

  const wrong = { id: await keep(ada, "wrong.json", { no: "list" }), name: "wrong.json", actor: ada };
  const { refused } = await work("import", wrong);
  expect(refused?.message).toMatch(/^wrong\.json /);
  expect(await readUpload(db, ada, wrong.id), "it can be looked at again").toBeDefined();
});
