import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ProductsTable, Schema } from "#database/schema.ts";
import { isStorableText } from "../../forms/validate.ts";
import { foldText } from "../../text/fold-text.ts";
import { patternOf, startsWith } from "../../text/match-words.ts";
import { countUpTo } from "../../values/counted-rows.ts";
import { type Options, withOptions } from "../../values/product-options.ts";
import { cardColumns } from "../fields/product-fields.ts";
import { saleColumns } from "../pricing/usual-price.ts";
import { type OwnersSort, ownersSorts, type SortedColumn } from "./owners-sorts.ts";
import type { CardRow } from "./read-products.ts";
import { maxFound } from "./search/find-in-places.ts";
import { searchProducts } from "./search/search-products.ts";

/** Which products an owner looks for. */
export interface ProductSearch {
  /** Words, as shoppers search for them, or a product's id. */
  text?: string | undefined;
  /** What `findNumbers` has found for the text, where it is known already. */
  numbers?: number[] | undefined;
  category?: string | undefined;
  sku?: string | undefined;
  gtin?: string | undefined;
  /** Only those that are low in stock, or out of it. */
  stock?: "low" | "none" | undefined;
  /** Only those with a sale, scheduled or on. */
  hasSale?: boolean | undefined;
  sort: OwnersSort;
  /** Where the page before ended. */
  after?: ProductCursor | undefined;
  limit: number;
}

/** The last product of a page: the next one starts after it. */
export interface ProductCursor {
  /** What the list is sorted by. */
  value: string | number;
  position: number;
}

/** What an owner's list reads of a product besides its card. */
const ownersColumns = ["number", "publishAt", "isHidden", ...saleColumns] as const;
type OwnersColumn = (typeof ownersColumns)[number];

/** A product as a row of an owner's list. Its stock is the counted one, whatever its availability. */
export type FoundProduct = CardRow & Pick<ProductsTable, OwnersColumn> & GroupPlace;

/** A product's place in its group. */
interface GroupPlace {
  group: string | null;
  options: Options;
}

/** Which products an owner looks for, on all pages. */
export type ProductCriteria = Pick<
  ProductSearch,
  "text" | "numbers" | "category" | "sku" | "gtin" | "stock" | "hasSale"
>;

const lowStock = 5;
/** PostgreSQL's integers are no larger. */
const largestInteger = 2 ** 31 - 1;

/**
 * One page of the products that an owner looks for.
 *
 * @returns the products, and the cursor of the next page; undefined at the end
 */
export async function findProducts(db: Database, { sort, after, limit, ...criteria }: ProductSearch) {
  const { by, direction } = ownersSorts[sort];
  let query = (await matching(db, criteria))
    .select(cardColumns)
    .select([...ownersColumns, "group", "options", "position", `${by} as value`])
    .orderBy(by, direction)
    .orderBy("position")
    .limit(limit + 1);
  if (after) query = query.where(isAfter(by, direction, after));
  const rows = await query.execute();
  const last = rows[limit - 1];
  const next: ProductCursor | undefined =
    rows.length > limit && last ? { value: last.value, position: last.position } : undefined;
  return { products: rows.slice(0, limit).map(({ value, position, ...row }): FoundProduct => withOptions(row)), next };
}

/** How many products an owner's search finds on all pages, as `countUpTo` counts. Words find at most 600. */
export async function countFoundProducts(db: Database, criteria: ProductCriteria, most?: number) {
  // Indexes have the position, too.
  return count(countUpTo(db, (await matching(db, criteria)).select("position"), most));
}

/** The numbers of the first products that an owner's search finds, ascending. */
export async function findProductNumbers(db: Database, criteria: ProductCriteria, limit: number) {
  const rows = await (await matching(db, criteria)).select("number").orderBy("number").limit(limit).execute();
  return rows.map(({ number }) => number);
}

async function matching(db: Database, { text, numbers, category, sku, gtin, stock, hasSale }: ProductCriteria) {
  let query = db.selectFrom("products");
  const group = groupIn(text);
  const found = numbers ?? (await findNumbers(db, text));
  if (group !== undefined) query = query.where("group", "=", group);
  if (found) query = query.where("number", "in", found);
  // By their names, as PostgreSQL asks no index for what a query finds besides one.
  if (category) query = query.where("category", "in", await readSlugsWithin(db, category));
  if (sku) query = query.where("sku", "=", sku);
  if (gtin) query = query.where("gtin", "=", gtin);
  if (stock === "low") query = query.where("stock", "<=", lowStock);
  if (stock === "none") query = query.where("stock", "<=", 0);
  // By their numbers: SQLite would look through all products in their order instead of asking the index of sales.
  if (hasSale)
    query = query.where("number", "in", db.selectFrom("products").select("number").where("saleCents", "is not", null));
  return query;
}

/** A category's slug, and those of the categories in it. */
async function readSlugsWithin(db: Database, category: string) {
  const children = await db.selectFrom("categories").select("slug").where("parent", "=", category).execute();
  return [category, ...children.map(({ slug }) => slug)];
}

/** The group that an owner's search names: "group:tee"; undefined for any other search. */
export function groupIn(text = "") {
  const [, group] = /^group:(.+)$/is.exec(text) ?? [];
  return group?.trim() || undefined;
}

