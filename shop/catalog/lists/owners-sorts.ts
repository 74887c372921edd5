import type { ProductsTable } from "#database/schema.ts";

export type SortedColumn = keyof Pick<ProductsTable, "position" | "titleKey" | "priceCents" | "stock">;

/** The ways to sort an owner's list of products. */
export const ownersSorts = {
  catalog: { label: "Catalog order", by: "position", direction: "asc" },
  title: { label: "Title", by: "titleKey", direction: "asc" },
  lowestPrice: { label: "Price, low to high", by: "priceCents", direction: "asc" },
  highestPrice: { label: "Price, high to low", by: "priceCents", direction: "desc" },
  fewest: { label: "Lowest stock", by: "stock", direction: "asc" },
  most: { label: "Highest stock", by: "stock", direction: "desc" },
} as const satisfies Record<string, { label: string; by: SortedColumn; direction: "asc" | "desc" }>;

export type OwnersSort = keyof typeof ownersSorts;
