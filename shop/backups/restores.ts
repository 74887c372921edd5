import { type Database, lockTable } from "#database/connect.ts";
import type { RestoresTable } from "#database/schema.ts";
import type { ShopDatabase } from "../shop.ts";
import type { DataSummary } from "./summarize-data.ts";

/** What a checked file has, for whoever decides whether it is restored. */
export interface RestoreOffer {
  /** When the backup was made, in milliseconds since 1970 (UTC); undefined if it doesn't say. */
  madeAt: number | undefined;
  isVerified: boolean;
  data: DataSummary;
}

/** What a restore did, or why it failed. */
export interface RestoreResult {
  /** What it would restore; only while it waits. */
  offer?: RestoreOffer;
  /** Why nothing was changed, for the owner; undefined when it was done. */
  problem?: string | undefined;
  /** How many rows tables have now. */
  counts?: Record<string, number>;
  /** Where the data from before is. */
  before?: string | undefined;
  isVerified?: boolean;
  /** When the backup was made, in milliseconds since 1970 (UTC); undefined if it doesn't say. */
  madeAt?: number | undefined;
  /** What follows from another `AUTH_SECRET`. */
  otherSecret?: string | undefined;
  /** What follows from it for two-step verification. */
  lostAuthenticators?: string | undefined;
}

export interface Restore extends Pick<RestoresTable, "id" | "fileName" | "startedAt"> {
  /** `failed` also when its process has ended without a word. */
  state: RestoresTable["state"];
  result: RestoreResult;
}

const ended: RestoresTable["state"][] = ["done", "failed"];

const idPattern = /^[\da-f-]{36}$/;

type Context = Pick<ShopDatabase, "db" | "now">;

/** Milliseconds between two signs of life. */
export const heartbeatMs = 10_000;
/** Milliseconds without a sign of life after which a restore counts as ended. While rows are replaced on SQLite nobody can give one, and nobody can claim a restore either. */
const leaseMs = 6 * heartbeatMs;
/** Milliseconds for which a restore can be looked up, and undone. */
export const keptMs = 24 * 60 * 60_000;
/** Rows take minutes to replace. */
const replacingMs = 30 * 60_000;
export const busyProblem = "Another restore is running, or was just stopped. Try again in a minute.";
export const stoppedProblem = "It was stopped before it was done. Start it again.";

/** Begins a restore, one at a time in all processes. One that waits to be confirmed makes way for it. @param fileName "" while the file is still being received @returns its id, which nobody can guess; undefined while another one runs */
export async function claimRestore({ db, now }: Context, fileName: string) {
  const at = now().getTime();
  return db.transaction().execute(async (trx) => {
    await lockTable(trx, "restores");
    const running = trx
      .selectFrom("restores")
      .where("state", "not in", [...ended, "waiting"])
      .where("aliveAt", ">", at - leaseMs);
    if (await running.select("id").executeTakeFirst()) return undefined;
    const problem = JSON.stringify({ problem: stoppedProblem } satisfies RestoreResult);
    await trx
      .updateTable("restores")
      .set({ state: "failed", result: problem })
      .where("state", "not in", ended)
      .execute();
    await trx
      .deleteFrom("restores")
      .where("startedAt", "<", at - keptMs)
      .execute();
    const state = fileName === "" ? "receiving" : "checking";
    const row = { id: crypto.randomUUID(), state, fileName, startedAt: at, aliveAt: at } as const;
    await trx.insertInto("restores").values(row).execute();
    return row.id;
  });
}

/** Forgets a restore whose file didn't arrive. */
export async function releaseRestore(db: Database, id: string) {
  await db.deleteFrom("restores").where("id", "=", id).execute();
}

/** Says that a restore goes on, if it counts as running. */
export async function keepRestore(
  { db, now }: Context,
  id: string,
  changes: Partial<Pick<RestoresTable, "state" | "fileName">> = {},
) {
  await db
    .updateTable("restores")
    .set({ ...changes, aliveAt: now().getTime() })
    .where("id", "=", id)
    .where("state", "not in", ended)
    .execute();
}

/** Says how a restore ended, in its own transaction if it was done. @returns false if it counts as ended */
export async function finishRestore(db: Database, id: string, result: RestoreResult) {
  const state = result.problem === undefined ? "done" : "failed";
  const finished = await db
    .updateTable("restores")
    .set({ state, result: JSON.stringify(result) })
    .where("id", "=", id)
    .where("state", "not in", ended)
    .returning("id")
    .executeTakeFirst();
  return finished !== undefined;
}

/** Says what a checked file has: its restore waits until it is confirmed. @returns false if it counts as ended */
export async function offerRestore(db: Database, id: string, offer: RestoreOffer) {
  const offered = await db
    .updateTable("restores")
    .set({ state: "waiting", result: JSON.stringify({ offer } satisfies RestoreResult) })
    .where("id", "=", id)
    .where("state", "not in", ended)
    .returning("id")
    .executeTakeFirst();
  return offered !== undefined;
}

/** Lets a restore that waits go on. One that doesn't wait any more stays as it is. */
export async function confirmRestore({ db }: Pick<Context, "db">, id: string) {
  await db
    .updateTable("restores")
    .set({ state: "checking", result: null })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** Forgets a restore that waits, whose process then ends. */
export async function declineRestore({ db }: Pick<Context, "db">, id: string) {
  await db.deleteFrom("restores").where("id", "=", id).where("state", "=", "waiting").execute();
}

export async function readRestoreState(db: Database, id: string) {
  const row = await db.selectFrom("restores").select("state").where("id", "=", id).executeTakeFirst();
  return row?.state;
}

/** The restores of the last day that are done, the newest first. */
export async function readDoneRestores({ db, now }: Context): Promise<Restore[]> {
  const rows = await db
    .selectFrom("restores")
    .selectAll()
    .where("state", "=", "done")
    .where("startedAt", ">=", now().getTime() - keptMs)
    .orderBy("startedAt", "desc")
    .execute();
  return rows.map(({ aliveAt: _, result, ...restore }) => ({ ...restore, result: JSON.parse(result ?? "{}") }));
}

/** A restore of the last day; undefined if there is none with this id. */
export async function readRestore({ db, now }: Context, id: string): Promise<Restore | undefined> {
  if (!idPattern.test(id)) return undefined;
  const row = await db.selectFrom("restores").selectAll().where("id", "=", id).executeTakeFirst();
  const at = now().getTime();
  if (!row || row.startedAt < at - keptMs) return undefined;
  const { fileName, startedAt, state } = row;
  const result: RestoreResult = JSON.parse(row.result ?? "{}");
  if (ended.includes(state)) return { id, fileName, startedAt, state, result };
  const isGone = row.aliveAt < at - (state === "replacing" ? replacingMs : leaseMs);
  return {
    id,
    fileName,
    startedAt,
    state: isGone ? "failed" : state,
    result: isGone ? { problem: stoppedProblem } : result,
  };
}
