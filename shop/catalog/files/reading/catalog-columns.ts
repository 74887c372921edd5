import type { ProductOptions } from "../../fields/field-kinds.ts";
import { catalogFields, inOrder } from "../../fields/product-fields.ts";

/** The order of columns, which other programs know. A further one comes last. */
const order = [
  ...["id", "title", "address", "description", "category", "brand"],
  ...["price", "compareAtPrice", "salePrice", "saleStarts", "saleEnds", "discountPercentage", "rating"],
  ...["stock", "availabilityStatus", "minimumOrderQuantity", "vatRate", "tags", "thumbnail", "images"],
  ...["group", "options", "sku", "gtin", "weightGrams", "contentAmount", "contentUnit"],
  ...["seoTitle", "seoDescription", "imageAlts", "publishAt", "unpublishAt"],
  ...["manufacturer", "manufacturerAddress", "manufacturerContact", "responsiblePerson", "safetyWarnings"],
];

/** The fields of catalog files, in the order in which they are written. */
export const catalogColumns = inOrder(catalogFields, order);
export const catalogColumnNames = catalogColumns.map(({ name }) => name);

/** The columns that new products need. */
export const requiredColumns = catalogColumns.filter(({ isRequired }) => isRequired).map(({ name }) => name);
export const optionalColumns = catalogColumnNames.filter((name) => !requiredColumns.includes(name));

/** In spreadsheets each option has two columns. */
const optionColumns = [1, 2, 3].map((number) => ({
  name: `option ${number} name`,
  value: `option ${number} value`,
}));
export const optionColumnNames = optionColumns.flatMap(({ name, value }) => [name, value]);

/** The columns of spreadsheets, in the order in which they are written. */
export const csvColumnNames = catalogColumnNames.flatMap((field) =>
  field === "options" ? optionColumnNames : [field],
);

/** What files may call the columns, in small letters. */
export const columnNames = new Map<string, string>(csvColumnNames.map((name) => [name.toLowerCase(), name]));

/** The fields that a spreadsheet with these columns has. */
export function fieldsIn(columns: string[]) {
  const hasOptions = optionColumnNames.some((name) => columns.includes(name));
  return catalogColumnNames.filter((field) => (field === "options" ? hasOptions : columns.includes(field)));
}

/** A product's options as the cells of a row. */
export function cellsOfOptions(options: ProductOptions | null | undefined): string[] {
  const pairs = Object.entries(options ?? {});
  return optionColumns.flatMap((_, index) => pairs[index] ?? ["", ""]);
}

/**
 * A row's options, of which those without name and value are left out. A value without a name stays, which the field's rule refuses.
 *
 * @param cellOf undefined for a column that the file lacks
 * @returns undefined if the file has no options
 */
export function optionsInCells(cellOf: (column: string) => string | undefined): ProductOptions | null | undefined {
  const pairs = optionColumns.map(({ name, value }) => [cellOf(name), cellOf(value)]);
  if (pairs.flat().every((cell) => cell === undefined)) return undefined;
  const given = pairs.flatMap(([name = "", value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? Object.fromEntries(given) : null;
}

/** Whether a file is read as a spreadsheet: Excel names its tab-separated "Unicode Text" `.txt`. */
export function isSpreadsheetName(name: string) {
  return /\.(csv|tsv|txt)$/i.test(name);
}
