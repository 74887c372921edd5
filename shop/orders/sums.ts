import type { VatKind } from "#database/schema.ts";
import { cartSubtotal } from "../cart/cart-reducer.ts";
import { type DeliveryTerms, deliveryCost } from "../delivery/delivery.ts";
import {
  atHome,
  type DiscountedLine,
  type DiscountTerms,
  discountLines,
  makesDeliveryFree,
} from "../discounts/discount.ts";
import { orderVat, type VatLine } from "../taxes/order-vat.ts";
import { scaleCents } from "../taxes/share-cents.ts";
import type { HomePrice, PriceFactor } from "../taxes/treatment.ts";
import { formatRate, type VatGroup, vatCentsOf } from "../taxes/vat.ts";
import { vatKinds } from "../taxes/vat-kind.ts";
import type { Currency } from "../values/currencies.ts";
import type { Formats, Locale } from "../values/locale.ts";
import { formatPrice } from "../values/money.ts";

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
export type AgreedSums = Pick<OrderSums, (typeof agreedColumns)[number]>;

/** What the lines of a cart don't imply: a checkout posts those that aren't 0. VAT is no such amount, as it changes no total. */
export const adjustmentColumns = ["discountCents", "deliveryCents"] as const;
export type SumAdjustments = { [Column in (typeof adjustmentColumns)[number]]?: number | undefined };

/**
 * @property home its price and rate at the shop itself, where a destination has others
 * @property deliveryFactor what delivery costs there, where prices follow it: the same on all lines
 */
type PricedLine = VatLine & DiscountedLine & { home?: HomePrice | undefined; deliveryFactor?: PriceFactor | undefined };

/** What decides an order's sums besides its lines. */
export interface PricingTerms {
  /** undefined while the standard terms apply */
  delivery?: DeliveryTerms | undefined;
  /** Those of the code that the customer entered. */
  discount?: DiscountTerms | undefined;
}

/** What an order of some lines costs today. Where prices follow its destination, so does the delivery: docs/decisions/0316. */
export function calculateSums(lines: PricedLine[], { delivery, discount }: PricingTerms): OrderSums {
  const discounted = withDiscounts(lines, discount);
  const discountCents = sumOf(discounted.map((line) => line.discountCents));
  const isFree = makesDeliveryFree(lines, discount);
  const costCents = isFree ? 0 : deliveryCost(delivery, freeDeliveryCents(lines, discount));
  const [{ deliveryFactor } = {}] = lines.filter((line) => line.deliveryFactor);
  const deliveryCents = deliveryFactor ? scaleCents(costCents, ...deliveryFactor) : costCents;
  return addUp(discounted, { discountCents, deliveryCents });
}

/**
 * What counts towards the amount from which delivery is free: the items after the discount, as pages show them, or as their destination has them if
 * that is more.
 */
export function freeDeliveryCents(lines: PricedLine[], discount: DiscountTerms | undefined) {
  const costOf = (lines: PricedLine[]) => cartSubtotal(lines) - sumOf(discountLines(lines, discount));
  return Math.max(costOf(lines), costOf(atHome(lines)));
}

/** Adds to lines what a code takes off each. */
export function withDiscounts<Line extends PricedLine>(lines: Line[], discount: DiscountTerms | undefined) {
  const discounts = discountLines(lines, discount);
  return lines.map((line, index) => ({ ...line, discountCents: discounts[index] ?? 0 }));
}

/** The VAT within what lines cost today, by rate; none while the seller isn't registered. */
export function calculateVat(lines: PricedLine[], terms: PricingTerms): VatGroup[] {
  return orderVat(withDiscounts(lines, terms.discount), calculateSums(lines, terms));
}

function sumOf(cents: number[]) {
  return cents.reduce((sum, some) => sum + some, 0);
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

/** What a customer agrees to. */
export function pickAgreed(sums: OrderSums) {
  return Object.fromEntries(agreedColumns.map((column) => [column, sums[column]])) as AgreedSums;
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
  vatKind?: VatKind | null;
  lines: Required<VatLine>[];
}

/** What a receipt calls the cost of delivery. */
export function deliveryRowName({ isPickup }: Pick<ReceiptSums, "isPickup">) {
  return isPickup ? "Pickup" : "Shipping";
}

/** The rows of a receipt; the last one is the total. */
export function sumRows(order: ReceiptSums, locale: Locale): [name: string, amount: string][] {
  const { subtotalCents, deliveryCents, totalCents, currency, isPickup } = order;
  const formats = { currency, locale };
  const name = deliveryRowName(order);
  const free = isPickup ? "Free pickup" : "Free shipping";
  return [
    ["Subtotal", formatPrice(subtotalCents, formats)],
    ...discountRows(order, formats),
    [name, deliveryCents > 0 ? formatPrice(deliveryCents, formats) : free],
    ...vatRows(order, formats),
    ["Total", formatPrice(totalCents, formats)],
  ];
}

/** What came off a placed order's total. In cents. */
interface Deductions {
  creditedCents: number;
  refundedCents: number;
  /** What its customer still has to pay. */
  dueCents: number;
}

/** An order's total less what was credited and refunded: its invoices less their credit notes. */
export function netCents({ totalCents, creditedCents, refundedCents }: Omit<Deductions, "dueCents"> & OrderTotal) {
  return totalCents - creditedCents - refundedCents;
}

type OrderTotal = Pick<OrderMoney, "totalCents">;

/** The rows below an order's total: what was credited and refunded, and what is left; none before the first of them. */
export function deductionRows(
  order: Deductions & OrderTotal & Pick<OrderMoney, "currency">,
  locale: Locale,
): [name: string, amount: string][] {
  const { creditedCents, refundedCents, dueCents, currency } = order;
  const formats = { currency, locale };
  const deductions = Object.entries({ Credited: creditedCents, Refunded: refundedCents }).filter(
    ([, cents]) => cents > 0,
  );
  if (deductions.length === 0) return [];
  return [
    ...deductions.map(([name, cents]): [string, string] => [name, `−${formatPrice(cents, formats)}`]),
    [dueCents > 0 ? "Amount due" : "Net payment", formatPrice(netCents(order), formats)],
  ];
}

/** One for each rate, or one that says why there is no VAT. */
function vatRows({ vatKind, ...order }: ReceiptSums, formats: Formats): [name: string, amount: string][] {
  if (vatKind === "export" || vatKind === "reverseCharge")
    return [[`VAT (${vatKinds[vatKind].toLowerCase()})`, formatPrice(0, formats)]];
  return orderVat(order.lines, order).map((group) => vatRow(group, formats));
}

function vatRow({ basisPoints, vatCents }: VatGroup, formats: Formats): [name: string, amount: string] {
  return [`Includes ${formatRate(basisPoints, formats)} VAT`, formatPrice(vatCents, formats)];
}

/** A code that takes nothing off made the delivery free. */
function discountRows(
  { discountCents, discountCode, isPickup }: ReceiptSums,
  formats: Formats,
): [name: string, amount: string][] {
  if (discountCents === 0 && !discountCode) return [];
  const name = discountCode ? `Discount (${discountCode})` : "Discount";
  return [
    [name, discountCents > 0 ? `−${formatPrice(discountCents, formats)}` : isPickup ? "Free pickup" : "Free shipping"],
  ];
}
