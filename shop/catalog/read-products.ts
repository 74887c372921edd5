import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { isStorableText } from "../validate.ts";
import { currentRevision } from "./catalog-revision.ts";
import type { Filter, NamedBrand } from "./filters.ts";
import { type ListOrder, rankColumns } from "./list-ranks.ts";
import type { Product, ProductCard } from "./product.ts";
import { readList, readRanks } from "./read-list.ts";
import type { Sort } from "./sorts.ts";

export const productsPerPage = 24;
const trendingCount = 4;
const namedBrandCount = 3;
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
  /** How many products the filter finds on all pages. */
  total: number;
  /** From 1; the last page when more was asked for. */
  page: number;
  pages: number;
}

/**
 * One page of the product list. What is read for it is the same whatever the catalog's size: how many products the list has,
 * the ranks of those on the page, and these products.
 *
 * @param page from 1; one past the end gives the last page
 */
export async function readProductPage(
  db: Database,
  { filter, sort, page }: { filter?: Filter; sort?: Sort; page: number },
): Promise<ProductPage> {
  const order = sort ?? "position";
  for (let attempt = 1; ; attempt++) {
    const list = await readList(db, filter, order);
    const pages = Math.max(1, Math.ceil(list.total / productsPerPage));
    const shownPage = Math.min(page, pages);
    const skip = (shownPage - 1) * productsPerPage;
    const ranks = await readRanks(db, list, { skip, limit: productsPerPage });
    const { products, revisions } = await readCards(db, order, ranks);
    // The catalog may have changed between one query and the next.
    const isWhole =
      products.length === Math.min(productsPerPage, list.total - skip) &&
      revisions.every((revision) => revision === list.revision);
    if (isWhole || attempt === attempts) return { products, total: list.total, page: shownPage, pages };
  }
}

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
  const sorted = rows.toSorted((a, b) => a.rank - b.rank);
  return {
    products: sorted.map(({ rank, revision, ...row }) => toCard(row)),
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

/** The brands that the filter menu names: the three with the most products, by name where they tie. */
export async function readNamedBrands(db: Database): Promise<NamedBrand[]> {
  return db
    .selectFrom("brands")
    .select(["slug", "name"])
    .orderBy("products", "desc")
    .orderBy("slug")
    .limit(namedBrandCount)
    .execute();
}

/** The brand with a slug, or undefined when no product has it. */
export async function readBrand(db: Database, slug: string): Promise<NamedBrand | undefined> {
  return db.selectFrom("brands").select(["slug", "name"]).where("slug", "=", slug).executeTakeFirst();
}

export type CardRow = Pick<Selectable<ProductsTable>, (typeof cardColumns)[number]>;

/** SQLite's rows have no prototype, which React Router doesn't send. */
export function toCard(row: CardRow): ProductCard {
  return { ...row };
}

function toProduct({ titleKey, brandSlug, position, images, tags, ...row }: Selectable<ProductsTable>): Product {
  return {
    ...row,
    images: JSON.parse(images),
    tags: JSON.parse(tags),
  };
}
