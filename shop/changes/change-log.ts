import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ChangesTable } from "#database/schema.ts";
import { foldText } from "../text/fold-text.ts";
import { patternOf } from "../text/match-words.ts";
import { currentAct } from "./acts.ts";

/** Each changed field's value before and after; null if empty. */
export type ChangedFields = Record<string, { before: FieldValue; after: FieldValue }>;
export type FieldValue = string | number | boolean | null;

/** What the log has changes of. */
export const changeKinds: Record<ChangesTable["kind"], string> = {
  product: "Product",
  category: "Category",
  customer: "Customer",
  message: "Message",
  withdrawal: "Withdrawal",
  mail: "Email",
  order: "Order",
  discount: "Discount",
  delivery: "Delivery",
  vat: "VAT",
  page: "Page",
  appearance: "Appearance",
  redirect: "Redirect",
  settings: "Settings",
  import: "Import",
  backup: "Backup",
  role: "Role",
  "sign-in": "Sign-in",
  token: "Token",
  webhook: "Webhook",
};

/** A change to log. */
export interface NewChange extends Pick<ChangesTable, "actor" | "kind" | "subject" | "action"> {
  fields?: ChangedFields;
  /** What undoing it takes back, if that isn't the transaction's act. */
  act?: string | undefined;
  /** Whether it is one of many of an act, which has another change for them all: only the log of its subject has it. */
  isPart?: boolean;
}

/** A logged change. `createdAt` is in milliseconds since 1970 (UTC). */
export interface Change extends Omit<NewChange, "fields" | "act" | "isPart"> {
  id: number;
  createdAt: number;
  fields: ChangedFields;
  act: string | null;
  isPart: boolean;
}

/** Logs a change in its own transaction. See docs/decisions/0057. */
export function logChange(transaction: Database, change: NewChange, now: Date) {
  return logChanges(transaction, [change], now);
}

const changesPerInsert = 100;

/** Logs changes in their own transaction. */
export async function logChanges(transaction: Database, changes: NewChange[], now: Date) {
  const createdAt = now.getTime();
  const rows = changes.map(({ fields = {}, act, isPart, ...change }) => ({
    ...change,
    actorKey: foldText(change.actor),
    fields: JSON.stringify(fields),
    createdAt,
    act: act ?? currentAct(transaction),
    isPart: isPart ? (1 as const) : (0 as const),
  }));
  for (let start = 0; start < rows.length; start += changesPerInsert) {
    const some = rows.slice(start, start + changesPerInsert);
    await transaction.insertInto("changes").values(some).execute();
  }
}

/** The fields that differ between two records. A missing field counts as empty. */
export function changedFields(before: Record<string, FieldValue>, after: Record<string, FieldValue>): ChangedFields {
  const names = Object.keys({ ...after, ...before });
  const values = names.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }] as const);
  return Object.fromEntries(values.filter(([, { before, after }]) => before !== after));
}

/**
 * What to log of a record that owners set up: that it was added, edited or deleted.
 *
 * @param before undefined if it is new
 * @param after undefined if it is deleted
 */
export function recordChange(
  record: Pick<NewChange, "actor" | "kind" | "subject">,
  before: Record<string, FieldValue> | undefined,
  after: Record<string, FieldValue> | undefined,
): NewChange {
  const action = !before ? "added" : after ? "edited" : "deleted";
  return { ...record, action, fields: changedFields(before ?? {}, after ?? {}) };
}

/** Whether two records have the same fields. */
export function isSameRecord(before: Record<string, FieldValue>, after: Record<string, FieldValue>) {
  return Object.keys(changedFields(before, after)).length === 0;
}

interface ChangeQuery {
  kind?: ChangesTable["kind"] | undefined;
  /** Only changes to this record. */
  subject?: string;
  /** Only this one. */
  id?: number;
  /** Only changes of this act. */
  act?: string;
  /** Only one change of an act that has one for them all. */
  wholeActs?: boolean;
  /** Only changes by people whose email contains this. */
  actor?: string | undefined;
  /** Only changes older than the one with this ID. */
  before?: number;
  limit: number;
}

/** Reads part of the log, newest first. */
export async function readChanges(db: Database, { actor, ...query }: ChangeQuery): Promise<Change[]> {
  const actorKeys = actor ? await findActorKeys(db, actor) : undefined;
  if (actorKeys?.length === 0) return [];
  // Only the IDs are sorted: of a kind with many changes, SQLite would otherwise sort the whole rows.
  const ids = changesMatching(db, { ...query, actorKeys })
    .select("id")
    .orderBy("id", "desc")
    .limit(query.limit);
  const rows = await db.selectFrom("changes").selectAll().where("id", "in", ids).orderBy("id", "desc").execute();
  return rows.map(({ id, fields, actorKey: _, isPart, ...change }) => ({
    ...change,
    isPart: isPart === 1,
    id: Number(id),
    fields: JSON.parse(fields),
  }));
}

/**
 * The folded names of those who have made changes and whose name contains a text. Neither engine skips from one value of an index to the next, so each
 * step asks for the next greater one. See docs/decisions/0416.
 */
async function findActorKeys(db: Database, text: string) {
  const { rows } = await sql<{ key: string }>`
    with recursive actors(key) as (
      select min("actorKey") from changes
      union all
      select (select min("actorKey") from changes where "actorKey" > actors.key) from actors where actors.key is not null
    )
    select key from actors where key like ${patternOf(text)} escape '\\'`.execute(db);
  return rows.map(({ key }) => key);
}

type MatchedQuery = Omit<ChangeQuery, "actor" | "limit"> & { actorKeys: string[] | undefined };

function changesMatching(db: Database, { kind, subject, actorKeys, before, id, act, wholeActs }: MatchedQuery) {
  let query = db.selectFrom("changes");
  if (id !== undefined) query = query.where("id", "=", id);
  if (act !== undefined) query = query.where("act", "=", act);
  if (kind) query = query.where("kind", "=", kind);
  if (subject !== undefined) query = query.where("subject", "=", subject);
  if (wholeActs) query = query.where("isPart", "=", 0);
  if (before !== undefined) query = query.where("id", "<", before);
  if (actorKeys) query = query.where("actorKey", "in", actorKeys);
  return query;
}
