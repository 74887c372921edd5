import { catalogFields, inOrder } from "../../fields/product-fields.ts";

/** The order of columns, which other programs know. A further one comes last. */
const order = [
  ...["id", "title", "address", "description", "category", "brand"],
  ...["price", "compareAtPrice", "salePrice", "saleStarts", "saleEnds", "discountPercentage", "rating"],
  ...["stock", "availabilityStatus", "minimumOrderQuantity", "vatRate", "tags", "thumbnail", "images"],
];

/** The fields of catalog files, in the order in which they are written. */
export const catalogColumns = inOrder(catalogFields, order);
export const catalogColumnNames = catalogColumns.map(({ name }) => name);

/** The columns that new products need. */
export const requiredColumns = catalogColumns.filter(({ isRequired }) => isRequired).map(({ name }) => name);
export const optionalColumns = catalogColumnNames.filter((name) => !requiredColumns.includes(name));

/** What files may call the columns, in small letters. */
export const columnNames = new Map(catalogColumnNames.map((name) => [name.toLowerCase(), name]));

/** Whether a file is read as a spreadsheet: Excel names its tab-separated "Unicode Text" `.txt`. */
export function isSpreadsheetName(name: string) {
  return /\.(csv|tsv|txt)$/i.test(name);
}
