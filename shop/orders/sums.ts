import { cartSubtotal } from "../cart/cart-reducer.ts";
import { type DeliveryTerms, deliveryCost } from "../delivery/delivery.ts";
import { type DiscountedLine, type DiscountTerms, discountLines, makesDeliveryFree } from "../discounts/discount.ts";
import { orderVat, type VatLine } from "../taxes/order-vat.ts";
import { formatRate, type VatGroup, vatCentsOf } from "../taxes/vat.ts";
import { type Currency, formatPrice } from "../values/money.ts";

/**
 * What an order costs. The same fields are columns of `orders` and keys of its JSON, so a new kind of amount is added here, to
 * `calculateSums` and to the table; checkout, idempotency, receipts, exports and payments follow.
 */
export const sumColumns = ["subtotalCents", "discountCents", "deliveryCents", "vatCents", "totalCents"] as const;

/** Whole cents. The total is subtotal − discount + delivery; VAT is a part of it. */
export type OrderSums = Record<(typeof sumColumns)[number], number>;

/** A placed order's sums and their currency, in which it stays for ever. */
export const moneyColumns = [...sumColumns, "currency"] as const;
export type OrderMoney = OrderSums & { currency: Currency };

/** The amounts that a customer agrees to. VAT changes none of them. */
export const agreedColumns = sumColumns.filter((column) => column !== "vatCents");

/** What the lines of a cart don't imply: a checkout posts those that aren't 0. VAT is no such amount, as it changes no total. */
export const adjustmentColumns = ["discountCents", "deliveryCents"] as const;
export type SumAdjustments = { [Column in (typeof adjustmentColumns)[number]]?: number | undefined };

type PricedLine = VatLine & DiscountedLine;

/** What decides an order's sums besides its lines. */
export interface PricingTerms {
  /** undefined while the standard terms apply */
  delivery?: DeliveryTerms | undefined;
  /** Those of the code that the customer entered. */
  discount?: DiscountTerms | undefined;
}

/** What an order of some lines costs today. Delivery is free from an amount after the discount. */
export function calculateSums(lines: PricedLine[], { delivery, discount }: PricingTerms): OrderSums {
  const discounts = discountLines(lines, discount);
  const discountCents = discounts.reduce((sum, cents) => sum + cents, 0);
  const discounted = lines.map((line, index) => ({ ...line, discountCents: discounts[index] ?? 0 }));
  const isFree = makesDeliveryFree(lines, discount);
  const deliveryCents = isFree ? 0 : deliveryCost(delivery, cartSubtotal(lines) - discountCents);
  return addUp(discounted, { discountCents, deliveryCents });
}

/** The VAT within what lines cost today, by rate; none while the seller isn't registered. */
export function calculateVat(lines: PricedLine[], terms: PricingTerms): VatGroup[] {
  const discounts = discountLines(lines, terms.discount);
  const discounted = lines.map((line, index) => ({ ...line, discountCents: discounts[index] ?? 0 }));
  return orderVat(discounted, calculateSums(lines, terms));
}

/** Adds up lines at their own prices, and the adjustments. */
export function addUp(lines: VatLine[], { discountCents = 0, deliveryCents = 0 }: SumAdjustments): OrderSums {
  const subtotalCents = cartSubtotal(lines);
  const totalCents = subtotalCents - discountCents + deliveryCents;
  const vatCents = vatCentsOf(orderVat(lines, { discountCents, deliveryCents }));
  return { subtotalCents, discountCents, deliveryCents, vatCents, totalCents };
}

/** What a checkout posts of the sums that it shows. */
export function pickAdjustments(sums: OrderSums): SumAdjustments {
  const charged = adjustmentColumns.filter((column) => sums[column] !== 0);
  return Object.fromEntries(charged.map((column) => [column, sums[column]]));
}

/** Whether two orders cost the same, amount by amount. */
export function haveSameSums(one: OrderSums, other: OrderSums) {
  return agreedColumns.every((column) => one[column] === other[column]);
}

/** What a receipt shows of an order's money. */
export interface ReceiptSums extends OrderMoney {
  discountCode?: string | null;
  /** Whether the customer collects it. */
  isPickup?: 0 | 1;
  lines: Required<VatLine>[];
}

/** The rows of a receipt; the last one is the total. */
export function sumRows(order: ReceiptSums): [name: string, amount: string][] {
  const { subtotalCents, deliveryCents, totalCents, currency, isPickup } = order;
  const [name, free] = isPickup ? ["Pickup", "Free pickup"] : ["Shipping", "Free shipping"];
  return [
    ["Subtotal", formatPrice(subtotalCents, currency)],
    ...discountRows(order),
    [name, deliveryCents > 0 ? formatPrice(deliveryCents, currency) : free],
    ...orderVat(order.lines, order).map((group) => vatRow(group, currency)),
    ["Total", formatPrice(totalCents, currency)],
  ];
}

/** What was refunded of an order, and what the shop keeps; nothing before the first refund. */
export function refundRows({
  totalCents,
  refundedCents,
  currency,
}: Pick<OrderMoney, "totalCents" | "currency"> & { refundedCents: number }): [name: string, amount: string][] {
  if (refundedCents === 0) return [];
  return [
    ["Refunded", `−${formatPrice(refundedCents, currency)}`],
    ["Net payment", formatPrice(totalCents - refundedCents, currency)],
  ];
}

function vatRow({ basisPoints, vatCents }: VatGroup, currency: Currency): [name: string, amount: string] {
  return [`Includes ${formatRate(basisPoints)} VAT`, formatPrice(vatCents, currency)];
}

/** A code that takes nothing off made the delivery free. */
function discountRows({
  discountCents,
  discountCode,
  currency,
  isPickup,
}: ReceiptSums): [name: string, amount: string][] {
  if (discountCents === 0 && !discountCode) return [];
  const name = discountCode ? `Discount (${discountCode})` : "Discount";
  return [
    [name, discountCents > 0 ? `−${formatPrice(discountCents, currency)}` : isPickup ? "Free pickup" : "Free shipping"],
  ];
}
