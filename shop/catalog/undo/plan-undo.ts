import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { readHosted } from "../fetched-pictures/hosted-pictures.ts";
import {
  digestOf,
  type PastColumns,
  type PastDraft,
  type PastProduct,
  pastColumns,
  pictureColumns,
} from "../past-imports/past-product.ts";
import { undoneRow } from "./undone-row.ts";

/** What undoing an import does to a product. */
export type UndoEffect = "deleted" | "archived" | "restored" | "returned" | "nothing";

/** What undoing an import does to a product, which has been locked or is only looked at. */
export interface UndoStep {
  id: string;
  title: string;
  effect: UndoEffect;
  /** What was changed since and stays, in the words of the product's form. */
  kept: string[];
  /** What the shop has; undefined if the product is returned, or gone. */
  before?: CurrentRow | undefined;
  /** What it then has; undefined if the product is deleted. */
  after?: ProductsTable | undefined;
  draft?: PastDraft | undefined;
}

/** A product or archived product. */
type CurrentRow = ProductsTable & { archivedAt?: number };

/** A remembered product. */
export interface PastRow {
  key: string;
  content: string;
}

/**
 * Tells what becomes of some hundred products at most when an import is undone.
 *
 * @param importedAt orders since then may have sold what the import added
 */
export async function planUndo(db: Database, rows: PastRow[], importedAt: number): Promise<UndoStep[]> {
  const ids = rows.map(({ key }) => key);
  if (ids.length === 0) return [];
  const current = await readCurrent(db, ids);
  const drafts = await db.selectFrom("draftProducts").select("id").where("id", "in", ids).execute();
  const taken = new Set([...current.keys(), ...drafts.map(({ id }) => id)]);
  const sold = await readSold(db, ids, importedAt);
  const pasts = rows.map(({ key, content }) => ({ id: key, past: JSON.parse(content) as PastProduct }));
  const hostedOf = await readHosted(
    db,
    pasts.flatMap(({ past }) => addressesIn(past)),
  );
  return pasts.map(({ id, past }) => {
    const now = current.get(id);
    if (past.effect === "removed") return returned(id, past.row, taken.has(id));
    if (!now) return { id, title: "", effect: "nothing", kept: [] };
    if (past.effect === "added") return withoutAdded(now, past, sold.has(id));
    return restored(now, past, hostedOf);
  });
}

function returned(id: string, row: ProductsTable, isTaken: boolean): UndoStep {
  const { title } = row;
  return isTaken
    ? { id, title, effect: "nothing", kept: ["another product has this ID by now"] }
    : { id, title, effect: "returned", kept: [], after: row };
}

function withoutAdded(now: CurrentRow, past: Extract<PastProduct, { effect: "added" }>, isSold: boolean): UndoStep {
  const { id, title, archivedAt } = now;
  if (archivedAt !== undefined) return { id, title, effect: "nothing", kept: [] };
  const isEdited = digestOf(now) !== past.digest;
  if (!isSold && !isEdited) return { id, title, effect: "deleted", kept: [], before: now, draft: past.draft };
  return {
    id,
    title,
    effect: "archived",
    kept: isEdited ? ["it was changed, so it is only archived"] : [],
    before: now,
    after: now,
  };
}

function restored(
  now: CurrentRow,
  { effect, columns }: { effect: "changed" | "unarchived"; columns: PastColumns },
  hostedOf: ReadonlyMap<string, string>,
): UndoStep {
  const { row, kept } = undoneRow(now, columns, hostedOf);
  const step = { id: now.id, title: now.title, kept, before: now, after: row };
  if (effect === "unarchived" && now.archivedAt === undefined) return { ...step, effect: "archived" };
  const isSame = pastColumns.every((column) => row[column] === now[column]);
  return { ...step, effect: isSame ? "nothing" : "restored" };
}

async function readCurrent(db: Database, ids: string[]): Promise<Map<string, CurrentRow>> {
  const sold = await db.selectFrom("products").selectAll().where("id", "in", ids).execute();
  const archived = await db.selectFrom("archivedProducts").selectAll().where("id", "in", ids).execute();
  return new Map([...archived, ...sold].map((row) => [row.id, row]));
}

/** Which of some products were ordered since a moment. */
async function readSold(db: Database, ids: string[], since: number) {
  const { first } = await db
    .selectFrom("orders")
    .select((eb) => eb.fn.min("id").as("first"))
    .where("createdAt", ">=", since)
    .executeTakeFirstOrThrow();
  if (first === null) return new Set<string>();
  const lines = db.selectFrom("orderLines").select("productId").where("orderId", ">=", first);
  return new Set((await lines.where("productId", "in", ids).execute()).map(({ productId }) => productId));
}

/** The addresses of pictures that an import named. */
function addressesIn(past: PastProduct) {
  if (past.effect !== "changed" && past.effect !== "unarchived") return [];
  const texts = pictureColumns.flatMap((column) => past.columns[column] ?? []);
  return texts.flatMap((text): string[] => {
    if (typeof text !== "string" || text === "") return [];
    return text.startsWith("[") ? JSON.parse(text) : [text];
  });
}
