import type { readUnpaidWarnings } from "#shop/owners/read-unpaid.ts";
import { fullTitle } from "#shop/values/product-options.ts";

/** What unpaid orders hold, and how many are about to be cancelled, one line each. */
export function describeUnpaid({ held, ending }: Awaited<ReturnType<typeof readUnpaidWarnings>>) {
  const lines = held.map(
    ({ held, stock, ...product }) => `They hold ${held} of ${held + stock} pieces of ${fullTitle(product)}`,
  );
  if (ending === 0) return lines;
  const cancelled = ending === 1 ? "1 order will be cancelled" : `${ending} orders will be cancelled`;
  return [...lines, `${cancelled} within two days. Mark what you've received as paid.`];
}
