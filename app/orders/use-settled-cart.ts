import { useEffect } from "react";
import { remainingCart } from "#shop/orders/remaining-cart.ts";
import { cartLines, changeCart } from "../cart/cart-store.ts";
import { currentCheckoutKey, forgetCheckoutKey } from "./checkout-key.ts";

interface PaidPurchase {
  checkoutKey: string | undefined;
  lines: { productId: string; quantity: number }[];
}

/** Takes out of the cart what was paid elsewhere, in the browser in which it was bought. @param purchase undefined until it is paid */
export function useSettledCart(purchase: PaidPurchase | undefined) {
  useEffect(() => {
    if (!purchase?.checkoutKey || purchase.checkoutKey !== currentCheckoutKey()) return;
    forgetCheckoutKey();
    const ordered = purchase.lines.map(({ productId: id, quantity }) => ({ id, quantity }));
    changeCart({ type: "replace", lines: remainingCart(cartLines(), ordered) });
  }, [purchase]);
}
