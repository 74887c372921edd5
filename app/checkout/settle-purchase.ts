import { useEffect } from "react";
import { remainingCart } from "#shop/cart/compare-cart.ts";
import { loadLines } from "../cart/cart-storage.ts";
import { cartLines, changeCart } from "../cart/cart-store.ts";
import { currentIdempotencyKey, forgetIdempotencyKey } from "./idempotency-key.ts";
import { forgetKeptCheckout } from "./kept-checkout.ts";
import { forgetCode } from "./kept-code.ts";
import { keepPlatformCheckout } from "./kept-platform-checkout.ts";

/**
 * Removes the ordered items from the cart, once: the first tab that learns of the order forgets its idempotency key, and the others
 * change nothing. Items that were added since stay. Only in the browser. See docs/decisions/0116.
 */
export function settlePurchase(idempotencyKey: string | undefined, ordered: { id: string; quantity: number }[]) {
  if (!idempotencyKey || idempotencyKey !== currentIdempotencyKey()) return;
  forgetIdempotencyKey();
  forgetCode();
  forgetKeptCheckout();
  keepPlatformCheckout(undefined);
  // Storage events come late, so read what other tabs stored. Without local storage the cart is only in memory.
  const stored = loadLines();
  changeCart({ type: "replace", lines: remainingCart(stored.length > 0 ? stored : cartLines(), ordered) });
}

interface PaidPurchase {
  idempotencyKey: string | undefined;
  lines: { productId: string; quantity: number }[];
}

/** Removes a paid order's items from the cart of the browser that placed it. @param purchase undefined until it is paid */
export function useSettledCart(purchase: PaidPurchase | undefined) {
  useEffect(() => {
    const ordered = purchase?.lines.map(({ productId: id, quantity }) => ({ id, quantity })) ?? [];
    settlePurchase(purchase?.idempotencyKey, ordered);
  }, [purchase]);
}
