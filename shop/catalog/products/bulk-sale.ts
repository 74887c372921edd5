import type { ProductsTable } from "#database/schema.ts";
import type { Currency } from "../../values/currencies.ts";
import type { ForeseenPrice } from "../pricing/price-history.ts";
import { type Rounding, rounded } from "../pricing/rounding.ts";
import { endOf, isSaleOver, saleFields, startOf, withSale } from "../pricing/sales.ts";
import { usualRow } from "../pricing/usual-price.ts";
import type { PlannedChange } from "./planned-change.ts";

/** A sale of many products, each reduced by the same share or amount. */
export interface BulkSale {
  kind: "sale";
  /** In hundredths of a percent, or in cents. */
  off: { hundredths: number } | { cents: number };
  rounding: Rounding;
  /** Milliseconds since 1970 (UTC); null to start at once, or to go on until the owner ends it. */
  startsAt: number | null;
  endsAt: number | null;
  /** Whether products that have a sale, scheduled or on, get this one instead. */
  replaces: boolean;
}

interface PlanContext {
  /** Milliseconds since 1970 (UTC). */
  time: number;
  currency: Currency;
}

/** Plans the sale of one product; undefined if it has the same one. */
export function planSale(
  product: ProductsTable,
  sale: BulkSale,
  { time, currency }: PlanContext,
): PlannedChange | undefined {
  const { startsAt, endsAt } = sale;
  const hasSale = product.saleCents !== null;
  if (hasSale && !sale.replaces) return { skipped: "It has another sale. Replace or end that one." };
  if (isSaleOver({ startsAt, endsAt }, time)) return { skipped: "The sale's end has passed." };
  const { priceCents } = usualRow(product);
  const saleCents = salePrice(priceCents, sale, currency);
  if (saleCents <= 0) return { skipped: "The sale price would be 0." };
  if (saleCents >= priceCents) return { skipped: "The sale price wouldn't be lower." };
  const after = withSale(product, { saleCents, saleStartsAt: startsAt, saleEndsAt: endsAt }, time);
  const fields = saleFields(product, after, currency);
  if (Object.keys(fields).length === 0) return undefined;
  const warnings = [
    ...(hasSale ? ["This sale replaces another"] : []),
    ...(saleCents * 2 < priceCents ? ["The price falls by more than 50%"] : []),
  ];
  const begun = after.saleStartsAt === null ? after : { ...after, ...startOf(after) };
  const pays = [pricedAt(time, after), pricedAt(Math.max(time, startsAt ?? 0), begun)];
  return { fields, columns: after, warnings, pays };
}

function pricedAt(changedAt: number, { priceCents, compareAtCents }: ProductsTable): ForeseenPrice {
  return { changedAt, priceCents, compareAtCents };
}

/** Plans another end of a product's sale, scheduled or on; undefined without one. @param endsAt null if it goes on until the owner ends it */
export function planSaleEnd(
  product: ProductsTable,
  endsAt: number | null,
  { time, currency }: PlanContext,
): PlannedChange | undefined {
  const { saleCents, saleStartsAt, saleEndsAt } = product;
  if (saleCents === null || saleEndsAt === endsAt) return undefined;
  if (isSaleOver({ startsAt: saleStartsAt, endsAt }, time)) return { skipped: "The sale would end before it starts." };
  const after = { ...product, saleEndsAt: endsAt };
  return { fields: saleFields(product, after, currency), columns: after, warnings: [] };
}

/** Ends a product's sale, or cancels it before it starts; undefined without one. */
export function planEndOfSale(product: ProductsTable, currency: Currency): PlannedChange | undefined {
  if (product.saleCents === null) return undefined;
  const after = { ...product, ...endOf(product) };
  return { fields: saleFields(product, after, currency), columns: after, warnings: [] };
}

function salePrice(priceCents: number, { off, rounding }: BulkSale, currency: Currency) {
  if ("cents" in off) return rounded(priceCents - off.cents, { rounding, currency });
  return rounded((priceCents * (10_000 - off.hundredths)) / 10_000, { rounding, currency });
}
