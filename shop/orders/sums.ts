import { cartSubtotal } from "../cart/cart-reducer.ts";
import { formatPrice } from "../money.ts";
import { type DeliveryTerms, deliveryCost } from "./delivery.ts";

/**
 * What an order costs. The same fields are columns of `orders` and keys of its JSON, so a new kind of amount is added here, to
 * `calculateSums` and to the table; checkout, idempotency, receipts, exports and payments follow.
 */
export const sumColumns = ["subtotalCents", "discountCents", "deliveryCents", "vatCents", "totalCents"] as const;

/** Whole cents. The total is subtotal − discount + delivery; VAT is a part of it. The shop has no discounts and no VAT yet: both are 0. */
export type OrderSums = Record<(typeof sumColumns)[number], number>;

/** What the lines of a cart don't imply: a checkout posts those that aren't 0. */
export const adjustmentColumns = ["discountCents", "deliveryCents", "vatCents"] as const;
export type SumAdjustments = { [Column in (typeof adjustmentColumns)[number]]?: number | undefined };

type PricedLine = { priceCents: number; quantity: number };

/** What an order of some lines costs today. @param delivery undefined while the standard terms apply */
export function calculateSums(lines: PricedLine[], delivery: DeliveryTerms | undefined): OrderSums {
  return addUp(lines, { deliveryCents: deliveryCost(delivery, cartSubtotal(lines)) });
}

/** Adds up lines at their own prices, and the adjustments. */
export function addUp(lines: PricedLine[], adjustments: SumAdjustments): OrderSums {
  const { discountCents = 0, deliveryCents = 0, vatCents = 0 } = adjustments;
  const subtotalCents = cartSubtotal(lines);
  const totalCents = subtotalCents - discountCents + deliveryCents;
  return { subtotalCents, discountCents, deliveryCents, vatCents, totalCents };
}

/** What a checkout posts of the sums that it shows. */
export function pickAdjustments(sums: OrderSums): SumAdjustments {
  const charged = adjustmentColumns.filter((column) => sums[column] !== 0);
  return Object.fromEntries(charged.map((column) => [column, sums[column]]));
}

/** The sums of a row or an order, without its other fields. */
export function pickSums(order: OrderSums) {
  return Object.fromEntries(sumColumns.map((column) => [column, order[column]])) as OrderSums;
}

/** Whether two orders cost the same, amount by amount. */
export function haveSameSums(one: OrderSums, other: OrderSums) {
  return sumColumns.every((column) => one[column] === other[column]);
}

/** The rows of a receipt; the last one is the total. */
export function sumRows(sums: OrderSums): [name: string, amount: string][] {
  const { subtotalCents, deliveryCents, totalCents } = sums;
  return [
    ["Subtotal", formatPrice(subtotalCents)],
    ["Shipping", deliveryCents > 0 ? formatPrice(deliveryCents) : "Free shipping"],
    ["Total", formatPrice(totalCents)],
  ];
}
