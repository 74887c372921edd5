import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { connect, createEmptyDatabase, forEachEngine } from "../tests/support/databases.ts";
import type { Connection } from "./connect.ts";
import { migrate, migrations } from "./migrate.ts";

/** Orders by number: their state, and their events as [step, actor]. */
const orders: [number: string, state: string, events: [step: string, actor: string][]][] = [
  [
    "MANUAL",
    "cancelled",
    [
      ["paid", "shop"],
      ["cancelled", "customer"],
    ],
  ],
  ["OLD", "sent", [["sent", "owner"]]],
  [
    "STRIPE",
    "paid",
    [
      ["paid", "stripe"],
      ["noted", "olga@example.com"],
    ],
  ],
  ["UNPAID", "awaiting-payment", []],
];

async function fill({ db, engine }: Connection) {
  const provider = { getMigrations: async () => migrations(engine) };
  await new Migrator({ db, provider }).migrateTo("019-catalog-upload-parts");
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('ada', 'Ada', 'ada@example.com', ${engine === "postgres" ? true : 1}, '2026-11-01', '2026-11-01')`.execute(
    db,
  );
  await sql`insert into customers (uid, firstname, lastname, email, "dateOfBirth", street, city, "zipCode", country, "createdAt")
    values ('ada', 'Ada', 'Lovelace', 'ada@example.com', '1990-01-01', 'Storgata 1', 'Oslo', '0155', 'Norway', 0)`.execute(
    db,
  );
  for (const [index, [number, state, events]] of orders.entries()) {
    const id = index + 1;
    await sql`insert into orders (id, "userId", "orderNumber", "checkoutKey", "totalPrice", "paymentMethod", "billingAddress", "createdAt", state)
      values (${id}, 'ada', ${number}, ${number}, '19.99', 'visa', 'Storgata 1', 7, ${state})`.execute(db);
    for (const [position, [step, actor]] of events.entries())
      await sql`insert into "orderEvents" ("orderId", position, step, "createdAt", actor)
        values (${id}, ${position + 1}, ${step}, 8, ${actor})`.execute(db);
  }
  for (const [id, state] of [
    [3, "paid"],
    [4, "open"],
  ])
    await sql`insert into payments ("orderId", provider, state, "createdAt") values (${id}, 'stripe', ${state}, 7)`.execute(
      db,
    );
  for (const [state, actor] of [
    ["waiting", "olga@example.com"],
    ["done", "stripe"],
    ["failed", "shop"],
    ["waiting", "customer"],
  ])
    await sql`insert into refunds (id, "orderId", "amountCents", reason, actor, state, "createdAt")
      values (${`${state} ${actor}`}, 3, 1, '-', ${actor}, ${state}, 9)`.execute(db);
}

forEachEngine((_, engine) => {
  test("orders of before have a payment and a paid event each, and say what kind of actor did what", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    await fill(connection);
    await migrate(connection);
    const { db } = connection;
    const payments = db.selectFrom("payments").innerJoin("orders", "orders.id", "orderId");
    const columns = ["orderNumber", "provider", "payments.state", "paidCents", "payments.createdAt"] as const;
    expect(await payments.select(columns).orderBy("orderNumber").execute()).toEqual([
      { orderNumber: "MANUAL", provider: "manual", state: "settled", paidCents: 1999, createdAt: 7 },
      { orderNumber: "OLD", provider: "manual", state: "settled", paidCents: 1999, createdAt: 7 },
      { orderNumber: "STRIPE", provider: "stripe", state: "settled", paidCents: null, createdAt: 7 },
      { orderNumber: "UNPAID", provider: "stripe", state: "pending", paidCents: null, createdAt: 7 },
    ]);
    const events = db.selectFrom("orderEvents").innerJoin("orders", "orders.id", "orderId");
    const rows = await events
      .selectAll("orderEvents")
      .select("orderNumber")
      .orderBy("orderId")
      .orderBy("position")
      .execute();
    expect(rows.map(({ orderNumber, step, actorType, actorId }) => [orderNumber, step, actorType, actorId])).toEqual([
      ["MANUAL", "paid", "system", "shop"],
      ["MANUAL", "cancelled", "customer", "ada"],
      ["OLD", "paid", "system", "shop"],
      ["OLD", "sent", "staff", "owner"],
      ["STRIPE", "paid", "provider", "stripe"],
      ["STRIPE", "noted", "staff", "olga@example.com"],
    ]);
    const refunds = await db.selectFrom("refunds").selectAll().orderBy("id").execute();
    expect(refunds.map(({ id, state, actorType, actorId }) => [id, state, actorType, actorId])).toEqual([
      ["done stripe", "settled", "provider", "stripe"],
      ["failed shop", "failed", "system", "shop"],
      ["waiting customer", "pending", "customer", "ada"],
      ["waiting olga@example.com", "pending", "staff", "olga@example.com"],
    ]);
  });
});
