import { useEffect } from "react";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import { findProblems, type ProductsById } from "#shop/cart/compare-cart.ts";
import { CartOffer } from "../cart/cart-offer.tsx";
import { useCartProducts } from "../cart/product-store.ts";
import { useShop } from "../page/use-shop.ts";
import { CartUpdate } from "./cart-changes.tsx";

interface CartCheckProps {
  lines: CartLine[];
  /** The shared cart in the URL (`?add=`); null without one. */
  offer: string | null;
  /** Called with the lines' current products. Must be a stable function. */
  onProducts: (products: ProductsById) => void;
}

/** Above the cart's lines: a shared cart to add, and what has changed in the catalog. See docs/decisions/0063. */
export function CartCheck({ lines, offer, onProducts }: CartCheckProps) {
  const products = useCartProducts(lines);
  const { delivery } = useShop();
  useEffect(() => onProducts(products), [products, onProducts]);
  const problems = findProblems(lines, products);
  return (
    <>
      {offer !== null && <CartOffer text={offer} />}
      {problems.length > 0 && <CartUpdate lines={lines} problems={problems} delivery={delivery} />}
    </>
  );
}
