import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** Matches of statements of withdrawal that staff have undone, as evidence of both. See docs/decisions/0356. */
export function createUndoneMatches(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable("withdrawals").addColumn("returnId", "text").execute();
      await db.schema
        .createTable("undoneMatches")
        .addColumn("returnId", "text", (column) => column.primaryKey())
        .addColumn("withdrawalId", "text", (column) => column.notNull().references("withdrawals.id"))
        .addColumn("orderId", "integer", (column) => column.notNull().references("orders.id"))
        .addColumn("matchedBy", "text", (column) => column.notNull())
        .addColumn("matchedAt", "bigint", (column) => column.notNull())
        .addColumn("undoneBy", "text", (column) => column.notNull())
        .addColumn("undoneAt", "bigint", (column) => column.notNull())
        .execute();
      for (const column of ["withdrawalId", "orderId"])
        await db.schema.createIndex(`undoneMatches_${column}`).on("undoneMatches").column(column).execute();
      await protectUndoneMatches(db, engine);
      await allowUnmatching(db, engine);
    },
  };
}

const triggers = {
  undoneMatches_kept: "delete",
  undoneMatches_unchanged: "update",
};

/** Lets the database refuse to change or delete what says that a match was undone. */
export async function protectUndoneMatches<Schema>(db: Kysely<Schema>, engine: Engine) {
  const refusal =
    engine === "postgres"
      ? `execute function "keepWithdrawals"()`
      : `begin select raise(abort, 'undone matches are evidence and never change'); end`;
  for (const [name, change] of Object.entries(triggers))
    await sql.raw(`create trigger ${name} before ${change} on "undoneMatches" for each row ${refusal}`).execute(db);
}

/** Lets a copy of another database replace all rows. Call `protectUndoneMatches` in the same transaction. */
export async function releaseUndoneMatches<Schema>(db: Kysely<Schema>, engine: Engine) {
  for (const name of Object.keys(triggers))
    await sql.raw(`drop trigger ${name}${engine === "postgres" ? ` on "undoneMatches"` : ""}`).execute(db);
}

const trigger = "withdrawals_matched";
const columns = `"matchedOrderId", "matchedBy", "matchedAt", "returnId"`;
const isMatched = `old."matchedOrderId" is not null or old."orderId" is not null`;
/** A match is removed as a whole, and only after `undoneMatches` has a row with it. */
const isKept = `
  new."matchedOrderId" is null and new."matchedBy" is null and new."matchedAt" is null and exists (
    select 1 from "undoneMatches" as undone
    where undone."returnId" = coalesce(old."returnId", old.id) and undone."withdrawalId" = old.id
      and undone."orderId" = old."matchedOrderId" and undone."matchedBy" = old."matchedBy" and undone."matchedAt" = old."matchedAt"
  )`;

/** Replaces the trigger that kept every match for good. */
async function allowUnmatching(db: Kysely<unknown>, engine: Engine) {
  await sql.raw(`drop trigger ${trigger}${engine === "postgres" ? " on withdrawals" : ""}`).execute(db);
  const message = "a matched withdrawal keeps its order until the match is undone";
  const update = `before update of ${columns} on withdrawals for each row`;
  if (engine === "sqlite") {
    const refusal = `begin select raise(abort, '${message}'); end`;
    await sql.raw(`create trigger ${trigger} ${update} when (${isMatched}) and not (${isKept}) ${refusal}`).execute(db);
    return;
  }
  // PostgreSQL allows no query in the condition of a trigger.
  await sql
    .raw(`
      create or replace function "keepMatch"() returns trigger language plpgsql as $$ begin
        if not (${isKept}) then raise exception '${message}'; end if;
        return new;
      end $$`)
    .execute(db);
  await sql.raw(`create trigger ${trigger} ${update} when (${isMatched}) execute function "keepMatch"()`).execute(db);
}
