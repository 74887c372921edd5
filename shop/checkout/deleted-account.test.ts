import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { connect, forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { deleteAccount } from "../accounts/delete-account.ts";
import { auditShop } from "../audit/audit-shop.ts";
import { readProduct } from "../catalog/lists/read-products.ts";
import type { Shop } from "../shop.ts";
import { checkOut } from "./check-out.ts";

const named = { firstname: "Ada", lastname: "Lovelace" };
const signedOut = { outcome: "refused", refusal: { reason: "signedOut" } };

/** Orders as the endpoint does, for a customer whose session it has read. */
function order(shop: Shop, userId: string, changes: object = {}) {
  return checkOut(
    shop,
    { userId, address: "203.0.113.7" },
    { values: { ...orderOf([["coffee", 1]]), ...named, ...changes } },
  );
}

async function countRows(shop: Shop, table: "orders" | "orderLines" | "payments" | "jobs") {
  return (await shop.db.selectFrom(table).selectAll().execute()).length;
}

/** Waits until so many queries of the test's database wait for a lock. */
function waitingQueries(db: Database, count: number) {
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(count);
}

forEachEngine((_, engine) => {
  test("an order of an account that was just deleted is refused as signed out, and nothing of it is saved", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ stock: 5 })]);
    const [gone, kept] = [await registerVerified(shop), await registerVerified(shop, { email: "bob@example.com" })];
    await tryToOrder(shop.db, kept, orderOf([["coffee", 1]]));
    for (const uid of [gone, kept]) await deleteAccount(shop, uid);
    const before = await countRows(shop, "jobs");
    for (const changes of [{}, { recipientName: "Bob" }, { paymentMethod: "invoice" }]) {
      if ("paymentMethod" in changes) await setSettings(shop, { paymentInstructions: "Account 1234" });
      for (const uid of [gone, kept]) expect(await order(shop, uid, changes)).toEqual(signedOut);
    }
    for (const table of ["orders", "orderLines", "payments"] as const) expect(await countRows(shop, table)).toBe(1);
    expect(await countRows(shop, "jobs")).toBe(before);
    expect((await readProduct(shop.db, "coffee"))?.stock).toBe(4);
    const customers = await shop.db.selectFrom("customers").select(["uid", "lastname"]).execute();
    expect(customers).toEqual([{ uid: kept, lastname: "Lovelace" }]);
  });

  test("of an order and the deletion of its account at once, the order is whole or refused", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ stock: 100 })]);
    for (let round = 0; round < 8; round++) {
      const uid = await registerVerified(shop, { email: `ada${round}@example.com` });
      const other = { ...shop, db: connect(shop.settings).db };
      const deleting = round % 2 ? deleteAccount(other, uid) : undefined;
      const [placed, isDeleted] = await Promise.all([order(shop, uid), deleting ?? deleteAccount(other, uid)]);
      expect(isDeleted).toBe(true);
      const orders = await shop.db.selectFrom("orders").select("recipientName").where("userId", "=", uid).execute();
      if (orders.length === 0) expect(placed).toEqual(signedOut);
      else expect([orders, placed]).toMatchObject([[{ recipientName: "Ada Lovelace" }], { outcome: "placed" }]);
    }
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  // On SQLite, a test can't choose which transaction goes first.
  if (engine === "postgres") {
    test("a deletion waits for an order under way, and an order for a deletion under way", async () => {
      const { shop } = await openTestShop(engine);
      await importRecords(shop.db, [catalogRecord({ stock: 5 })]);
      const [ada, bob] = [await registerVerified(shop), await registerVerified(shop, { email: "bob@example.com" })];
      const holder = connect(shop.settings).db;
      const [placed, deleted] = await holder.transaction().execute(async (trx) => {
        await trx.updateTable("products").set({ stock: 5 }).where("id", "=", "coffee").execute();
        const placed = order(shop, ada);
        await waitingQueries(holder, 1);
        const deleted = deleteAccount(shop, ada);
        await waitingQueries(holder, 2);
        return [placed, deleted] as const;
      });
      expect([await placed, await deleted]).toMatchObject([{ outcome: "placed" }, true]);
      expect(await shop.db.selectFrom("customers").select("lastname").where("uid", "=", ada).execute()).toEqual([
        { lastname: "Lovelace" },
      ]);
      const [late, gone] = await holder.transaction().execute(async (trx) => {
        await trx.updateTable("user").set({ name: "" }).where("id", "=", bob).execute();
        const gone = deleteAccount(shop, bob);
        await waitingQueries(holder, 1);
        const late = order(shop, bob);
        await waitingQueries(holder, 2);
        return [late, gone] as const;
      });
      expect([await late, await gone]).toEqual([signedOut, true]);
      expect(await countRows(shop, "orders")).toBe(1);
    });
  }
});
