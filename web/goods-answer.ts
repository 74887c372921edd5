import type { Goods } from "#shop/cart/compare-cart.ts";

/** What whoever asked for goods is told: those that the catalog has. */
export interface GoodsAnswer {
  goods: Goods[];
}
