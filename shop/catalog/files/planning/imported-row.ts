import { noPicture } from "../../../pictures/no-picture.ts";
import { columnsOf, type ImportedProduct, newColumns, type ProductRow } from "../../fields/product-row.ts";
import { isOnSale, type SaleColumns, saleAt, withoutSale } from "../../pricing/usual-price.ts";
import { availabilityOf } from "../../stock/availability.ts";

/** A file's product as a row: without the columns that the file leaves as they are. */
export type ImportedRow = Pick<ProductRow, "id" | "position"> &
  Partial<ProductRow & SaleColumns> & {
    /** Whether the file has it as a draft. */
    isDraft?: true | undefined;
  };

/** What the catalog has of a product; drafts have no sale. */
type KnownRow = ProductRow & Partial<SaleColumns>;

/** A row that an import would write. */
export type CompleteRow = ProductRow & SaleColumns;

/** @param position among the file's products, from 1 */
export function importedRow(product: ImportedProduct, position: number): ImportedRow {
  return { ...columnsOf(product), position };
}

/**
 * Completes a row with what the catalog has, or a new product's defaults. The availability follows a changed stock if the file doesn't say.
 *
 * @param known the product's columns, with its usual prices; undefined for a new product, whose other columns the file has
 */
export function completeRow(row: ImportedRow, known: KnownRow | undefined, time: number): CompleteRow {
  const [picture = noPicture]: string[] = row.images ? JSON.parse(row.images) : [];
  const isStockKept = row.stock === undefined || row.stock === known?.stock;
  const availabilityStatus = known && isStockKept ? known.availabilityStatus : availabilityOf(row.stock ?? 0);
  const filled = { ...withoutSale, ...(known ?? { ...newColumns, thumbnail: picture }), availabilityStatus, ...row };
  return { ...filled, ...saleOf(filled as CompleteRow, known, time) } as CompleteRow;
}

/** The sale that an import leaves a product with. One that is no reduction doesn't start. */
function saleOf(row: CompleteRow, known: KnownRow | undefined, time: number) {
  const sale = saleAt(row, time);
  const wasOn = isOnSale({ ...withoutSale, ...known });
  const isReduction = sale.saleCents !== null && sale.saleCents < row.priceCents;
  return isOnSale(sale) && !wasOn && !isReduction ? withoutSale : sale;
}
