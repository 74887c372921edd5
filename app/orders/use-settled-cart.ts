import { useEffect } from "react";
import { settlePurchase } from "./settle-purchase.ts";

interface PaidPurchase {
  checkoutKey: string | undefined;
  lines: { productId: string; quantity: number }[];
}

/** Takes a paid order out of the cart of the browser that placed it, unless that was done. @param purchase undefined until it is paid */
export function useSettledCart(purchase: PaidPurchase | undefined) {
  useEffect(() => {
    const ordered = purchase?.lines.map(({ productId: id, quantity }) => ({ id, quantity })) ?? [];
    settlePurchase(purchase?.checkoutKey, ordered);
  }, [purchase]);
}
