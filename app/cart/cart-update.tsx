import type { CartLine } from "#shop/cart/cart-reducer.ts";
import { type LineProblem, reconcileCart } from "#shop/cart/compare-cart.ts";
import { differenceOf } from "#shop/cart/describe-changes.ts";
import type { DeliveryTerms } from "#shop/orders/delivery.ts";
import { CartChanges } from "./cart-changes.tsx";
import { changeCart } from "./cart-store.ts";

interface CartUpdateProps {
  lines: CartLine[];
  problems: LineProblem[];
  /** Where they aren't the standard ones. */
  delivery: DeliveryTerms | undefined;
}

/** What has changed since the cart was filled, before anything is ordered; one press brings the cart up to date. */
export function CartUpdate({ lines, problems, delivery }: CartUpdateProps) {
  return (
    <CartChanges
      difference={differenceOf(lines, problems, delivery)}
      title="This has changed since you filled your cart."
      onAccept={() => changeCart({ type: "replace", lines: reconcileCart(lines, problems) })}
    />
  );
}
