import type { ReactNode } from "react";
import { calculateSums, type PricingTerms } from "#shop/orders/sums.ts";
import { useFormatPrice } from "#ui/currency.ts";
import { Price } from "#ui/price.tsx";

interface OrderTotalProps extends PricingTerms {
  lines: Parameters<typeof calculateSums>[0];
  /** When the order arrives or can be collected; undefined if it isn't known. */
  arrival?: { label: string; day: string } | undefined;
}

/** What the customer agrees to, next to the button: the sums in short, and the day. */
export function OrderTotal({ lines, delivery, discount, arrival }: OrderTotalProps) {
  const formatPrice = useFormatPrice();
  const { subtotalCents, discountCents, deliveryCents, totalCents } = calculateSums(lines, { delivery, discount });
  return (
    <dl className="grid gap-1 text-sm tabular-nums">
      <Row name="Subtotal">{formatPrice(subtotalCents)}</Row>
      {discountCents > 0 && <Row name="Discount">−{formatPrice(discountCents)}</Row>}
      <Row name={delivery?.isPickup ? "Pickup" : "Shipping"}>
        {deliveryCents > 0 ? formatPrice(deliveryCents) : "Free"}
      </Row>
      {arrival && <Row name={arrival.label}>{arrival.day}</Row>}
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
