/** A spreadsheet's columns, in the order in which they are written, and what each holds. */
export const catalogColumns = {
  id: "text",
  title: "text",
  description: "text",
  category: "text",
  brand: "text",
  price: "number",
  compareAtPrice: "optionalNumber",
  discountPercentage: "number",
  rating: "number",
  stock: "number",
  availabilityStatus: "text",
  minimumOrderQuantity: "number",
  vatRate: "text",
  tags: "list",
  thumbnail: "text",
  images: "list",
} as const;

export type CatalogColumn = keyof typeof catalogColumns;
export const catalogColumnNames = Object.keys(catalogColumns) as CatalogColumn[];
