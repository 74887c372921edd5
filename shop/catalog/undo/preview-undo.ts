import type { Database } from "#database/connect.ts";
import { planUndo, type UndoEffect } from "./plan-undo.ts";

const rowsPerRead = 500;
const keptShown = 50;

/** What undoing an import would do. */
export interface UndoPreview {
  counts: Record<UndoEffect, number>;
  /** The first products of which something was changed since, which stays; and how many more there are. */
  kept: { id: string; title: string; what: string }[];
  otherKept: number;
}

/** Tells what undoing an import would do now, and writes nothing. */
export async function previewUndo(
  db: Database,
  { id, createdAt }: { id: string; createdAt: number },
): Promise<UndoPreview> {
  const preview: UndoPreview = {
    counts: { deleted: 0, archived: 0, restored: 0, returned: 0, nothing: 0 },
    kept: [],
    otherKept: 0,
  };
  for (let last = ""; ; ) {
    const rows = await db
      .selectFrom("pastImportRows")
      .select(["key", "content"])
      .where("importId", "=", id)
      .where("kind", "=", "product")
      .where("key", ">", last)
      .orderBy("key")
      .limit(rowsPerRead)
      .execute();
    for (const { id, title, effect, kept } of await planUndo(db, rows, createdAt)) {
      preview.counts[effect] += 1;
      if (kept.length === 0) continue;
      if (preview.kept.length < keptShown) preview.kept.push({ id, title, what: kept.join(", ") });
      else preview.otherKept += 1;
    }
    const end = rows.at(-1);
    if (!end) return preview;
    last = end.key;
  }
}
