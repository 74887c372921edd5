import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { isStorableText } from "../validate.ts";
import { foldText } from "./fold-text.ts";
import { type OwnersSort, ownersSorts } from "./owners-sorts.ts";
import { type CardRow, cardColumns } from "./read-products.ts";
import { searchProducts } from "./search/search-products.ts";

/** Which products an owner looks for. */
export interface ProductSearch {
  /** Words, as shoppers search for them, or a product's id. */
  text?: string | undefined;
  category?: string | undefined;
  /** Only those of which there are few or none, or none. */
  stock?: "low" | "none" | undefined;
  sort: OwnersSort;
  /** Where the page before ended. */
  after?: ProductPlace | undefined;
  limit: number;
}

/** Where a list goes on: behind this product. */
export interface ProductPlace {
  /** What the list is sorted by. */
  value: number;
  position: number;
}

/** A product as a line of an owner's list: its pieces as they are counted, whatever the catalog says of them. */
export type FoundProduct = CardRow;

const lowStock = 5;

/**
 * One part of the products that an owner looks for.
 *
 * @returns the products, and where the list goes on; undefined at its end
 */
export async function findProducts(db: Database, { text, category, stock, sort, after, limit }: ProductSearch) {
  const { by } = ownersSorts[sort];
  const isRank = by !== "stock" && by !== "products.position";
  const value = sql.ref<number>(by);
  const direction = sort === "most" ? "desc" : "asc";
  let query = db
    .selectFrom("products")
    .$if(isRank, (products) => {
      return products.innerJoin("productRanks", "productRanks.position", "products.position") as typeof products;
    })
    .select(cardColumns)
    .select(["products.position", value.as("value")])
    .orderBy(value, direction)
    .limit(limit + 1);
  // Ranks are each product's own; of a stock there are many.
  if (by === "stock") query = query.orderBy("products.position");
  if (text) query = query.where("products.position", "in", await positionsOf(db, text));
  if (category) query = query.where("category", "=", category);
  if (stock === "low") query = query.where("stock", "<=", lowStock);
  if (stock === "none") query = query.where("stock", "<=", 0);
  if (after && by === "stock") {
    const [behind, from] = direction === "asc" ? ([">", ">="] as const) : (["<", "<="] as const);
    query = query
      .where("stock", from, after.value)
      .where((eb) => eb.or([eb("stock", behind, after.value), eb("products.position", ">", after.position)]));
  } else if (after) query = query.where(value, ">", after.value);
  const rows = await query.execute();
  const last = rows[limit - 1];
  const next: ProductPlace | undefined =
    rows.length > limit && last ? { value: Number(last.value), position: last.position } : undefined;
  return { products: rows.slice(0, limit).map(({ value, position, ...row }): FoundProduct => ({ ...row })), next };
}

/** Where the products are that have the words, or that id. */
async function positionsOf(db: Database, text: string) {
  const { positions } = await searchProducts(db, text);
  const named = isStorableText(text)
    ? await db.selectFrom("products").select("position").where("id", "=", text).execute()
    : [];
  return [0, ...positions, ...named.map(({ position }) => position)];
}

/** One part of the products that are no longer sold, by their titles. @param skip how many came before */
export async function findArchivedProducts(
  db: Database,
  { text, skip, limit }: { text?: string | undefined; skip: number; limit: number },
) {
  let query = db
    .selectFrom("archivedProducts")
    .select(cardColumns)
    .orderBy("titleKey")
    .orderBy("id")
    .offset(skip)
    .limit(limit + 1);
  if (text) {
    const part = `%${foldText(text).replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    query = query.where((eb) => eb.or([eb("id", "=", text), sql<boolean>`"titleKey" like ${part} escape '\\'`]));
  }
  const rows = await query.execute();
  return {
    products: rows.slice(0, limit).map((row): FoundProduct => ({ ...row })),
    next: rows.length > limit ? skip + limit : undefined,
  };
}

/** All categories that the catalog has, by name. */
export async function readCategories(db: Database) {
  const rows = await db.selectFrom("products").select("category").distinct().orderBy("category").execute();
  return rows.map(({ category }) => category);
}
