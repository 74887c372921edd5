import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { databaseNow } from "#database/database-clock.ts";

/** Acts are kept for so long, and can be undone until then. */
export const actsKeptForMs = 30 * 24 * 60 * 60_000;

/** Several transactions that are one act have its id. */
export function newActId(): string {
  return randomUUID();
}

/**
 * Runs a transaction in which someone changes what owners set up. Triggers remember the rows that it changes, so that the log's lines of it can be undone.
 * See docs/decisions/0392.
 *
 * @param act the act that it belongs to, if it isn't one by itself
 */
export async function inAct<Result>(
  db: Database,
  change: (transaction: Database) => Promise<Result>,
  act = newActId(),
) {
  const { result, isNew } = await db.transaction().execute(async (trx) => {
    await openAct(trx, act);
    const result = await change(trx);
    await closeAct(trx);
    return { result, isNew: await keepAct(trx, act) };
  });
  if (isNew) noteAct(act);
  return result;
}

const requestsActs = new AsyncLocalStorage<string[]>();

/** Answers a request, and notes the acts that it makes for `actsOfRequest`. */
export function notingActs<Answer>(answer: () => Answer): Answer {
  return requestsActs.run([], answer);
}

/** Notes an act of the request that another process made for it. */
export function noteAct(act: string) {
  requestsActs.getStore()?.push(act);
}

/** The acts that the request has made so far. One that changed nothing isn't there. */
export function actsOfRequest(): string[] {
  return requestsActs.getStore() ?? [];
}

/** Lets the triggers remember what follows in a transaction. On SQLite the row is gone before anyone else could see it. */
export async function openAct(transaction: Database, act: string) {
  if (engineOf(transaction) === "postgres") await sql`select set_config('torg.act', ${act}, true)`.execute(transaction);
  else await sql`insert into "openAct" (id, act) values (1, ${act})`.execute(transaction);
}

/** What follows in the transaction isn't remembered. */
export async function closeAct(transaction: Database) {
  if (engineOf(transaction) === "postgres") await sql`select set_config('torg.act', '', true)`.execute(transaction);
  else await sql`delete from "openAct"`.execute(transaction);
}

/** The open act, as part of a query; null without one. */
export function currentAct(transaction: Database): RawBuilder<string | null> {
  return engineOf(transaction) === "postgres"
    ? sql`nullif(current_setting('torg.act', true), '')`
    : sql`(select act from "openAct")`;
}

export async function readAct(transaction: Database) {
  const { act } = await transaction.selectNoFrom(currentAct(transaction).as("act")).executeTakeFirstOrThrow();
  return act ?? undefined;
}

/** Whether an act was undone, if only in part. */
export async function wasUndone(db: Database, act: string) {
  const undone = db.selectFrom("acts").select("id").where("id", "=", act).where("undos", ">", 0);
  return (await undone.executeTakeFirst()) !== undefined;
}

/** An act that has changed nothing leaves nothing. @returns whether it is kept from now on */
async function keepAct(transaction: Database, act: string) {
  const createdAt = databaseNow(transaction).getTime();
  const { numAffectedRows = 0n } = await sql`insert into acts (id, "createdAt") select ${act}, ${sql.lit(createdAt)}
    where exists (select 1 from "actRows" where act = ${act}) on conflict do nothing`.execute(transaction);
  return numAffectedRows > 0n;
}

/** Forgets all acts: the rows that they have aren't worth what they were. */
export async function forgetAllActs(transaction: Database) {
  await closeAct(transaction);
  await transaction.deleteFrom("actRows").execute();
  await transaction.deleteFrom("acts").execute();
}
