import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import type { ProductsTable } from "#database/schema.ts";
import { foldText } from "../../text/fold-text.ts";
import { brandSlug } from "../../text/slug.ts";
import { importedSlug } from "../filters/category-slug.ts";
import { withoutSale } from "../pricing/usual-price.ts";
import type { Product } from "../product.ts";

/** A row before the database gives it a number and a version. */
export type ProductRow = Omit<ProductsTable, "number" | "version" | KeptColumn | SaleColumn> &
  Pick<Product, KeptColumn>;

/** A file that says nothing of them leaves them as they are. */
type KeptColumn = "address" | "vatRate" | "compareAtCents";

/** What the shop itself sets. */
export type SaleColumn = "usualCompareAtCents" | "formerCents" | "saleCents" | "saleStartsAt" | "saleEndsAt";

const everyColumn = {
  id: true,
  address: true,
  number: true,
  version: true,
  position: true,
  title: true,
  titleKey: true,
  priceCents: true,
  rating: true,
  thumbnail: true,
  images: true,
  brand: true,
  brandSlug: true,
  category: true,
  tags: true,
  stock: true,
  discountPercentage: true,
  minimumOrderQuantity: true,
  description: true,
  availabilityStatus: true,
  vatRate: true,
  compareAtCents: true,
  usualCompareAtCents: true,
  formerCents: true,
  saleCents: true,
  saleStartsAt: true,
  saleEndsAt: true,
} satisfies Record<keyof ProductsTable, true>;
const columns = Object.keys(everyColumn) as (keyof ProductsTable)[];

/** A new product's. */
export const noSale: Record<SaleColumn, null> = {
  usualCompareAtCents: null,
  formerCents: null,
  ...withoutSale,
};

/** A product as a row, with what lists and searches need. */
export function rowOf(product: Product, position: number): ProductRow {
  const { formerCents: _, ...columns } = product;
  return {
    ...columns,
    position,
    category: importedSlug(product.category),
    titleKey: foldText(product.title),
    brandSlug: product.brand && brandSlug(product.brand),
    images: JSON.stringify(product.images),
    tags: JSON.stringify(product.tags),
  };
}

/** Adds products, or updates those whose ids are there. */
export async function upsertProducts(db: Database, rows: ProductsTable[]) {
  const others = columns.filter((column) => column !== "id");
  const changes = sql.join(others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  const conflict = sql`on conflict (id) do update set ${changes}`;
  await insertRows(db, { table: "products", columns, json: JSON.stringify(rows), conflict });
}

/** The number of the next new product, in a transaction that keeps other writers out. */
export async function nextNumber(transaction: Database) {
  const last = (table: "products" | "archivedProducts") =>
    sql<number>`(select coalesce(max(number), 0) from ${sql.table(table)})`;
  const { sold, archived } = await transaction
    .selectNoFrom([last("products").as("sold"), last("archivedProducts").as("archived")])
    .executeTakeFirstOrThrow();
  return Math.max(Number(sold), Number(archived)) + 1;
}
