import type { AvailabilityStatus } from "#database/schema.ts";

/** What the shop says of a product's stock. */
export const availabilityStatuses: AvailabilityStatus[] = ["In Stock", "Low Stock", "Out of Stock"];

const lowStockLimit = 5;

/** The status that follows from a stock in pieces: none, a few (1 to 5), or plenty. */
export function availabilityOf(stock: number): AvailabilityStatus {
  if (stock <= 0) return "Out of Stock";
  return stock <= lowStockLimit ? "Low Stock" : "In Stock";
}

/** How many pieces are left of a product of which there are few; undefined for plenty, and for none. */
export function fewLeft({ stock }: { stock: number }) {
  return stock > 0 && stock <= lowStockLimit ? stock : undefined;
}

/** Whether a product can't be added to a cart. The catalog's own word counts, and so does an empty shelf. */
export function isSoldOut(product: { stock: number; availabilityStatus?: string }) {
  return product.stock <= 0 || product.availabilityStatus === "Out of Stock";
}
