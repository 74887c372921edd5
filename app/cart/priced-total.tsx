import { type CartLine, cartTotal } from "#shop/cart/cart-reducer.ts";
import { formatPrice } from "#shop/money.ts";
import { type DeliveryTerms, deliveryCost } from "#shop/orders/delivery.ts";
import { Price } from "../components/price.tsx";

interface PricedTotalProps {
  lines: CartLine[];
  delivery: DeliveryTerms;
}

/** What the cart costs where delivery has a price: the lines, shipping and how it comes free, and both together. */
export function PricedTotal({ lines, delivery }: PricedTotalProps) {
  const subtotal = cartTotal(lines);
  const cost = deliveryCost(delivery, subtotal);
  const { freeFromCents } = delivery;
  return (
    <div className="py-6 tabular-nums">
      <p className="mb-3 flex flex-wrap justify-between gap-x-4">
        Subtotal
        <span className="font-medium">{formatPrice(subtotal)}</span>
      </p>
      <p className="flex items-start justify-between gap-4">
        <span>
          Shipping
          {freeFromCents !== null && (
            <span className="block text-sm text-soft">
              {cost > 0
                ? `Add ${formatPrice(freeFromCents - subtotal)} more for free shipping`
                : `Free on orders from ${formatPrice(freeFromCents)}`}
            </span>
          )}
        </span>
        <span className={`font-medium ${cost > 0 ? "" : "text-spruce"}`}>{cost > 0 ? formatPrice(cost) : "Free"}</span>
      </p>
      <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4 text-lg">
        Total
        <Price cents={subtotal + cost} className="text-3xl wrap-anywhere" />
      </p>
    </div>
  );
}
