import { lineTotal } from "../cart/cart-reducer.ts";
import type { OrderSums } from "../orders/sums.ts";
import { formatRate, type VatGroup } from "../taxes/vat.ts";
import { defaultFormats } from "../values/locale.ts";

/** An entry of a breakdown (https://ucp.dev/2026-04-08/specification/checkout#totals). Amounts are cents; what is taken off is negative. */
export interface Total {
  type: "subtotal" | "items_discount" | "fulfillment" | "total";
  display_text: string;
  amount: number;
  lines?: { display_text: string; amount: number }[];
}

interface Delivery {
  isPickup?: boolean | 0 | 1 | undefined;
}

interface Terms extends Delivery {
  /** What the total is called. */
  total?: string;
}

/** What the delivery is called. */
export function deliveryName({ isPickup }: Delivery) {
  return isPickup ? "Pickup" : "Shipping";
}

/** An order's sums. All entries but the last add up to it: VAT is a part of the total, so it is shown within. */
export function toTotals(sums: OrderSums, vat: VatGroup[], { isPickup, total = "Total" }: Terms): Total[] {
  const { subtotalCents, discountCents, deliveryCents, totalCents } = sums;
  return [
    { type: "subtotal", display_text: "Subtotal", amount: subtotalCents },
    ...discountTotal(discountCents),
    { type: "fulfillment", display_text: deliveryName({ isPickup }), amount: deliveryCents },
    {
      ...{ type: "total", display_text: total, amount: totalCents },
      ...(vat.length > 0 && { lines: vatLines(totalCents, vat) }),
    },
  ];
}

/** A line's price without delivery. */
export function toLineTotals(line: { priceCents: number; quantity: number }, discountCents: number): Total[] {
  const cents = lineTotal(line);
  return [
    { type: "subtotal", display_text: "Subtotal", amount: cents },
    ...discountTotal(discountCents),
    { type: "total", display_text: "Total", amount: cents - discountCents },
  ];
}

/** The protocol allows no discount of nothing. */
function discountTotal(cents: number): Total[] {
  return cents > 0 ? [{ type: "items_discount", display_text: "Discount", amount: -cents }] : [];
}

function vatLines(totalCents: number, vat: VatGroup[]) {
  const vatCents = vat.reduce((sum, group) => sum + group.vatCents, 0);
  return [
    { display_text: "Without VAT", amount: totalCents - vatCents },
    ...vat.map(({ basisPoints, vatCents }) => ({
      display_text: `${formatRate(basisPoints, defaultFormats)} VAT`,
      amount: vatCents,
    })),
  ];
}
