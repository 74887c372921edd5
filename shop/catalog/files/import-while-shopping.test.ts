import { sql } from "kysely";
import { describe, expect, inject, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { register } from "../../../tests/support/customers.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../../tests/support/orders.ts";

describe.skipIf(!inject("postgresUrl"))("on PostgreSQL", () => {
  test("an import and an order that meet wait for each other, and both succeed", async () => {
    const { shop } = await openTestShop("postgres");
    const userId = await register(shop);
    const records = ["z", "a", "k"].map((id) => catalogRecord({ id }));
    await importRecords(shop.db, records);

    const holding = await shop.db.startTransaction().execute();
    await holding.updateTable("products").set({ stock: 39 }).where("id", "=", "k").execute();
    // The order takes "a" and waits for "k"; then the import comes, which takes products in the order of its file.
    const order = tryToOrder(
      shop.db,
      userId,
      orderOf([
        ["a", 1],
        ["k", 1],
        ["z", 1],
      ]),
    );
    await waitingQueries(shop.db, 1);
    const imported = importRecords(shop.db, records);
    await waitingQueries(shop.db, 2);
    await holding.commit().execute();

    const outcomes = await Promise.allSettled([order, imported]);
    expect(outcomes).toEqual([
      { status: "fulfilled", value: expect.any(String) },
      { status: "fulfilled", value: 3 },
    ]);
  });
});

/** Waits until so many queries wait for a lock. */
async function waitingQueries(db: Database, count: number) {
  await eventually(async () => {
    const { rows } = await sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    expect(rows).toHaveLength(count);
  });
}
