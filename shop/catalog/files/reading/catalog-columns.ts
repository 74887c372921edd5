/** A spreadsheet's columns, in the order in which they are written, and what each holds. */
export const catalogColumns = {
  id: "text",
  title: "text",
  address: "optionalText",
  description: "text",
  category: "text",
  brand: "text",
  price: "amount",
  compareAtPrice: "optionalAmount",
  salePrice: "optionalAmount",
  saleStarts: "optionalText",
  saleEnds: "optionalText",
  discountPercentage: "number",
  rating: "number",
  stock: "whole",
  availabilityStatus: "filledText",
  minimumOrderQuantity: "whole",
  vatRate: "text",
  tags: "list",
  thumbnail: "filledText",
  images: "pictures",
} as const;

/** The kinds of columns without numbers. */
export const textKinds: string[] = ["text", "filledText", "optionalText", "list", "pictures"];

export type CatalogColumn = keyof typeof catalogColumns;
export const catalogColumnNames = Object.keys(catalogColumns) as CatalogColumn[];

/** The columns that new products need. */
export const requiredColumns: CatalogColumn[] = ["id", "title", "description", "category", "price", "stock"];
export const optionalColumns = catalogColumnNames.filter((name) => !requiredColumns.includes(name));

/** What files may call the columns, in small letters. */
export const columnNames = new Map(catalogColumnNames.map((name) => [name.toLowerCase(), name]));

/** Whether a file is read as a spreadsheet: Excel names its tab-separated "Unicode Text" `.txt`. */
export function isSpreadsheetName(name: string) {
  return /\.(csv|tsv|txt)$/i.test(name);
}