async function count(query: { executeTakeFirstOrThrow: () => Promise<{ count: number }> }) {
  return Number((await query.executeTakeFirstOrThrow()).count);
}

function isAfter(by: SortedColumn, direction: "asc" | "desc", { value, position }: ProductCursor) {
  const [behind, from] = direction === "asc" ? ([">", ">="] as const) : (["<", "<="] as const);
  return (eb: ExpressionBuilder<Schema, "products">) =>
    eb.and([eb(by, from, value), eb.or([eb(by, behind, value), eb("position", ">", position)])]);
}

/** A cursor as an address says it. */
export function formatCursor({ value, position }: ProductCursor) {
  return `${position}-${value}`;
}

/** The cursor in an address; undefined for anything that isn't one. */
export function parseCursor(text: string | undefined, sort: OwnersSort): ProductCursor | undefined {
  const [, position, value] = /^(\d{1,9})-(.+)$/s.exec(text ?? "") ?? [];
  if (position === undefined || value === undefined) return undefined;
  const { by } = ownersSorts[sort];
  if (by === "titleKey") return { value, position: Number(position) };
  const largest = by === "priceCents" ? Number.MAX_SAFE_INTEGER : largestInteger;
  return /^\d{1,16}$/.test(value) && Number(value) <= largest
    ? { value: Number(value), position: Number(position) }
    : undefined;
}

/**
 * The numbers of the products that have the words, or that id, the best first; undefined without words.
 *
 * @param asTyped whether products that have only some of the words, or others that look like them, are left out
 */
export async function findNumbers(db: Database, text: string | undefined, { asTyped = false } = {}) {
  if (!text || groupIn(text) !== undefined) return undefined;
  const { numbers, isAlike, isPartial } = await searchProducts(db, text);
  // Shoppers don't find hidden products.
  const hidden = sql<boolean>`("isHidden" = 1 and "titleKey" like ${patternOf(text)} escape '\\')`;
  const named = isStorableText(text)
    ? await db
        .selectFrom("products")
        .select(["number", "id"])
        .where((eb) => eb.or([eb("id", "=", text), hidden]))
        .limit(maxFound)
        .execute()
    : [];
  const others = asTyped && (isAlike || isPartial) ? [] : numbers.slice(0, maxFound);
  const [withId, withTitle] = [named.filter(({ id }) => id === text), named.filter(({ id }) => id !== text)];
  return [...new Set([0, ...withId.map(numberOf), ...others, ...withTitle.map(numberOf)])];
}

function numberOf({ number }: { number: number }) {
  return number;
}

/** Which archived products an owner looks for: those that have the words in their title, or that id. */
type ArchivedCriteria = Pick<ProductCriteria, "text" | "category">;

/** One page of the archived products, by title. @param skip how many came before */
export async function findArchivedProducts(
  db: Database,
  { skip, limit, ...criteria }: ArchivedCriteria & { skip: number; limit: number },
) {
  const rows = await (await archivedMatching(db, criteria))
    .select(cardColumns)
    .select([...ownersColumns, "group", "options"])
    .orderBy("titleKey")
    .orderBy("id")
    .offset(skip)
    .limit(limit + 1)
    .execute();
  return {
    products: rows.slice(0, limit).map((row): FoundProduct => withOptions(row)),
    next: rows.length > limit ? skip + limit : undefined,
  };
}

/**
 * Some of the archived products that match, by title. To sort all of them would take seconds where a word is in half of a million titles, and so would one or two letters that
 * no index finds in the middle of a title: those begin it.
 */
export async function findSomeArchivedProducts(db: Database, { text, limit }: { text: string; limit: number }) {
  const isIndexed = foldText(text).length > 2;
  const isStart = (eb: ExpressionBuilder<Schema, "archivedProducts">) =>
    eb.or([eb("id", "=", text), startsWith(sql.ref("titleKey"), foldText(text))]);
  const matching = isIndexed
    ? await archivedMatching(db, { text, category: "" })
    : db.selectFrom("archivedProducts").where(isStart);
  const some = await matching.select("id").limit(limit).execute();
  if (some.length === 0) return [];
  const ids = some.map(({ id }) => id);
  const columns = ["id", "title", "brand", "options"] as const;
  const rows = db.selectFrom("archivedProducts").select(columns).where("id", "in", ids).orderBy("titleKey");
  return (await rows.execute()).map(withOptions);
}

/** How many archived products match, on all pages, as `countUpTo` counts. */
export async function countArchivedProducts(db: Database, criteria: ArchivedCriteria, most?: number) {
  return count(countUpTo(db, (await archivedMatching(db, criteria)).select("number"), most));
}

/** The numbers of the first archived products that match, ascending. */
export async function findArchivedNumbers(db: Database, criteria: ArchivedCriteria, limit: number) {
  const rows = await (await archivedMatching(db, criteria)).select("number").orderBy("number").limit(limit).execute();
  return rows.map(({ number }) => number);
}

async function archivedMatching(db: Database, { text, category }: ArchivedCriteria) {
  let query = db.selectFrom("archivedProducts");
  if (category) query = query.where("category", "in", await readSlugsWithin(db, category));
  const group = groupIn(text);
  if (group !== undefined) return query.where("group", "=", group);
  if (!text) return query;
  return query.where((eb) =>
    eb.or([eb("id", "=", text), sql<boolean>`"titleKey" like ${patternOf(text)} escape '\\'`]),
  );
}
