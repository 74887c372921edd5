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
export async function logChange(transaction: Database, { fields = {}, ...change }: NewChange, now: Date) {
  await transaction
    .insertInto("changes")
    .values({ ...change, fields: JSON.stringify(fields), createdAt: now.getTime() })
    .execute();
}

/** The fields of a record that are others after a change. */
export function changedFields<Fields extends Record<string, FieldValue>>(before: Fields, after: Fields): ChangedFields {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(
    changed.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]),
  );
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
