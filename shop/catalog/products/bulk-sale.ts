import type { ProductsTable } from "#database/schema.ts";
import type { Currency } from "../../values/currencies.ts";
import { type Rounding, rounded } from "../pricing/rounding.ts";
import { endOf, isSaleOver, saleFields, startOf } from "../pricing/sales.ts";
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
}

/** Plans the sale of one product. @param time in milliseconds since 1970 (UTC) */
export function planSale(
  product: ProductsTable,
  sale: BulkSale,
  { time, currency }: { time: number; currency: Currency },
): PlannedChange {
  const { startsAt, endsAt } = sale;
  if (product.saleCents !== null) return { skipped: "It has another sale. End that one first." };
  if (isSaleOver({ startsAt, endsAt }, time)) return { skipped: "The sale's end has passed." };
  const saleCents = salePrice(product.priceCents, sale, currency);
  if (saleCents <= 0) return { skipped: "The sale price would be 0." };
  if (saleCents >= product.priceCents) return { skipped: "The sale price wouldn't be lower." };
  const isNow = startsAt === null || startsAt <= time;
  const scheduled = { ...product, saleCents, saleStartsAt: isNow ? null : startsAt, saleEndsAt: endsAt };
  const after = isNow ? { ...scheduled, ...startOf(scheduled) } : scheduled;
  return { fields: saleFields(product, after, currency), columns: after, warnings: warningsOf(product, saleCents) };
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

function warningsOf({ priceCents }: ProductsTable, saleCents: number) {
  return saleCents * 2 < priceCents ? ["The price falls by more than 50%"] : [];
}
