import type { Database } from "#database/connect.ts";
import { foldRows } from "./fold-rows.ts";
import { type ProductPast, toProductPasts } from "./product-pasts.ts";

/** What is undone product by product, in steps; the rest comes at the end. */
const productKinds = ["product", "products", "archivedProducts", "draftProducts"];

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

/** Takes products from what is left to undo. */
export async function dropProducts(transaction: Database, act: string, ids: string[]) {
  await transaction
    .deleteFrom("actRows")
    .where("act", "=", act)
    .where("kind", "in", productKinds)
    .where("key", "in", ids)
    .execute();
}

/** What an act has changed beside products. */
export async function readRest(db: Database, act: string) {
  const rows = await db
    .selectFrom("actRows")
    .select(["kind", "key", "change", "content"])
    .where("act", "=", act)
    .where("kind", "not in", productKinds)
    .orderBy("id")
    .execute();
  const entriesOf = <Content>(wanted: string) =>
    rows
      .filter(({ change, kind }) => change === "import" && kind === wanted)
      .map(({ key, content }) => [key, JSON.parse(content) as Content] as const);
  return { entriesOf, records: foldRows(rows.filter(({ change }) => change !== "import")) };
}
