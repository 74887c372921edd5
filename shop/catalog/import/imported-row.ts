import type { ProductsTable } from "#database/schema.ts";
import { availabilityOf } from "../availability.ts";
import { importedSlug } from "../category-slug.ts";
import { brandSlug, foldText } from "../fold-text.ts";
import { noPicture } from "../product-form.ts";
import type { ProductRow } from "../write-products.ts";
import type { ImportedProduct } from "./catalog-record.ts";

/** A file's product as a row: without the columns that the file leaves as they are. */
export type ImportedRow = Pick<ProductRow, "id" | "position"> & Partial<ProductRow>;

/** A row that an import would write. */
export type CompleteRow = ProductRow & Pick<ProductsTable, "vatRate" | "compareAtCents">;

/** @param position among the file's products, from 1 */
export function importedRow(product: ImportedProduct, position: number): ImportedRow {
  const { title, brand, category, images, tags, ...columns } = product;
  return {
    ...columns,
    position,
    ...(title !== undefined && { title, titleKey: foldText(title) }),
    ...(brand !== undefined && { brand, brandSlug: brand && brandSlug(brand) }),
    ...(category !== undefined && { category: importedSlug(category) }),
    ...(images && { images: JSON.stringify(images) }),
    ...(tags && { tags: JSON.stringify(tags) }),
  };
}

/**
 * Completes a row with what the catalog has, or a new product's defaults. The availability follows a changed stock if the file doesn't say.
 *
 * @param before the product's row; undefined for a new product, whose other columns the file has
 */
export function completeRow(row: ImportedRow, before: ProductsTable | undefined): CompleteRow {
  const known = before && withoutOwnColumns(before);
  const [picture = noPicture]: string[] = row.images ? JSON.parse(row.images) : [];
  const isStockKept = row.stock === undefined || row.stock === before?.stock;
  const availabilityStatus = before && isStockKept ? before.availabilityStatus : availabilityOf(row.stock ?? 0);
  const defaults = { rating: 0, thumbnail: picture, images: "[]", vatRate: null, compareAtCents: null };
  return { ...(known ?? defaults), availabilityStatus, ...row } as CompleteRow;
}

/** Without what the shop itself sets. */
function withoutOwnColumns(row: ProductsTable) {
  const { number, version, formerCents, saleCents, saleStartsAt, saleEndsAt, ...columns } = row;
  return columns;
}
