import type { ProductsTable } from "#database/schema.ts";

/** A sale, scheduled or on; all null without one. Whole cents; milliseconds since 1970 (UTC). */
export type SaleColumns = Pick<ProductsTable, "saleCents" | "saleStartsAt" | "saleEndsAt">;

/** The prices of a product's row, and its sale. */
export type PricedRow = SaleColumns & Pick<ProductsTable, "priceCents" | "compareAtCents" | "usualCompareAtCents">;

export const withoutSale = { saleCents: null, saleStartsAt: null, saleEndsAt: null } satisfies SaleColumns;
export const saleColumns = Object.keys(withoutSale) as (keyof SaleColumns)[];

export function isOnSale({ saleCents, saleStartsAt }: Pick<SaleColumns, "saleCents" | "saleStartsAt">) {
  return saleCents !== null && saleStartsAt === null;
}

/**
 * A row with its usual price and compare-at price: those that return when the sale ends. Forms, bulk changes and files read and set these;
 * `shopRow` turns them back into what shoppers pay. See docs/decisions/0181.
 */
export function usualRow<Row extends PricedRow>(row: Row): Row {
  const { priceCents, compareAtCents, usualCompareAtCents } = row;
  // During a sale that isn't lower, the shop sells at the usual price.
  if (!isOnSale(row) || priceCents !== row.saleCents) return row;
  return {
    ...row,
    priceCents: compareAtCents ?? priceCents,
    compareAtCents: usualCompareAtCents,
    usualCompareAtCents: null,
  };
}

/**
 * The row that the shop sells by: during a sale, the sale's price with the usual one as compare-at price. A sale that isn't lower changes nothing, so
 * that customers never pay more than the usual price. See docs/decisions/0182.
 *
 * @param usual from `usualRow`
 */
export function shopRow<Row extends PricedRow>(usual: Row): Row {
  const { priceCents, compareAtCents, saleCents, saleStartsAt } = usual;
  if (saleCents === null || saleStartsAt !== null || saleCents > priceCents)
    return { ...usual, usualCompareAtCents: null };
  return { ...usual, priceCents: saleCents, compareAtCents: priceCents, usualCompareAtCents: compareAtCents };
}

/** A sale at a moment, in milliseconds since 1970 (UTC): none if it is over, and without a start if it has begun. */
export function saleAt({ saleCents, saleStartsAt, saleEndsAt }: SaleColumns, time: number): SaleColumns {
  if (saleCents === null || (saleEndsAt !== null && saleEndsAt <= time)) return withoutSale;
  return { saleCents, saleStartsAt: saleStartsAt !== null && saleStartsAt > time ? saleStartsAt : null, saleEndsAt };
}
