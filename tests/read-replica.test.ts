import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { connectPostgres, type Database } from "#database/connect.ts";
import { readReplicaState } from "#database/read-replica.ts";
import { findCustomers } from "#shop/accounts/find-customers.ts";
import { readBookkeepingTotals } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { exportCatalog } from "#shop/catalog/files/export-catalog.ts";
import { readProductPage } from "#shop/catalog/lists/read-products.ts";
import { editProduct } from "#shop/catalog/products/change-product.ts";
import { countOrders, findOrders } from "#shop/orders/views/find-orders.ts";
import { readBestSellers, readSales } from "#shop/orders/views/read-sales.ts";
import { writeOrdersCsv } from "#shop/orders/views/write-orders-csv.ts";
import type { Shop } from "#shop/shop.ts";
import { dayOf } from "#shop/values/days.ts";
import { catalogRecords, importRecords } from "./support/catalogs.ts";
import { registerVerified } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf, tryToOrder } from "./support/orders.ts";
import { startPostgres } from "./support/start-postgres.ts";

const testOnPostgres = test.skipIf(!inject("postgresUrl"));

testOnPostgres(
  "a replica answers long reads, never with less than was saved, and the database if it can't",
  async () => {
    const { shop, replica, copy } = await openWithReplica();
    const [ofDatabase, ofReplica] = [shop.settings.databaseUrl ?? "", replica.url].map((url) => new URL(url).port);
    const readerIsReplica = () => eventually(async () => expect(await portOf(await shop.reader())).toBe(ofReplica));
    const uid = await registerVerified(shop);
    expect(await listed(shop)).toEqual(["Lamp 1", "Lamp 2"]);
    await readerIsReplica();

    await sql`select pg_wal_replay_pause()`.execute(copy);
    // A change that leaves the catalog's version as it is tells the two apart.
    await shop.db.updateTable("products").set({ title: "Unnoticed" }).where("id", "=", "p1").execute();
    // A replica that was slow a moment ago is left alone for a while.
    for (const q of [undefined, "lamp"])
      await eventually(async () => expect(await listed(shop, q)).toEqual(["Lamp 1", "Lamp 2"]));

    await editProduct(shop, "p2", { original: {}, submitted: { title: "Bright lamp" } }, "olga@example.com");
    const orderNumber = await tryToOrder(shop.db, uid, orderOf([["p2", 1, 1000]]));
    expect(await text(writeOrdersCsv(await shop.reader(), { sort: "newest" }, "UTC"))).toContain(orderNumber);
    expect(await text(exportCatalog(await shop.reader(), "csv"))).toContain("Bright lamp");
    expect(await portOf(await shop.reader())).toBe(ofDatabase);
    expect(await listed(shop)).toEqual(["Unnoticed", "Bright lamp"]);
    expect(await listed(shop, "bright")).toEqual(["Bright lamp"]);

    await sql`select pg_wal_replay_resume()`.execute(copy);
    await readerIsReplica();
    expect(await readReplicaState(shop.db)).toEqual({ isCopy: true, isStandby: true, isCurrent: true });
    expect(await readReports(await shop.reader())).toEqual({ orders: 1, paid: 1, customers: 1, cents: 1000, sold: 1 });

    replica.signal("SIGSTOP");
    try {
      expect(await listed(shop, "bright"), "while it hangs").toEqual(["Bright lamp"]);
      expect(await portOf(await shop.reader())).toBe(ofDatabase);
    } finally {
      replica.signal("SIGCONT");
    }
    await readerIsReplica();
    replica.crash();
    expect(await listed(shop, "bright"), "while it is down").toEqual(["Bright lamp"]);
    expect(await portOf(await shop.reader())).toBe(ofDatabase);
  },
);

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

/** What screens of the back office read. */
async function readReports(reader: Database) {
  const today = dayOf(new Date(), "UTC");
  const { orders } = await findOrders(reader, { text: "ada", sort: "newest", limit: 10 });
  const { customers } = await findCustomers(reader, { text: "ada", hasRole: false, sort: "newest", limit: 10 });
  const { salesCents } = await readBookkeepingTotals(reader, { from: today, to: today }, { timeZone: "UTC" });
  const sold = await readBestSellers(reader, 0, 10);
  const [sales] = await readSales(reader, { last: today, count: 1, timeZone: "UTC" });
  expect(sales?.cents).toBe(salesCents);
  const { paid } = await countOrders(reader);
  return { orders: orders.length, paid, customers: customers.length, cents: salesCents, sold: sold.length };
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
