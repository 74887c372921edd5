import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** Which order staff have found a statement of withdrawal to be about, who did, and when. What the statement says stays. See docs/decisions/0351. */
export function addMatchedWithdrawals(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable("withdrawals")
        .addColumn("matchedOrderId", "integer", (column) => column.references("orders.id"))
        .execute();
      await db.schema.alterTable("withdrawals").addColumn("matchedBy", "text").execute();
      await db.schema.alterTable("withdrawals").addColumn("matchedAt", "bigint").execute();
      await db.schema.createIndex("withdrawals_matchedOrderId").on("withdrawals").column("matchedOrderId").execute();
      await protectMatches(db, engine);
    },
  };
}

const trigger = "withdrawals_matched";

/** Lets the database refuse to change a match, as it refuses to change statements (`protectWithdrawals`). */
export async function protectMatches<Schema>(db: Kysely<Schema>, engine: Engine) {
  const isMatched = `old."matchedOrderId" is not null or old."orderId" is not null`;
  const refusal =
    engine === "postgres"
      ? `execute function "keepWithdrawals"()`
      : `begin select raise(abort, 'the match of a statement of withdrawal stays as it is'); end`;
  const columns = `"matchedOrderId", "matchedBy", "matchedAt"`;
  await sql
    .raw(
      `create trigger ${trigger} before update of ${columns} on withdrawals for each row when (${isMatched}) ${refusal}`,
    )
    .execute(db);
}
