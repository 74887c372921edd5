import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { readHosted } from "../fetched-pictures/hosted-pictures.ts";
import {
  digestOf,
  type PastDraft,
  type PastProduct,
  pastColumns,
  pictureColumns,
} from "../past-imports/past-product.ts";
import { readOrdered } from "../products/read-ordered.ts";
import { type UndoOptions, undoneRow } from "./undone-row.ts";

/** What undoing an import or another act does to a product. */
export type UndoEffect = "deleted" | "archived" | "unarchived" | "restored" | "returned" | "nothing";

/** What undoing an import or another act does to a product, which has been locked or is only looked at. */
export interface UndoStep {
  id: string;
  title: string;
  effect: UndoEffect;
  /** What was changed since and stays. */
  kept: KeptValue[];
  /** What the shop has; undefined if the product is returned, or gone. */
  before?: CurrentRow | undefined;
  /** What it then has; undefined if the product is deleted. */
  after?: ProductsTable | undefined;
  draft?: PastDraft | undefined;
  /** What can be undone later: what stays, unless the undo has found another end for it. */
  left?: PastProduct | undefined;
}

export interface KeptValue {
  /** In the words of the product's form. */
  label: string;
  /** The values in its row: what it has, and what it had before. Neither where the label says all. */
  column?: keyof ProductsTable;
  now?: unknown;
  former?: unknown;
  /** Whether a label that says all no longer holds if one insists. Values go back then anyway. */
  isInsistable?: boolean;
}

/** A product or archived product. */
type CurrentRow = ProductsTable & { archivedAt?: number };

/** A remembered product. */
export interface PastRow {
  id: string;
  past: PastProduct;
}

/**
 * Tells what becomes of some hundred products at most when an import or another act is undone.
 *
 * @param since orders since then may have sold what it added
 * @param insists whether what was changed since goes back, too
 */
export async function planUndo(
  db: Database,
  pasts: PastRow[],
  { since, insists = false }: { since: number; insists?: boolean | undefined },
): Promise<UndoStep[]> {
  const ids = pasts.map(({ id }) => id);
  if (ids.length === 0) return [];
  const current = await readCurrent(db, ids);
  const drafts = await db.selectFrom("draftProducts").select("id").where("id", "in", ids).execute();
  const taken = new Set([...current.keys(), ...drafts.map(({ id }) => id)]);
  const sold = await readOrdered(db, ids, since);
  const hostedOf = await readHosted(
    db,
    pasts.flatMap(({ past }) => addressesIn(past)),
  );
  return pasts.map(({ id, past }) => {
    const now = current.get(id);
    if (past.effect === "removed") return returned(id, past, taken.has(id));
    if (!now) return gone(id, past);
    if (past.effect === "added") return withoutAdded(now, past, { isSold: sold.has(id), insists });
    return restored(now, past, { hostedOf, insists });
  });
}

function returned(id: string, past: Extract<PastProduct, { effect: "removed" }>, isTaken: boolean): UndoStep {
  const { title } = past.row;
  return isTaken
    ? { id, title, effect: "nothing", kept: [{ label: "another product has this ID by now" }], left: past }
    : { id, title, effect: "returned", kept: [], after: past.row };
}

/** An added product that is gone needs no undo. Another one may come back. */
function gone(id: string, past: PastProduct): UndoStep {
  const step = { id, title: id, effect: "nothing" } as const;
  return past.effect === "added"
    ? { ...step, kept: [] }
    : { ...step, kept: [{ label: "it was removed since" }], left: past };
}

function withoutAdded(
  now: CurrentRow,
  past: Extract<PastProduct, { effect: "added" }>,
  { isSold, insists }: { isSold: boolean; insists: boolean },
): UndoStep {
  const { id, title, archivedAt } = now;
  if (archivedAt !== undefined) return { id, title, effect: "nothing", kept: [] };
  const isEdited = !insists && digestOf(now) !== past.digest;
  if (!isSold && !isEdited) return { id, title, effect: "deleted", kept: [], before: now, draft: past.draft };
  return {
    id,
    title,
    effect: "archived",
    kept: isEdited ? [{ label: "it was changed, so it is only archived", isInsistable: true }] : [],
    before: now,
    after: now,
  };
}

function restored(
  now: CurrentRow,
  past: Exclude<PastProduct, { effect: "added" | "removed" }>,
  options: UndoOptions,
): UndoStep {
  const { effect, columns } = past;
  const { row, kept } = undoneRow(now, columns, options);
  const values = kept.map(({ label, column }) => ({
    ...{ label, column },
    ...{ now: now[column], former: columns[column]?.[0] },
  }));
  const left: PastProduct | undefined =
    kept.length > 0
      ? { effect: "changed", columns: Object.assign({}, ...kept.map(({ columns }) => columns)) }
      : undefined;
  const step = { id: now.id, title: now.title, kept: values, before: now, after: row, left };
  if (effect === "unarchived" && now.archivedAt === undefined) return { ...step, effect: "archived" };
  if (past.effect === "archived" && now.archivedAt !== undefined) {
    // A file's order takes archived products' places away.
    const after = { ...row, position: now.position > 0 ? row.position : past.position };
    return { ...step, after, effect: "unarchived" };
  }
  const isSame = pastColumns.every((column) => row[column] === now[column]);
  return { ...step, effect: isSame ? "nothing" : "restored" };
}

async function readCurrent(db: Database, ids: string[]): Promise<Map<string, CurrentRow>> {
  const sold = await db.selectFrom("products").selectAll().where("id", "in", ids).execute();
  const archived = await db.selectFrom("archivedProducts").selectAll().where("id", "in", ids).execute();
  return new Map([...archived, ...sold].map((row) => [row.id, row]));
}

/** The addresses of pictures that an import named. */
function addressesIn(past: PastProduct) {
  if (past.effect === "added" || past.effect === "removed") return [];
  const texts = pictureColumns.flatMap((column) => past.columns[column] ?? []);
  return texts.flatMap((text): string[] => {
    if (typeof text !== "string" || text === "") return [];
    return text.startsWith("[") ? JSON.parse(text) : [text];
  });
}
