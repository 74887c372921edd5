import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { issueDocuments } from "./issue-documents.ts";
import { verifySeries } from "./number-series.ts";

forEachEngine((_, engine) => {
  test("orders that issue an invoice and a credit note in opposite order don't wait for each other forever", async () => {
    const { shop } = await openTestShop(engine);
    const { db, settings, now } = shop;
    const uid = await registerVerified(shop);
    await importRecords(db, [catalogRecord()]);
    await placeOrder(db, uid, orderOf([["coffee", 1]]), now());
    await registerForVat(shop);
    await placeOrder(db, uid, orderOf([["coffee", 2]]), now(), undefined, settings);
    const orders = await db.selectFrom("orders").select("id").orderBy("id").execute();
    const ids = orders.map(({ id }) => id);
    const issue = (order: 0 | 1, events: ReturnType<typeof eventOf>[]) =>
      db.transaction().execute((trx) => issueDocuments(trx, settings, ids[order] ?? 0, events, now()));

    const release = engine === "postgres" ? await stopDocuments(db) : async () => {};
    const both = Promise.all([
      issue(0, [eventOf(10, "paid"), eventOf(11, "refundedInPart")]),
      issue(1, [eventOf(10, "refundedInPart"), eventOf(11, "refundFailed")]),
    ]);
    if (engine === "postgres") await expect.poll(() => countWaiting(db)).toBe(2);
    await release();
    await both;
    expect(await verifySeries(db, "invoice")).toEqual({ count: 3, broken: [] });
    expect(await verifySeries(db, "creditNote")).toEqual({ count: 2, broken: [] });
  });
});

function eventOf(position: number, step: "paid" | "refundedInPart" | "refundFailed") {
  return {
    position,
    step,
    amountCents: 100,
    note: null,
    wasSettled: 1,
    productId: null,
    quantity: null,
    items: null,
  } as const;
}

/** Lets transactions take numbers, but save no document before it is released. */
async function stopDocuments(db: Database) {
  const trx = await db.startTransaction().execute();
  await sql`lock table documents in share mode`.execute(trx);
  return () => trx.commit().execute();
}

async function countWaiting(db: Database) {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
