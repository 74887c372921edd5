import type { ProductRow } from "../write-products.ts";

/** A price that may be a mistake: nothing at all, or more than half more or less than before. */
export interface UnusualPrice {
  id: string;
  title: string;
  /** undefined for a new product */
  from: number | undefined;
  to: number;
}

type Priced = Pick<ProductRow, "id" | "title" | "priceCents">;

/** What an owner should look at before they import a price; undefined for nothing. Prices in cents. */
export function unusualPrice(
  before: Priced | undefined,
  { id, title, priceCents: to }: Priced,
): UnusualPrice | undefined {
  const from = before?.priceCents;
  if (from === to) return undefined;
  const isUnusual = to === 0 || (from !== undefined && Math.abs(to - from) > from / 2);
  return isUnusual ? { id, title, from, to } : undefined;
}
