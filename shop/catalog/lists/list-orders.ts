import type { Filter } from "../filters.ts";
import type { Sort } from "../sorts.ts";

/** A list's order: one of the menu's sorts, or the catalog's own. */
export type ListOrder = Sort | "position";

/** The column of `productRanks` that says where a product stands in each order. */
export const rankColumns = {
  position: "position",
  name: "nameRank",
  highestPrice: "highestPriceRank",
  lowestPrice: "lowestPriceRank",
  rating: "ratingRank",
} as const satisfies Record<ListOrder, string>;

export const listOrders = Object.keys(rankColumns) as ListOrder[];

/** The list of all products, which stands beside those of the filters. */
export const everything = "everything";

export type ListName = Filter | typeof everything;
