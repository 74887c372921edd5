import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** The columns that never change. `mailedAt` is written once. */
const evidence = ["id", "orderId", "orderNumber", "name", "email", "content", "items", "isLate", "receivedAt"];

/** Consumers' statements of withdrawal (Directive 2011/83/EU, article 11a), and the exceptions from the right. See docs/decisions/0329. */
export function createWithdrawals(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("withdrawals")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("orderId", "integer", (column) => column.references("orders.id"))
        .addColumn("orderNumber", "text", (column) => column.notNull())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("content", "text", (column) => column.notNull())
        .addColumn("items", "text")
        .addColumn("isLate", "integer", (column) => column.notNull())
        .addColumn("receivedAt", "bigint", (column) => column.notNull())
        .addColumn("mailedAt", "bigint")
        .addColumn("doneAt", "bigint")
        .execute();
      await db.schema.createIndex("withdrawals_orderId").on("withdrawals").column("orderId").execute();
      await db.schema.createIndex("withdrawals_receivedAt").on("withdrawals").columns(["receivedAt", "id"]).execute();
      await protectWithdrawals(db, engine);
      await db.schema
        .alterTable("categories")
        .addColumn("withdrawalException", "text", (column) => column.notNull().defaultTo(""))
        .execute();
      await db.schema
        .alterTable("returnRequests")
        .addColumn("deliveryCents", "integer", (column) => column.notNull().defaultTo(0))
        .execute();
    },
  };
}

const triggers = {
  withdrawals_kept: "delete on withdrawals for each row",
  withdrawals_unchanged: `update of ${evidence.map((column) => `"${column}"`).join(", ")} on withdrawals for each row`,
  withdrawals_mailed: `update of "mailedAt" on withdrawals for each row when (old."mailedAt" is not null)`,
};
const message = "statements of withdrawal are evidence, and stay as they are";

/** Lets the database refuse to change or delete statements. */
export async function protectWithdrawals<Schema>(db: Kysely<Schema>, engine: Engine) {
  if (engine === "postgres")
    await sql`
      create or replace function "keepWithdrawals"() returns trigger language plpgsql as $$ begin
        raise exception ${sql.lit(message)};
      end $$`.execute(db);
  for (const [name, when] of Object.entries(triggers)) {
    const refusal =
      engine === "postgres" ? `execute function "keepWithdrawals"()` : `begin select raise(abort, '${message}'); end`;
    await sql.raw(`create trigger ${name} before ${when} ${refusal}`).execute(db);
  }
}

/** Lets a copy of another database replace all rows. Call `protectWithdrawals` in the same transaction. */
export async function releaseWithdrawals<Schema>(db: Kysely<Schema>, engine: Engine) {
  for (const name of Object.keys(triggers))
    await sql.raw(`drop trigger ${name}${engine === "postgres" ? " on withdrawals" : ""}`).execute(db);
}
