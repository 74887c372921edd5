import { followedTables } from "#database/act-triggers.ts";
import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import { addressKinds, remember } from "../catalog/past-imports/remember-products.ts";
import type { PastRow } from "../catalog/undo/plan-undo.ts";
import { type ChangedRow, foldRows, type Values } from "./fold-rows.ts";
import { type ProductPast, toProductPasts } from "./product-pasts.ts";

/** What is undone product by product, in steps; the rest comes at the end. */
export const productKinds = ["product", "products", "archivedProducts", "draftProducts"];

/** Some products that an act has changed. */
export interface ProductBatch {
  /** Their IDs, in order. */
  ids: string[];
  products: ProductPast[];
  drafts: ReturnType<typeof foldRows>;
}

/** The next products of an act, by their IDs. @param last the ID that they come after */
export async function readProducts(db: Database, act: string, last: string, limit: number): Promise<ProductBatch> {
  const keys = await db
    .selectFrom("actRows")
    .select("key")
    .where("act", "=", act)
    .where("kind", "in", productKinds)
    .where("key", ">", last)
    .groupBy("key")
    .orderBy("key")
    .limit(limit)
    .execute();
  const ids = keys.map(({ key }) => key);
  if (ids.length === 0) return { ids, products: [], drafts: [] };
  const rows = await db
    .selectFrom("actRows")
    .select(["kind", "key", "change", "content"])
    .where("act", "=", act)
    .where("kind", "in", productKinds)
    .where("key", "in", ids)
    .orderBy("id")
    .execute();
  const imported = rows.filter(({ change }) => change === "import");
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const folded = foldRows(rows.filter(({ change }) => change !== "import"));
  return {
    ids,
    products: [
      ...imported.map(({ key, content }) => ({ id: key, past: JSON.parse(content), address: undefined })),
      ...toProductPasts(folded),
    ].toSorted((one, other) => (placeOf.get(one.id) ?? 0) - (placeOf.get(other.id) ?? 0)),
    drafts: folded.filter(({ table }) => table === "draftProducts"),
  };
}

/** Takes products from what is left to undo, but for what stays of them. */
export async function dropProducts(
  transaction: Database,
  act: string,
  { ids, products, drafts }: { ids: string[]; products: PastRow[]; drafts: ChangedRow[] },
) {
  await transaction
    .deleteFrom("actRows")
    .where("act", "=", act)
    .where("kind", "in", productKinds)
    .where("key", "in", ids)
    .execute();
  const pasts = products.map(({ id, past }) => [id, past] as const);
  await remember(transaction, act, "product", pasts);
  await insertChanged(transaction, act, drafts);
}

/** Where changes of records are, which aren't undone product by product. */
const recordKinds = followedTables.map(({ name }) => name as string).filter((name) => !productKinds.includes(name));

/** Replaces the changes of records that are left to undo. */
export async function leaveRecords(transaction: Database, act: string, records: ChangedRow[]) {
  await transaction.deleteFrom("actRows").where("act", "=", act).where("kind", "in", recordKinds).execute();
  await insertChanged(transaction, act, records);
}

async function insertChanged(transaction: Database, act: string, changes: ChangedRow[]) {
  const rows = changes.map(({ table, key, before, after }) => {
    const change = !before ? "insert" : after ? "update" : "delete";
    return {
      act,
      kind: table,
      key,
      change,
      content: JSON.stringify(before && after ? pairs(before, after) : (after ?? before)),
    };
  });
  if (rows.length === 0) return;
  const columns = ["act", "kind", "key", "change", "content"] as const;
  await insertRows(transaction, { table: "actRows", columns: [...columns], rows });
}

function pairs(before: Values, after: Values) {
  const columns = Object.keys({ ...before, ...after });
  return Object.fromEntries(columns.map((column) => [column, [before[column] ?? null, after[column] ?? null]]));
}

/** Drops what an import or the undo has noted beside products, addresses and records. */
export async function dropNotes(transaction: Database, act: string) {
  const notes = transaction.deleteFrom("actRows").where("act", "=", act).where("change", "=", "import");
  await notes.where("kind", "not in", [...productKinds, ...addressKinds]).execute();
}

/** What an act has changed beside products and their addresses, which are many and go back in steps (`undo-addresses.ts`). */
export async function readRest(db: Database, act: string) {
  const rows = await db
    .selectFrom("actRows")
    .select(["kind", "key", "change", "content"])
    .where("act", "=", act)
    .where("kind", "not in", [...productKinds, ...addressKinds])
    .orderBy("id")
    .execute();
  const entriesOf = <Content>(wanted: string) =>
    rows
      .filter(({ change, kind }) => change === "import" && kind === wanted)
      .map(({ key, content }) => [key, JSON.parse(content) as Content] as const);
  return { entriesOf, records: foldRows(rows.filter(({ change }) => change !== "import")) };
}
