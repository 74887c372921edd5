import type { ExpressionBuilder, Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ProductsTable, Schema } from "#database/schema.ts";
import { isStorableText } from "../validate.ts";
import type { AvailabilityStatus } from "./availability.ts";
import { brandOfFilter, type Filter, type NamedBrand } from "./filters.ts";
import type { Product, ProductCard } from "./product.ts";
import type { Sort } from "./sorts.ts";

export const productsPerPage = 24;
const trendingCount = 4;
const namedBrandCount = 3;

const cardColumns = [
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
 * One page of the product list.
 *
 * @param page from 1; one past the end gives the last page
 */
export async function readProductPage(
  db: Database,
  { filter, sort, page }: { filter?: Filter; sort?: Sort; page: number },
): Promise<ProductPage> {
  const { total } = await db
    .selectFrom("products")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(total / productsPerPage));
  const shownPage = Math.min(page, pages);
  const products = await db
    .selectFrom("products")
    .select(cardColumns)
    .where((eb) => matches(eb, filter))
    .$call((query) => {
      switch (sort) {
        case "name":
          return query.orderBy("titleKey");
        case "highestPrice":
          return query.orderBy("priceCents", "desc");
        case "lowestPrice":
          return query.orderBy("priceCents");
        case "rating":
          return query.orderBy("rating", "desc");
        default:
          return query;
      }
    })
    .orderBy("position")
    .limit(productsPerPage)
    .offset((shownPage - 1) * productsPerPage)
    .execute();
  return { products: products.map(toCard), total, page: shownPage, pages };
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
  const rows = await db
    .selectFrom("products")
    .select((eb) => ["brandSlug", eb.fn.min("brand").as("name"), eb.fn.countAll<number>().as("products")])
    .where("brandSlug", "is not", null)
    .groupBy("brandSlug")
    .orderBy("products", "desc")
    .orderBy("brandSlug")
    .limit(namedBrandCount)
    .execute();
  return rows.map(({ brandSlug, name }) => ({ slug: brandSlug as string, name: name as string }));
}

/** The brand with a slug, or undefined when no product has it. */
export async function readBrand(db: Database, slug: string): Promise<NamedBrand | undefined> {
  const row = await db.selectFrom("products").select("brand").where("brandSlug", "=", slug).limit(1).executeTakeFirst();
  return row?.brand ? { slug, name: row.brand } : undefined;
}

/** What each filter keeps. The bounds are the specification's (section 9). */
function matches(eb: ExpressionBuilder<Schema, "products">, filter: Filter | undefined) {
  switch (filter) {
    case undefined:
      return eb.lit(true);
    case "onSale":
      return eb("discountPercentage", ">=", 10);
    case "highRated":
      return eb("rating", ">=", 4);
    case "inStock":
      return eb("availabilityStatus", "=", "In Stock");
    case "lowStock":
      return eb("availabilityStatus", "=", "Low Stock");
    case "beauty":
    case "fragrances":
    case "furniture":
    case "groceries":
      return eb("category", "=", filter);
    case "under10":
      return eb("priceCents", "<", 1000);
    case "10to50":
      return eb.between("priceCents", 1000, 5000);
    case "50to100":
      return eb.and([eb("priceCents", ">", 5000), eb("priceCents", "<=", 10000)]);
    case "over100":
      return eb("priceCents", ">", 10000);
    case "perfumes":
    case "vegetables":
    case "fruits":
    case "meat":
      return eb("id", "in", eb.selectFrom("productTags").select("productId").where("tag", "=", filter));
    case "anyBrand":
      return eb("brandSlug", "is not", null);
    default:
      return eb("brandSlug", "=", brandOfFilter(filter) ?? "");
  }
}

type CardRow = Pick<Selectable<ProductsTable>, (typeof cardColumns)[number]>;

function toCard(row: CardRow): ProductCard {
  return { ...row, availabilityStatus: row.availabilityStatus as AvailabilityStatus };
}

function toProduct({ titleKey, brandSlug, position, images, tags, ...row }: Selectable<ProductsTable>): Product {
  return {
    ...row,
    availabilityStatus: row.availabilityStatus as AvailabilityStatus,
    images: JSON.parse(images),
    tags: JSON.parse(tags),
  };
}
