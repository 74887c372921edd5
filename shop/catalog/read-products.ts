import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { isStorableText } from "../validate.ts";
import { isSoldOut } from "./availability.ts";
import { currentRevision } from "./catalog-revision.ts";
import type { Filter, NamedBrand } from "./filters.ts";
import { countInLists } from "./lists/count-choices.ts";
import { type ListOrder, rankColumns } from "./lists/list-orders.ts";
import { readList } from "./lists/read-list.ts";
import type { Product, ProductCard } from "./product.ts";
import { type FoundProducts, searchProducts } from "./search/search-products.ts";
import { wordsOf } from "./search/search-words.ts";
import type { Sort } from "./sorts.ts";

export const productsPerPage = 24;
const trendingCount = 4;
/** How many brands the filter menu names: those with the most products. */
export const namedBrandCount = 3;
/** How often a page is read while the catalog changes, before it is shown as it was found. */
const attempts = 3;

/** What is read of a product for its card. */
export const cardColumns = [
  "id",
  "title",
  "priceCents",
  "rating",
  "thumbnail",
  "brand",
  "category",
  "discountPercentage",
  "stock",
  "availabilityStatus",
] as const satisfies (keyof ProductsTable)[];

export interface ProductPage {
  products: ProductCard[];
  /** How many products there are on all pages. */
  total: number;
  /** From 1; the last page when more was asked for. */
  page: number;
  pages: number;
  /** How many products each of the given choices would leave, alone in its group beside the filters of the others. */
  counts: Map<Filter, number>;
  /** How the words were understood that were searched for, if any were. */
  search: Pick<FoundProducts, "instead" | "isPartial" | "isCapped"> | undefined;
}

interface ProductQuery {
  /** Words to search for. Unless a sort is asked for, the best match comes first. */
  q?: string | undefined;
  filters?: Filter[];
  sort?: Sort | undefined;
  /** From 1; one past the end gives the last page. */
  page: number;
  /** Filters to be counted. */
  choices?: Filter[];
}

/**
 * One page of the product list. What is read for it is about the same whatever the catalog's size: which products the list has, and
 * those on the page.
 */
export async function readProductPage(
  db: Database,
  { q, filters = [], sort, page, choices = [] }: ProductQuery,
): Promise<ProductPage> {
  const order = sort ?? "position";
  for (let attempt = 1; ; attempt++) {
    const search = q === undefined ? undefined : await searchProducts(db, q);
    const list = await readList(db, {
      order,
      filters,
      among: search?.positions,
      page,
      perPage: productsPerPage,
    });
    const counted = await countInLists(db, { filters, among: search?.positions, choices }, list.revision);
    const { products, revisions } = await readCards(db, order, list.ranks);
    const read = [list.revision, counted.revision, search?.revision, ...revisions].filter(
      (revision) => typeof revision === "string",
    );
    // The catalog may have changed between one query and the next.
    const isWhole = products.length === list.ranks.length && new Set(read).size < 2;
    if (isWhole || attempt === attempts) {
      const { total, page, pages } = list;
      return { products, total, page, pages, counts: counted.counts, search };
    }
  }
}

/** How many products each of some filters would leave, alone in its group beside the filters of the others. */
export async function countChoices(
  db: Database,
  query: Required<Pick<ProductQuery, "filters" | "choices">> & Pick<ProductQuery, "q">,
) {
  const { q, filters, choices } = query;
  const among = q === undefined ? undefined : (await searchProducts(db, q)).positions;
  return (await countInLists(db, { filters, among, choices })).counts;
}

/** The products that are found first, for who is still typing. */
export async function readSuggestions(db: Database, q: string, limit: number): Promise<ProductCard[]> {
  const { positions } = await searchProducts(db, q);
  return (await readCards(db, "position", positions.slice(0, limit))).products;
}

/** @param ranks in the order in which the products are wanted */
async function readCards(db: Database, order: ListOrder, ranks: number[]) {
  if (ranks.length === 0) return { products: [], revisions: [] };
  const rank = `productRanks.${rankColumns[order]}` as const;
  const rows = await db
    .selectFrom("productRanks")
    .innerJoin("products", "products.position", "productRanks.position")
    .select(cardColumns)
    .select([`${rank} as rank`, currentRevision.as("revision")])
    .where(rank, "in", ranks)
    .execute();
  const byRank = new Map(rows.map((row) => [row.rank, row]));
  return {
    products: ranks.flatMap((wanted) => {
      const found = byRank.get(wanted);
      if (!found) return [];
      const { rank, revision, ...row } = found;
      return [toCard(row)];
    }),
    revisions: rows.map(({ revision }) => revision),
  };
}

/** One product, or undefined when the catalog has none with that id. */
export async function readProduct(db: Database, id: string): Promise<Product | undefined> {
  if (!isStorableText(id)) return undefined;
  const row = await db.selectFrom("products").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toProduct(row);
}

/** How many pieces of a product are in stock, or undefined when the catalog has none with that id. */
export async function readStock(db: Database, id: string): Promise<number | undefined> {
  if (!isStorableText(id)) return undefined;
  const row = await db.selectFrom("products").select("stock").where("id", "=", id).executeTakeFirst();
  return row?.stock;
}

/** The four highest rated products; equal ratings by title. */
export async function readTrending(db: Database): Promise<ProductCard[]> {
  const rows = await db
    .selectFrom("products")
    .select(cardColumns)
    .orderBy("rating", "desc")
    .orderBy("titleKey")
    .orderBy("position")
    .limit(trendingCount)
    .execute();
  return rows.map(toCard);
}

/** The brands with the most products, by name where they tie. The filter menu names the first three (`namedBrandCount`). */
export async function readBrands(db: Database, limit = namedBrandCount): Promise<NamedBrand[]> {
  return brandsByProducts(db).limit(limit).execute();
}

/** Of the brands with these slugs those that have products. */
export async function readBrandsBySlug(db: Database, slugs: string[]): Promise<NamedBrand[]> {
  return slugs.length === 0 ? [] : brandsByProducts(db).where("slug", "in", slugs).execute();
}

/** The brands whose names hold a text, those with the most products first. */
export async function findBrands(db: Database, text: string, limit: number): Promise<NamedBrand[]> {
  const part = wordsOf(text).join("-");
  return part === "" ? [] : brandsByProducts(db).where("slug", "like", `%${part}%`).limit(limit).execute();
}

function brandsByProducts(db: Database) {
  return db.selectFrom("brands").select(["slug", "name"]).orderBy("products", "desc").orderBy("slug");
}

export type CardRow = Pick<Selectable<ProductsTable>, (typeof cardColumns)[number]>;

/** SQLite's rows have no prototype, which React Router doesn't send. */
export function toCard({ availabilityStatus, ...row }: CardRow): ProductCard {
  return { ...row, stock: isSoldOut({ ...row, availabilityStatus }) ? 0 : row.stock };
}

/** A product as it is kept, as the rest of the shop knows it. */
export function toProduct({ titleKey, brandSlug, position, images, tags, ...row }: Selectable<ProductsTable>): Product {
  return {
    ...row,
    images: JSON.parse(images),
    tags: JSON.parse(tags),
  };
}
