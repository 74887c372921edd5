import { decimalAmount } from "../../money.ts";
import { isOnSale } from "../usual-price.ts";
import type { CompleteRow } from "./imported-row.ts";

/** A product that is on sale while a file with it is imported. */
export interface ProductOnSale {
  id: string;
  title: string;
  /** What the import does, in words. */
  effect: string;
}

/** What an import does to a sale that is on; undefined for a product that isn't on sale. Both rows have usual prices. */
export function saleEffect(before: CompleteRow | undefined, after: CompleteRow): ProductOnSale | undefined {
  if (!before || !isOnSale(before)) return undefined;
  const { id, title } = after;
  return { id, title, effect: `${priceEffect(before, after)}; ${endEffect(before, after)}` };
}

function priceEffect({ priceCents: from }: CompleteRow, { priceCents: to }: CompleteRow) {
  return from === to
    ? `the usual price stays ${decimalAmount(to)}`
    : `the usual price changes from ${decimalAmount(from)} to ${decimalAmount(to)}`;
}

function endEffect(before: CompleteRow, after: CompleteRow) {
  if (after.saleCents === null) return "the sale ends";
  if (!isOnSale(after)) return "the sale stops and starts again later";
  const price = decimalAmount(after.saleCents);
  if (after.saleCents >= after.priceCents) return `the sale price of ${price} stays, but isn't lower`;
  return before.saleCents === after.saleCents
    ? `the sale price of ${price} stays`
    : `the sale price changes to ${price}`;
}
