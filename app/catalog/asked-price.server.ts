import { redirect } from "react-router";
import { parsePriceBand } from "#shop/catalog/filters/price-bands.ts";
import { readAskedPrice } from "#shop/catalog/lists/search/asked-price.ts";
import type { Shop } from "#shop/shop.ts";
import { privatePage } from "#web/cacheability.ts";
import { type ListState, listAddress } from "./list-address.ts";

/**
 * For searches such as "lamp under $50", whose price takes the place of others that the list has.
 *
 * @throws a redirect to the list that has the price as a filter, if the search names one
 */
export async function followAskedPrice(
  { db, settings }: Pick<Shop, "db" | "settings">,
  { q, filters, sort }: ListState,
) {
  const price = q === undefined ? undefined : await readAskedPrice(db, q, settings);
  if (!price) return;
  const others = filters.filter((filter) => !parsePriceBand(filter));
  // The shop's currency may change.
  throw redirect(listAddress({ q: price.q, filters: [...others, price.filter], sort }), {
    headers: { "Cache-Control": privatePage },
  });
}
