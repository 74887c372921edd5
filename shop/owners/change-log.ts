import type { Database } from "#database/connect.ts";
import type { ChangesTable } from "#database/schema.ts";

/** Each changed field's value before and after; null if empty. */
export type ChangedFields = Record<string, { before: FieldValue; after: FieldValue }>;
export type FieldValue = string | number | boolean | null;

/** A change to log. */
export interface NewChange extends Pick<ChangesTable, "actor" | "kind" | "subject" | "action"> {
  fields?: ChangedFields;
}

/** A logged change. `createdAt` is in milliseconds since 1970 (UTC). */
export interface Change extends Omit<NewChange, "fields"> {
  id: number;
  createdAt: number;
  fields: ChangedFields;
}

/** Logs a change in its own transaction. */
export function logChange(transaction: Database, change: NewChange, now: Date) {
  return logChanges(transaction, [change], now);
}

const changesPerInsert = 100;

/** Logs changes in their own transaction. */
export async function logChanges(transaction: Database, changes: NewChange[], now: Date) {
  const createdAt = now.getTime();
  const rows = changes.map(({ fields = {}, ...change }) => ({ ...change, fields: JSON.stringify(fields), createdAt }));
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

interface ChangeQuery {
  kind?: ChangesTable["kind"];
  /** Only changes to this record. */
  subject?: string;
  /** Only changes older than the one with this ID. */
  before?: number;
  limit: number;
}

/** Reads part of the log, newest first. */
export async function readChanges(db: Database, { kind, subject, before, limit }: ChangeQuery): Promise<Change[]> {
  let query = db.selectFrom("changes").selectAll().orderBy("id", "desc").limit(limit);
  if (kind) query = query.where("kind", "=", kind);
  if (subject !== undefined) query = query.where("subject", "=", subject);
  if (before !== undefined) query = query.where("id", "<", before);
  const rows = await query.execute();
  return rows.map(({ id, fields, ...change }) => ({ ...change, id: Number(id), fields: JSON.parse(fields) }));
}
