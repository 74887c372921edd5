import type { Database } from "#database/connect.ts";
import type { ChangesTable } from "#database/schema.ts";

/** What a field was before a change, and what it is after it; null where there was, or is, nothing. */
export type ChangedFields = Record<string, { before: FieldValue; after: FieldValue }>;
export type FieldValue = string | number | boolean | null;

/** Something that is about to be changed, and by whom. */
export interface NewChange extends Pick<ChangesTable, "actor" | "kind" | "subject" | "action"> {
  fields?: ChangedFields;
}

/** A change as the log shows it. `createdAt` is in milliseconds since 1970 (UTC). */
export interface Change extends Omit<NewChange, "fields"> {
  id: number;
  createdAt: number;
  fields: ChangedFields;
}

/** Writes a change into the log, in the transaction that makes it. */
export function logChange(transaction: Database, change: NewChange, now: Date) {
  return logChanges(transaction, [change], now);
}

const changesPerInsert = 100;

/** Writes changes into the log, in the transaction that makes them. */
export async function logChanges(transaction: Database, changes: NewChange[], now: Date) {
  const createdAt = now.getTime();
  const rows = changes.map(({ fields = {}, ...change }) => ({ ...change, fields: JSON.stringify(fields), createdAt }));
  for (let start = 0; start < rows.length; start += changesPerInsert) {
    const some = rows.slice(start, start + changesPerInsert);
    await transaction.insertInto("changes").values(some).execute();
  }
}

/** The fields of a record that are others after a change; one that is not there had, or has, no value. */
export function changedFields(before: Record<string, FieldValue>, after: Record<string, FieldValue>): ChangedFields {
  const names = Object.keys({ ...after, ...before });
  const values = names.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }] as const);
  return Object.fromEntries(values.filter(([, { before, after }]) => before !== after));
}

interface ChangeQuery {
  kind?: ChangesTable["kind"];
  /** Of one thing of that kind. */
  subject?: string;
  /** Only what was changed before the change with this id. */
  before?: number;
  limit: number;
}

/** A part of the log, newest first. */
export async function readChanges(db: Database, { kind, subject, before, limit }: ChangeQuery): Promise<Change[]> {
  let query = db.selectFrom("changes").selectAll().orderBy("id", "desc").limit(limit);
  if (kind) query = query.where("kind", "=", kind);
  if (subject !== undefined) query = query.where("subject", "=", subject);
  if (before !== undefined) query = query.where("id", "<", before);
  const rows = await query.execute();
  return rows.map(({ id, fields, ...change }) => ({ ...change, id: Number(id), fields: JSON.parse(fields) }));
}
