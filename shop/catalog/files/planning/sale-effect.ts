import type { Currency } from "../../../values/currencies.ts";
import { decimalAmount } from "../../../values/money.ts";
import { isOnSale } from "../../pricing/usual-price.ts";
import type { CompleteRow } from "./imported-row.ts";

/** A product that is on sale while a file with it is imported. */
export interface ProductOnSale {
  id: string;
  title: string;
  /** What the import does, in words. */
  effect: string;
}

/**
 * What an import does to a sale that is on, or why a file's sale doesn't start; undefined for other products. Both rows have usual prices.
 *
 * @param wantedCents the file's sale price
 * @param currency the shop's
 */
export function saleEffect(
  before: CompleteRow | undefined,
  after: CompleteRow,
  { wantedCents, currency }: { wantedCents: number | null | undefined; currency: Currency },
): ProductOnSale | undefined {
  const { id, title, priceCents } = after;
  if (!before || !isOnSale(before)) {
    if (!wantedCents || after.saleCents !== null || wantedCents < priceCents) return undefined;
    const [sale, price] = [wantedCents, priceCents].map((cents) => decimalAmount(cents, currency));
    return { id, title, effect: `no sale starts: its price of ${sale} isn't lower than ${price}` };
  }
  return { id, title, effect: `${priceEffect(before, after, currency)}; ${endEffect(before, after, currency)}` };
}

function priceEffect({ priceCents: from }: CompleteRow, { priceCents: to }: CompleteRow, currency: Currency) {
  return from === to
    ? `the usual price stays ${decimalAmount(to, currency)}`
    : `the usual price changes from ${decimalAmount(from, currency)} to ${decimalAmount(to, currency)}`;
}

function endEffect(before: CompleteRow, after: CompleteRow, currency: Currency) {
  if (after.saleCents === null) return "the sale ends";
  if (!isOnSale(after)) return "the sale stops and starts again later";
  const price = decimalAmount(after.saleCents, currency);
  if (after.saleCents >= after.priceCents)
    return `the sale price of ${price} isn't lower, so customers pay the usual price`;
  return before.saleCents === after.saleCents
    ? `the sale price of ${price} stays`
    : `the sale price changes to ${price}`;
}
