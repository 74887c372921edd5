import { useEffect } from "react";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import { findProblems, type KnownGoods } from "#shop/cart/compare-cart.ts";
import { useShop } from "../frame/use-shop.ts";
import { CartOffer } from "./cart-offer.tsx";
import { CartUpdate } from "./cart-update.tsx";
import { useGoods } from "./goods-store.ts";

interface CartCheckProps {
  lines: CartLine[];
  /** What the address offers to add; null when it is the cart's own. */
  offer: string | null;
  /** Is told what the catalog says of the lines today. Always the same function. */
  onGoods: (goods: KnownGoods) => void;
}

/** What stands above a cart's lines once the shop was asked about them: what was shared, and what has changed. */
export function CartCheck({ lines, offer, onGoods }: CartCheckProps) {
  const goods = useGoods(lines);
  const { delivery } = useShop();
  useEffect(() => onGoods(goods), [goods, onGoods]);
  const problems = findProblems(lines, goods);
  return (
    <>
      {offer !== null && <CartOffer text={offer} />}
      {problems.length > 0 && <CartUpdate lines={lines} problems={problems} delivery={delivery} />}
    </>
  );
}
