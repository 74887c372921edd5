import { type CartLine, cartTotal } from "#shop/cart/cart-reducer.ts";
import { formatPrice } from "#shop/money.ts";
import { type DeliveryTerms, deliveryCost } from "#shop/orders/delivery.ts";
import { freeShipping } from "#shop/orders/terms.ts";
import { Price } from "../components/price.tsx";

interface CartTotalProps {
  lines: CartLine[];
  /** Where they aren't the standard ones. */
  delivery: DeliveryTerms | undefined;
}

/** What the cart costs: the lines, shipping, and both together. */
export function CartTotal({ lines, delivery }: CartTotalProps) {
  const subtotal = cartTotal(lines);
  const cost = deliveryCost(delivery, subtotal);
  const hasPrice = delivery && delivery.priceCents > 0;
  return (
    <div className="py-6">
      {hasPrice && (
        <p className="mb-4 flex items-start justify-between gap-4">
          Subtotal
          <span className="font-medium">{formatPrice(subtotal)}</span>
        </p>
      )}
      <p className="flex items-start justify-between gap-4">
        <span>
          Shipping
          <span className="block text-sm text-soft">
            {hasPrice ? shippingHint(delivery, subtotal) : `Free shipping ${freeShipping}`}
          </span>
        </span>
        <span className="font-medium text-spruce">{cost > 0 ? formatPrice(cost) : "Free"}</span>
      </p>
      <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4 text-lg">
        Total
        <Price cents={subtotal + cost} className="text-3xl wrap-anywhere" />
      </p>
    </div>
  );
}

function shippingHint({ freeFromCents }: DeliveryTerms, subtotal: number) {
  if (freeFromCents === null) return null;
  return subtotal < freeFromCents
    ? `Add ${formatPrice(freeFromCents - subtotal)} more for free shipping`
    : `Free from ${formatPrice(freeFromCents)}`;
}
