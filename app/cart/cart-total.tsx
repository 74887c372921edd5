import { type CartLine, cartTotal } from "#shop/cart/cart-reducer.ts";
import { freeShipping } from "#shop/orders/terms.ts";
import { Price } from "../components/price.tsx";

/** What the cart costs where delivery has no price: the lines, shipping, which is free, and both together. */
export function CartTotal({ lines }: { lines: CartLine[] }) {
  const total = cartTotal(lines);
  return (
    <div className="py-6">
      <p className="flex items-start justify-between gap-4">
        <span>
          Shipping
          <span className="block text-sm text-soft">Free shipping {freeShipping}</span>
        </span>
        <span className="font-medium text-spruce">Free</span>
      </p>
      <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4 text-lg">
        Total
        <Price cents={total} className="text-3xl wrap-anywhere" />
      </p>
    </div>
  );
}
