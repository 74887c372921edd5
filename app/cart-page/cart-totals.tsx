import type { ReactNode } from "react";
import type { PricedCartLine } from "#shop/cart/compare-cart.ts";
import { type DeliveryTerms, mostDeliveryCost } from "#shop/delivery/delivery.ts";
import { type DiscountTerms, makesDeliveryFree } from "#shop/discounts/discount.ts";
import { calculateSums, calculateVat, freeDeliveryCents } from "#shop/orders/sums.ts";
import { formatRate } from "#shop/taxes/vat.ts";
import type { Currency } from "#shop/values/currencies.ts";
import { useFormatPrice, useFormats } from "#ui/formats.ts";
import { Price } from "#ui/price.tsx";
import { Sentence } from "#ui/sentence.tsx";

interface CartTotalsProps {
  lines: PricedCartLine[];
  /** undefined while the standard terms apply: free shipping. */
  delivery: (DeliveryTerms & { name?: string }) | undefined;
  /** Those of the code that the customer uses. */
  discount?: DiscountTerms | undefined;
  /** When the order arrives, at the checkout. */
  arrival?: { name: string; day: string } | "" | undefined;
  /** Why the total has no VAT, where the order's destination or buyer decide that. */
  untaxed?: ReactNode;
  /** The currency's code, where its sign alone is mistakable. */
  currency?: Currency | undefined;
}

/** What the cart costs: the lines, unless they are all there is, then discount, shipping and the total. At the checkout, also when it arrives. */
export function CartTotals({ lines, delivery, discount, arrival, untaxed, currency }: CartTotalsProps) {
  const formatPrice = useFormatPrice();
  const sums = calculateSums(lines, { delivery, discount });
  const { subtotalCents, discountCents, deliveryCents, totalCents } = sums;
  const countedCents = freeDeliveryCents(lines, discount);
  const mostCents = delivery?.hasChoice ? mostDeliveryCost(delivery, countedCents) : deliveryCents;
  return (
    <dl className={`tabular-nums ${arrival ? "" : "py-6"}`}>
      {delivery?.priceCents || discountCents > 0 || arrival ? (
        <Row name="Subtotal">{formatPrice(subtotalCents)}</Row>
      ) : null}
      {discountCents > 0 && <Row name="Discount">−{formatPrice(discountCents)}</Row>}
      <Row
        name={delivery?.isPickup ? "Pickup" : "Shipping"}
        note={
          makesDeliveryFree(lines, discount) ? (
            <Sentence text={`Free with ${discount?.code}`} names={[discount?.code]} />
          ) : (
            <Sentence
              text={shippingNote(delivery, countedCents, deliveryCents, formatPrice)}
              names={[delivery?.name]}
            />
          )
        }
        isFree={deliveryCents === 0 && mostCents === 0}
      >
        {shippingPrice(deliveryCents, mostCents, formatPrice)}
      </Row>
      <div className="sum-row mt-4 items-baseline border-t border-line pt-4 text-lg">
        <dt>Total</dt>
        <dd>
          {currency && <span className="mr-2 text-base text-soft">{currency}</span>}
          <Price cents={totalCents} className="text-3xl" />
        </dd>
      </div>
      {untaxed ?? <VatRows {...{ lines, delivery, discount }} />}
      {arrival && <Row name={arrival.name}>{arrival.day}</Row>}
    </dl>
  );
}

/** What of the total is VAT, by rate. */
function VatRows({ lines, delivery, discount }: Pick<CartTotalsProps, "lines" | "delivery" | "discount">) {
  const formats = useFormats();
  const formatPrice = useFormatPrice();
  return calculateVat(lines, { delivery, discount }).map(({ basisPoints, vatCents }) => (
    <div key={basisPoints} className="sum-row mt-1 text-sm text-soft">
      <dt>Includes {formatRate(basisPoints, formats)} VAT</dt>
      <dd>{formatPrice(vatCents)}</dd>
    </div>
  ));
}

interface RowProps {
  name: string;
  note?: ReactNode;
  isFree?: boolean;
  children: ReactNode;
}

function Row({ name, note, isFree, children }: RowProps) {
  return (
    <div className="sum-row mt-3 first:mt-0">
      <dt>
        {name}
        {note && <span className="block text-sm text-soft">{note}</span>}
      </dt>
      <dd className={`font-medium ${isFree ? "text-spruce" : ""}`}>{children}</dd>
    </div>
  );
}

/** @param mostCents what it may cost if the customer chooses another option */
function shippingPrice(cents: number, mostCents: number, formatPrice: (cents: number) => string) {
  if (cents === 0) return mostCents > 0 ? `Free to ${formatPrice(mostCents)}` : "Free";
  return `${mostCents > cents ? "From " : ""}${formatPrice(cents)}`;
}

function shippingNote(
  delivery: CartTotalsProps["delivery"],
  discountedCents: number,
  deliveryCents: number,
  formatPrice: (cents: number) => string,
) {
  if (delivery?.hasChoice) return "Choose how at checkout";
  const { name, priceCents = 0, freeFromCents = null, isPickup } = delivery ?? {};
  if (isPickup) return name ?? "You collect your order";
  if (!name && priceCents === 0) return "Free shipping on every order";
  if (priceCents === 0 || freeFromCents === null) return name ?? "";
  const inName = name ? `${name} · ` : "";
  return deliveryCents > 0
    ? `${inName}Add ${formatPrice(freeFromCents - discountedCents)} more for free shipping`
    : `${inName}Free on orders of ${formatPrice(freeFromCents)} or more`;
}
