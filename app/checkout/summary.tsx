import { type ReactNode, useContext } from "react";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import { standardDelivery } from "#shop/delivery/delivery.ts";
import { refusalFor, refusalMessage } from "#shop/discounts/discount-refusal.ts";
import { calculateSums } from "#shop/orders/sums.ts";
import { CurrencyContext, useFormatPrice } from "#ui/currency.ts";
import { Price } from "#ui/price.tsx";
import { CartLines } from "../cart-page/cart-lines.tsx";
import { CartTotals } from "../cart-page/cart-totals.tsx";
import { DiscountCode } from "./discount-code.tsx";
import type { Checkout } from "./use-checkout.ts";

interface SummaryProps {
  checkout: Checkout;
  terms: CheckoutTerms;
}

/** What the customer orders, with the field for a discount code. */
export function OrderOverview({ checkout, terms }: SummaryProps) {
  const { lines = [], products, priced, code, discount, delivery } = checkout;
  const currency = useContext(CurrencyContext);
  const isLoaded = priced.every(({ id }) => products.has(id));
  const refusal = discount && isLoaded ? refusalFor(priced, discount) : undefined;
  return (
    <section aria-labelledby="overview">
      <h2 id="overview" className="mb-4 text-2xl">
        Your order
      </h2>
      <CartLines lines={lines} products={products} />
      {terms.takesCodes && <DiscountCode state={code} problem={refusal && refusalMessage(refusal, currency)} />}
      <CartTotals lines={priced} delivery={delivery} discount={discount} />
    </section>
  );
}

/** What the customer agrees to, next to the button: the sums in short, and the day. */
export function OrderTotal({ checkout, terms }: SummaryProps) {
  const { priced, delivery, discount } = checkout;
  const formatPrice = useFormatPrice();
  const { subtotalCents, discountCents, deliveryCents, totalCents } = calculateSums(priced, { delivery, discount });
  const { days, isPickup } = delivery ?? standardDelivery;
  const day = checkout.options?.isNowhere ? undefined : terms.arrivals[days];
  return (
    <dl className="grid gap-1 text-sm tabular-nums">
      <Row name="Subtotal">{formatPrice(subtotalCents)}</Row>
      {discountCents > 0 && <Row name="Discount">−{formatPrice(discountCents)}</Row>}
      <Row name={isPickup ? "Pickup" : "Shipping"}>{deliveryCents > 0 ? formatPrice(deliveryCents) : "Free"}</Row>
      {day && <Row name={isPickup ? "Ready for pickup" : "Estimated delivery"}>{day}</Row>}
      <Row name="Total">
        <Price cents={totalCents} className="text-xl" />
      </Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-soft">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
