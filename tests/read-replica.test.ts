import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { connectPostgres, type Database } from "#database/connect.ts";
import { exportCatalog } from "#shop/catalog/files/export-catalog.ts";
import { readProductPage } from "#shop/catalog/lists/read-products.ts";
import { editProduct } from "#shop/catalog/products/change-product.ts";
import { writeOrdersCsv } from "#shop/orders/views/write-orders-csv.ts";
import type { Shop } from "#shop/shop.ts";
import { catalogRecords, importRecords } from "./support/catalogs.ts";
import { registerVerified } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf, tryToOrder } from "./support/orders.ts";
import { startPostgres } from "./support/start-postgres.ts";

const testOnPostgres = test.skipIf(!inject("postgresUrl"));

testOnPostgres(
  "a replica answers lists, searches, reports and exports, and never with less than was saved",
  async () => {
    const { shop, replica, copy } = await openWithReplica();
    const uid = await registerVerified(shop);
    expect(await listed(shop)).toEqual(["Lamp 1", "Lamp 2"]);
    await eventually(async () => expect(await portOf(await shop.reader())).toBe(new URL(replica.url).port));

    await sql`select pg_wal_replay_pause()`.execute(copy);
    // A change that leaves the catalog's version as it is tells the two apart.
    await shop.db.updateTable("products").set({ title: "Unnoticed" }).where("id", "=", "p1").execute();
    expect(await listed(shop)).toEqual(["Lamp 1", "Lamp 2"]);
    expect(await listed(shop, "lamp")).toEqual(["Lamp 1", "Lamp 2"]);

    await editProduct(shop, "p2", { original: {}, submitted: { title: "Bright lamp" } }, "olga@example.com");
    const orderNumber = await tryToOrder(shop.db, uid, orderOf([["p2", 1, 1000]]));
    expect(await text(writeOrdersCsv(await shop.reader(), { sort: "newest" }, "UTC"))).toContain(orderNumber);
    expect(await text(exportCatalog(await shop.reader(), "csv"))).toContain("Bright lamp");
    expect(await portOf(await shop.reader())).toBe(new URL(shop.settings.databaseUrl ?? "").port);
    expect(await listed(shop)).toEqual(["Unnoticed", "Bright lamp"]);
    expect(await listed(shop, "bright")).toEqual(["Bright lamp"]);

    await sql`select pg_wal_replay_resume()`.execute(copy);
    await eventually(async () => expect(await portOf(await shop.reader())).toBe(new URL(replica.url).port));
    expect(await text(exportCatalog(await shop.reader(), "csv"))).toContain("Bright lamp");
  },
);

testOnPostgres("while a replica hangs or is down, the database answers", async () => {
  const { shop, replica } = await openWithReplica();
  const { port } = new URL(shop.settings.databaseUrl ?? "");
  await eventually(async () => expect(await portOf(await shop.reader())).toBe(new URL(replica.url).port));
  replica.signal("SIGSTOP");
  try {
    expect(await listed(shop, "lamp")).toEqual(["Lamp 1", "Lamp 2"]);
    expect(await portOf(await shop.reader())).toBe(port);
  } finally {
    replica.signal("SIGCONT");
  }
  await eventually(async () => expect(await portOf(await shop.reader())).toBe(new URL(replica.url).port));
  replica.crash();
  expect(await listed(shop, "lamp")).toEqual(["Lamp 1", "Lamp 2"]);
  expect(await portOf(await shop.reader())).toBe(port);
});

/** A shop with two products and a replica, and the replica itself. */
async function openWithReplica() {
  const primary = await startPostgres();
  onTestFinished(primary.stop);
  const replica = await startPostgres({ primaryUrl: primary.url });
  onTestFinished(replica.stop);
  const { db: copy } = connectPostgres(replica.url);
  onTestFinished(() => copy.destroy());
  const { shop } = await openTestShop("postgres", { databaseUrl: primary.url, databaseReadUrl: replica.url });
  await importRecords(
    shop.db,
    catalogRecords(2, (number) => ({ title: `Lamp ${number}`, price: 10 })),
  );
  return { shop, replica, copy };
}

async function listed({ db }: Shop, q?: string) {
  return (await readProductPage(db, { q, page: 1 })).products.map(({ title }) => title);
}

async function portOf(db: Database) {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db);
  return String(rows[0]?.port);
}

async function text(parts: AsyncIterable<string>) {
  let all = "";
  for await (const part of parts) all += part;
  return all;
}
