import { type CartLine, cartTotal } from "#shop/cart/cart-reducer.ts";
import { formatPrice } from "#shop/money.ts";
import { Price } from "../components/price.tsx";

const freeShippingOver = 50_00;

/** What the cart costs: the lines, shipping, which is free, and both together. */
export function CartTotal({ lines }: { lines: CartLine[] }) {
  const total = cartTotal(lines);
  return (
    <div className="py-6">
      <p className="flex items-start justify-between gap-4">
        <span>
          Shipping
          <span className="block text-sm text-soft">
            {total > freeShippingOver
              ? `Free shipping, as on every order over ${formatPrice(freeShippingOver)}`
              : "Free shipping, for small orders too"}
          </span>
        </span>
        <span className="font-medium text-spruce">Free</span>
      </p>
      <p className="mt-4 flex items-baseline justify-between border-t border-line pt-4 text-lg">
        Total
        <Price cents={total} className="text-3xl" />
      </p>
    </div>
  );
}
