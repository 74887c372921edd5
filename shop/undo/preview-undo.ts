import type { Database } from "#database/connect.ts";
import { type KeptValue, planUndo, type UndoEffect } from "../catalog/undo/plan-undo.ts";
import { readProducts, readRest } from "./act-rows.ts";
import { planRecords, type RecordStep } from "./undo-records.ts";

const productsPerRead = 500;
const keptShown = 50;

/** Something of which a part was changed since, and stays. */
export interface KeptThing {
  id: string;
  title: string;
  /** Where it is saved. */
  table: RecordStep["table"];
  /** What stays, in words. */
  what: string;
  values: KeptValue[];
}

/** What undoing an act would do. */
export interface UndoPreview {
  /** How many products. */
  counts: Record<UndoEffect, number>;
  /** How many other things: categories, pages, settings and the like. */
  records: number;
  /** The first of which something was changed since, which stays; and how many more there are. */
  kept: KeptThing[];
  otherKept: number;
}

/** Tells what undoing an act would do now, and writes nothing. */
export async function previewUndo(
  db: Database,
  { id, createdAt }: { id: string; createdAt: number },
): Promise<UndoPreview> {
  const preview: UndoPreview = {
    counts: { deleted: 0, archived: 0, unarchived: 0, restored: 0, returned: 0, nothing: 0 },
    records: 0,
    kept: [],
    otherKept: 0,
  };
  for (let last = ""; ; ) {
    const { ids, products, drafts } = await readProducts(db, id, last, productsPerRead);
    for (const { id, title, effect, kept } of await planUndo(db, products, { since: createdAt })) {
      preview.counts[effect] += 1;
      noteKept(preview, { id, title, table: "products", kept });
    }
    noteRecords(preview, await planRecords(db, drafts, { insists: false }));
    const end = ids.at(-1);
    if (end === undefined) break;
    last = end;
  }
  const { records } = await readRest(db, id);
  noteRecords(preview, await planRecords(db, records, { insists: false }));
  return preview;
}

function noteRecords(preview: UndoPreview, steps: RecordStep[]) {
  for (const { table, title, effect, kept } of steps) {
    if (effect !== "nothing") preview.records += 1;
    noteKept(preview, { id: title, title, table, kept });
  }
}

function noteKept(
  preview: UndoPreview,
  { kept, ...thing }: Omit<KeptThing, "what" | "values"> & { kept: KeptValue[] },
) {
  if (kept.length === 0) return;
  const what = kept.map(({ label }) => label).join(", ");
  if (preview.kept.length < keptShown) preview.kept.push({ ...thing, what, values: kept });
  else preview.otherKept += 1;
}
