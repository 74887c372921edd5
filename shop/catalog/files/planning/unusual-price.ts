import type { ProductRow } from "../../fields/product-row.ts";

/** Card payments end here in most currencies (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const mostUsualCents = 99_999_999;

/** A price that may be a mistake: nothing at all, more than half more or less than before, or for a new product more than most cards pay. */
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
  const isUnusual = to === 0 || (from === undefined ? to > mostUsualCents : Math.abs(to - from) > from / 2);
  return isUnusual ? { id, title, from, to } : undefined;
}
