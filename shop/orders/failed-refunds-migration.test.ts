import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import type { Connection } from "#database/connect.ts";
import { migrate, migrations } from "#database/migrate.ts";
import { connect, createEmptyDatabase, forEachEngine } from "../../tests/support/databases.ts";
import { replayEvents } from "./state/state-machine.ts";
import { readOrders } from "./views/read-order.ts";

type Step = [step: string, amountCents?: number];
type Refund = [id: string, state: "waiting" | "done" | "failed", amountCents: number, createdAt: number];

/** Orders of $19.00 as the version before left them: events happened at 10, 20, 30 …; those with refunds that failed were wrong. */
const before: { number: string; state: string; events: Step[]; refunds: Refund[] }[] = [
  {
    number: "REVERSED",
    state: "refunded",
    events: [["paid", 1900], ["sent"], ["refunded", 1900], ["refundFailed", 1900]],
    refunds: [["a", "failed", 1900, 25]],
  },
  {
    number: "RETRIED",
    state: "paid",
    events: [
      ["paid", 1900],
      ["refundedInPart", 500],
      ["refundFailed", 500],
      ["refundedInPart", 500],
    ],
    refunds: [
      ["b", "failed", 500, 15],
      ["c", "done", 500, 35],
    ],
  },
  {
    number: "DECLINED",
    state: "refunded",
    events: [
      ["paid", 1900],
      ["refundFailed", 500],
      ["refunded", 1900],
    ],
    refunds: [
      ["d", "failed", 500, 20],
      ["e", "done", 1900, 25],
    ],
  },
  {
    number: "CANCELLED",
    state: "cancelled",
    events: [
      ["paid", 1900],
      ["refundedInPart", 400],
      ["cancelled"],
      ["refunded", 1500],
      ["refundFailed", 1500],
      ["noted"],
    ],
    refunds: [
      ["f", "done", 400, 15],
      ["g", "failed", 1500, 35],
      ["h", "waiting", 600, 60],
    ],
  },
  {
    number: "AGAIN",
    state: "refunded",
    events: [
      ["paid", 1900],
      ["refunded", 1900],
      ["refundFailed", 1900],
      ["refunded", 1900],
    ],
    refunds: [
      ["i", "failed", 1900, 15],
      ["j", "done", 1900, 35],
    ],
  },
];

async function fillOldDatabase({ db, engine }: Connection) {
  const earlier = Object.fromEntries(Object.entries(migrations(engine)).filter(([name]) => name < "018"));
  await new Migrator({ db, provider: { getMigrations: async () => earlier } }).migrateToLatest();
  const isVerified = engine === "postgres" ? true : 1;
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('ada', 'Ada', 'ada@example.com', ${isVerified}, '2026-11-01', '2026-11-01')`.execute(db);
  await sql`insert into customers (uid, firstname, lastname, email, "dateOfBirth", street, city, "zipCode", country, "createdAt")
    values ('ada', 'Ada', 'Lovelace', 'ada@example.com', '1990-01-01', 'Storgata 1', 'Oslo', '0155', 'Norway', 0)`.execute(
    db,
  );
  for (const [index, { number, state, events, refunds }] of before.entries()) {
    await sql`insert into orders (id, "userId", "orderNumber", "checkoutKey", "totalPrice", "paymentMethod", "billingAddress", "createdAt", state)
      values (${index}, 'ada', ${number}, ${number}, '19.00', 'visa', 'Storgata 1', ${index}, ${state})`.execute(db);
    for (const [place, [step, amountCents = null]] of events.entries())
      await sql`insert into "orderEvents" ("orderId", position, step, "createdAt", actor, "amountCents")
        values (${index}, ${place + 1}, ${step}, ${10 * (place + 1)}, 'stripe', ${amountCents})`.execute(db);
    for (const [id, refundState, amountCents, createdAt] of refunds)
      await sql`insert into refunds (id, "orderId", "amountCents", reason, actor, state, "createdAt")
        values (${id}, ${index}, ${amountCents}, 'A dent', 'owner', ${refundState}, ${createdAt})`.execute(db);
  }
}

forEachEngine((_, engine) => {
  test("refunds that failed before are counted, listed and replayed as those that fail now", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    await fillOldDatabase(connection);
    await migrate(connection);
    const orders = await readOrders(connection.db);
    const seen = orders.toReversed().map(({ orderNumber, state, refundedCents, events }) => {
      expect(replayEvents(events), orderNumber).toBe(state);
      return [
        orderNumber,
        state,
        refundedCents,
        events.flatMap(({ position, wasSettled }) => (wasSettled ? position : [])),
      ];
    });
    expect(seen).toEqual([
      ["REVERSED", "sent", 0, [4]],
      ["RETRIED", "paid", 500, [3]],
      ["DECLINED", "refunded", 1900, []],
      ["CANCELLED", "cancelled", 400, [5]],
      ["AGAIN", "refunded", 1900, [3]],
    ]);
    const refunds = connection.db.selectFrom("refunds").select(["id", "outstandingCents"]).orderBy("id");
    const outstanding = (await refunds.execute()).filter(({ outstandingCents }) => Number(outstandingCents) > 0);
    expect(outstanding.map(({ id, outstandingCents }) => [id, Number(outstandingCents)])).toEqual([
      ["a", 1900],
      ["g", 900],
    ]);
  });
});
