import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { multiplyCatalog } from "../../../../bench/support/multiply-catalog.ts";
import { generatedRecords, importRecords } from "../../../../tests/support/catalogs.ts";
import { connect, createDatabase, forEachEngine } from "../../../../tests/support/databases.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { bumpCatalogVersion, readCatalogVersion, startCatalogEpoch } from "../../../changes/catalog-version.ts";
import { readProductPage } from "../read-products.ts";
import type { CatalogIndex } from "./catalog-index.ts";
import { isCatalogIndexLoaded, isIndexBehind, readCatalogIndex, readShownVersion } from "./current-index.ts";

/** More than are loaded while pages wait. */
const products = 3500;

forEachEngine((_, engine) => {
  async function openLargeCatalog() {
    const location = await createDatabase(engine);
    const { db } = connect(location);
    await importRecords(db, await generatedRecords(products / 50));
    await multiplyCatalog(db, products);
    return { db, elsewhere: () => connect(location).db };
  }

  test("while a large change is loaded, lists come from the index before it", async () => {
    const { db } = await openLargeCatalog();
    expect(isCatalogIndexLoaded(db)).toBe(false);
    const before = await readCatalogIndex(db);
    expect(isCatalogIndexLoaded(db)).toBe(true);
    const [first, second] = await firstNumbers(db, 2);
    await db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom("products")
        .where("number", "=", first as number)
        .execute();
      await trx
        .updateTable("products")
        .set({ isHidden: 1 })
        .where("number", "=", second as number)
        .execute();
      await startCatalogEpoch(trx);
    });
    const page = await readProductPage(db, { page: 1 });
    expect(isIndexBehind(db)).toBe(true);
    expect(await readCatalogIndex(db)).toBe(before);
    // What has left or is hidden is on no card, whatever the index says.
    expect([page.total, page.products.length]).toEqual([products, 22]);
    const version = await readCatalogVersion(db);
    expect(await readShownVersion(db)).toBe(`${version} ${before.version}`);
    await eventually(async () => expect(await readShownVersion(db)).toBe(version));
    expect(await readProductPage(db, { page: 1 })).toMatchObject({ total: products - 2 });
  });

  test("a change of one product is in lists at once, however large the catalog", async () => {
    const { db } = await openLargeCatalog();
    const index = await readCatalogIndex(db);
    await changeProducts(db, await firstNumbers(db, 1), { priceCents: 1 });
    expect((await readProductPage(db, { page: 1, sort: "lowestPrice" })).products[0]?.priceCents).toBe(1);
    expect(await readCatalogIndex(db)).toBe(index);
  });

  test("changes that never end don't keep the next index from being shown", async () => {
    const { db } = await openLargeCatalog();
    const shown = new Set<CatalogIndex>();
    while (shown.size < 3) {
      await db.transaction().execute(startCatalogEpoch);
      shown.add(await readCatalogIndex(db));
      await setImmediate();
    }
  });

  test("an index that can't be loaded is tried again by who asks next, who sees why it failed", async () => {
    const { db } = await openLargeCatalog();
    const before = await readCatalogIndex(db);
    await sql`alter table categories rename to elsewhere`.execute(db);
    await db.transaction().execute(startCatalogEpoch);
    expect(await readCatalogIndex(db)).toBe(before);
    await eventually(() => expect(isIndexBehind(db)).toBe(false));
    await expect(readCatalogIndex(db)).rejects.toThrow(/categories/);
    await sql`alter table elsewhere rename to categories`.execute(db);
    expect(await readCatalogIndex(db)).not.toBe(before);
  });

  test("whatever changes while indexes are loaded and lists read, lists end as those of a new process", async () => {
    const { db, elsewhere } = await openLargeCatalog();
    const change = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant("few" as const), from: place, count: fc.integer({ min: 1, max: 9 }) }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("many" as const), from: place, count: fc.constant(700) }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant("removal" as const), from: place, count: fc.constant(5) }),
      },
    );
    const changes = fc.record({ change, set: columns, pause: fc.integer({ min: 0, max: 20 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 3, maxLength: 6 }), async (drawn) => {
        await readCatalogIndex(db);
        let changing = true;
        const reading = readWhile(db, () => changing);
        for (const { change, set, pause } of drawn) {
          const numbers = await numbersFrom(db, change.from, change.count);
          if (change.kind === "removal") await removeProducts(db, numbers);
          else await changeProducts(db, numbers, set);
          for (let turn = 0; turn < pause; turn++) await setImmediate();
        }
        changing = false;
        await reading;
        await eventually(async () => expect((await readCatalogIndex(db)).version).toBe(await readCatalogVersion(db)));
        const other = elsewhere();
        expect(await readLists(db)).toEqual(await readLists(other));
      }),
      { numRuns: 4 },
    );
  });
});

const place = fc.integer({ min: 0, max: products });
const columns = fc.record(
  {
    priceCents: fc.integer({ min: 1, max: 9999 }),
    position: fc.integer({ min: 1, max: 9999 }),
    rating: fc.constantFrom(1, 4.5, 5),
    titleKey: fc.constantFrom("", "aa", "zz", "østers 𝒜"),
    group: fc.constantFrom(null, "tee", "sock"),
    options: fc.constantFrom(null, '{"Size":"M"}', '{"Size":"L","Colour":"Blue"}'),
    isHidden: fc.constantFrom(0 as const, 1 as const),
    availabilityStatus: fc.constantFrom("In Stock" as const, "Out of Stock" as const),
  },
  { requiredKeys: [] },
);

async function firstNumbers(db: Database, count: number) {
  return numbersFrom(db, 0, count);
}

async function numbersFrom(db: Database, from: number, count: number) {
  const rows = db.selectFrom("products").select("number").orderBy("position").orderBy("number");
  return (await rows.offset(from).limit(count).execute()).map(({ number }) => number);
}

async function changeProducts(db: Database, numbers: number[], set: object) {
  await db.transaction().execute(async (trx) => {
    const version = await bumpCatalogVersion(trx);
    await trx
      .updateTable("products")
      .set({ ...set, version })
      .where("number", "in", [0, ...numbers])
      .execute();
  });
}

async function removeProducts(db: Database, numbers: number[]) {
  await db.transaction().execute(async (trx) => {
    await bumpCatalogVersion(trx);
    await startCatalogEpoch(trx);
    await trx
      .deleteFrom("products")
      .where("number", "in", [0, ...numbers])
      .execute();
  });
}

async function readWhile(db: Database, isWanted: () => boolean) {
  while (isWanted()) {
    const { products, total } = await readProductPage(db, { page: 1, sort: "rating", filters: ["inStock"] });
    expect(products.length).toBeLessThanOrEqual(total);
    await setImmediate();
  }
}

async function readLists(db: Database) {
  const index = await readCatalogIndex(db);
  const orders = ["position", "name", "highestPrice", "lowestPrice", "rating", "newest"] as const;
  const filters = [[], ["inStock"], ["option-size--m"], ["highRated", "furniture"]];
  return orders.flatMap((order) =>
    filters.map((filters) => {
      const list = { filters, among: undefined };
      const page = index.readPage({ ...list, order, page: 1, perPage: products, choices: ["lowStock", "anyBrand"] });
      return { order, filters, ...page, options: index.readOptions(list) };
    }),
  );
}
