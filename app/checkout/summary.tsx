import { useState } from "react";
import { totalQuantity } from "#shop/cart/cart-reducer.ts";
import { findProblems, type PricedCartLine } from "#shop/cart/compare-cart.ts";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import { arrivalKey, standardDelivery } from "#shop/delivery/delivery.ts";
import { refusalFor, refusalMessage } from "#shop/discounts/discount-refusal.ts";
import { calculateSums } from "#shop/orders/sums.ts";
import { isMistakable } from "#shop/values/shared-signs.ts";
import { useFormatPrice, useFormats } from "#ui/formats.ts";
import { ChevronIcon } from "#ui/icons.tsx";
import { Amount } from "#ui/price.tsx";
import { CartLines } from "../cart-page/cart-lines.tsx";
import { CartTotals } from "../cart-page/cart-totals.tsx";
import { DiscountCode } from "./discount-code.tsx";
import type { Checkout } from "./use-checkout.ts";
import { useWideWindow } from "./use-wide-window.ts";

interface SummaryProps {
  checkout: Checkout;
  terms: CheckoutTerms;
}

/** What the customer orders, with the field for a discount code. Where the form is below it, its items fold into one line. */
export function OrderOverview({ checkout, terms }: SummaryProps) {
  const { priced, products, code, discount } = checkout;
  const formats = useFormats();
  const isLoaded = priced.every(({ id }) => products.has(id));
  const refusal = discount && isLoaded ? refusalFor(priced, discount) : undefined;
  return (
    <section aria-labelledby="overview" className="checkout-overview">
      <h2 id="overview" className="mb-4 text-2xl">
        Your order
      </h2>
      <FoldedLines checkout={checkout} />
      {terms.takesCodes && <DiscountCode state={code} problem={refusal && refusalMessage(refusal, formats)} />}
    </section>
  );
}

/** Begins open where a line needs attention. */
function FoldedLines({ checkout }: Pick<SummaryProps, "checkout">) {
  const { lines = [], products, priced, delivery, discount } = checkout;
  const formatPrice = useFormatPrice();
  const isWide = useWideWindow();
  const [toggled, setToggled] = useState<boolean>();
  const isOpen = toggled ?? findProblems(lines, products).length > 0;
  const pieces = totalQuantity(priced);
  const { totalCents } = calculateSums(priced, { delivery, discount });
  return (
    <details
      open={isWide || isOpen}
      onToggle={({ currentTarget }) => !isWide && setToggled(currentTarget.open)}
      className="group"
    >
      <summary className="flex min-h-13 items-center justify-between gap-3 rounded-lg border border-line bg-raised px-4 font-medium tabular-nums lg:hidden">
        <span className="*:text-[min(1em,6vw)]">
          {`${pieces} ${pieces === 1 ? "item" : "items"} · `}
          <Amount text={formatPrice(totalCents)} />
        </span>
        <ChevronIcon className="size-4 shrink-0 text-soft group-open:rotate-180" />
      </summary>
      <CartLines lines={lines} products={products} />
    </details>
  );
}

/** What the customer agrees to, next to the button: the sums and the day. */
export function OrderSums({ checkout, terms }: SummaryProps) {
  const { priced, delivery, discount, country } = checkout;
  const { currency } = useFormats();
  const shown = delivery ?? standardDelivery;
  const { isPickup } = shown;
  const { isNowhere, place } = checkout.options ?? {};
  const ready = place && terms.places[place.id]?.ready;
  const day = isNowhere ? undefined : (ready ?? terms.arrivals[arrivalKey(shown)]);
  return (
    <CartTotals
      lines={priced}
      delivery={delivery}
      discount={discount}
      arrival={day && { name: isPickup ? "Ready for pickup" : "Estimated delivery", day }}
      untaxed={untaxedNote(priced)}
      currency={country !== undefined && isMistakable(currency, country) ? currency : undefined}
    />
  );
}

/** Who pays the VAT that an order leaves out; undefined where it includes it. */
function untaxedNote(lines: PricedCartLine[]) {
  const kinds = lines.map(({ vatKind }) => vatKind);
  const note =
    (kinds.includes("export") && "Your country may charge VAT and customs duty on delivery.") ||
    (kinds.includes("reverseCharge") && "Your company accounts for it (reverse charge).");
  if (!note) return undefined;
  return (
    <div className="mt-1 text-sm text-soft">
      <dt>No VAT included</dt>
      <dd>{note}</dd>
    </div>
  );
}
