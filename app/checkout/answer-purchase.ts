import { reconcileCart, withPricing } from "#shop/cart/compare-cart.ts";
import { differenceOf } from "#shop/checkout/describe-changes.ts";
import type { Currency } from "#shop/values/money.ts";
import type { OrderAnswer } from "#web/answers.ts";
import { cartLines, changeCart } from "../cart/cart-store.ts";
import { forgetCartProducts, loadedCartProducts } from "../cart/product-store.ts";

/** Goes to the provider's page. Cart and key stay until the order is paid, and the Back button finds the form ready. */
export async function redirectToPayment(address: string) {
  const { promise: cameBack, resolve } = Promise.withResolvers<unknown>();
  window.addEventListener("pageshow", resolve, { once: true });
  window.location.assign(address);
  await cameBack;
  return {};
}

/** Updates the cart to the catalog. @returns how it differed */
export function reconcile(
  { problems, delivery, discount }: Extract<OrderAnswer, { problems: unknown }>,
  currency: Currency,
) {
  const lines = cartLines();
  const withTheirs = withPricing(lines, loadedCartProducts());
  forgetCartProducts();
  changeCart({ type: "replace", lines: reconcileCart(lines, problems) });
  return differenceOf(withTheirs, problems, {
    ...{ currency, delivery: delivery?.terms, seenDeliveryCents: delivery?.seenCents },
    ...{ discount: discount?.terms, seenDiscountCents: discount?.seenCents },
  });
}
