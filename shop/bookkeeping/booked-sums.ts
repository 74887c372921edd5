import type { VatKind, VatScheme } from "#database/schema.ts";
import type { VatGroup } from "../taxes/vat.ts";
import type { Currency } from "../values/currencies.ts";
import type { Transaction } from "./read-transactions.ts";

/** The EU's schemes, whose returns are for a quarter, and for a month for imports. */
export type OneStopShop = Extract<VatScheme, "oss" | "ioss">;

/** What transactions that are taxed alike add up to, in cents. Kept as JSON: a change must still read what an earlier version has kept. */
export interface BookedSum {
  salesCents: number;
  /** Negative, also for credits. Refunds that failed come off them. */
  refundsCents: number;
  /** As a transaction's. */
  vatKind: VatKind | null;
  vatScheme: VatScheme | null;
  country: string | null;
  /** By rate. */
  vat: VatGroup[];
  /** The same in the currency of the country whose VAT it is, where invoices say that. */
  localVat?: { currency: Currency; vat: VatGroup[] };
  /** The documents that don't say it, since the shop had no exchange rate. */
  lacking: { document: string; orderNumber: string; currency: Currency }[];
  /** When it was booked and when it was sold, to a quarter of an hour, where that decides on a return of the One Stop Shop. */
  declared?: { scheme: OneStopShop; at: number; soldAt: number };
}

/** No day or return anywhere begins within one: the offsets of time zones are multiples of it. */
const quarterMs = 15 * 60_000;
const nothing = { grossCents: 0, netCents: 0, vatCents: 0 };

/** Adds up transactions that are taxed alike. Payments of invoices add nothing to what was sold, and corrected invoices change nothing. */
export function createBookedSums() {
  const sums = new Map<string, BookedSum>();
  return {
    add(transaction: Transaction) {
      if (transaction.type === "Payment" || transaction.type === "Invoice correction") return;
      const one = toSum(transaction);
      const { vatKind, vatScheme, country, localVat, declared } = one;
      const key = JSON.stringify([vatKind, vatScheme, country, localVat?.currency, declared]);
      const sum = sums.get(key);
      sums.set(key, sum ? addUp(sum, one) : one);
    },
    all: () => [...sums.values()],
  };
}

function toSum({ type, at, soldAt, grossCents, vat, vatKind, vatScheme, country, ...transaction }: Transaction) {
  const { localVat, document = "", orderNumber } = transaction;
  const sum: BookedSum = {
    salesCents: type === "Sale" ? grossCents : 0,
    refundsCents: type === "Sale" ? 0 : grossCents,
    ...{ vatKind, vatScheme, country, vat },
    ...(localVat && { localVat: { currency: localVat.currency, vat: localVat.vat } }),
    lacking: localVat && !localVat.rate ? [{ document, orderNumber, currency: localVat.currency }] : [],
  };
  if ((vatScheme === "oss" || vatScheme === "ioss") && country !== null)
    sum.declared = { scheme: vatScheme, at: startOfQuarter(at), soldAt: startOfQuarter(soldAt) };
  return sum;
}

function startOfQuarter(at: number) {
  return at - (at % quarterMs);
}

function addUp({ localVat, ...one }: BookedSum, other: BookedSum): BookedSum {
  return {
    ...one,
    salesCents: one.salesCents + other.salesCents,
    refundsCents: one.refundsCents + other.refundsCents,
    vat: addGroups(one.vat, other.vat),
    ...(localVat && { localVat: { ...localVat, vat: addGroups(localVat.vat, other.localVat?.vat ?? []) } }),
    lacking: [...one.lacking, ...other.lacking],
  };
}

function addGroups(groups: VatGroup[], others: VatGroup[]) {
  const byRate = new Map(groups.map((group) => [group.basisPoints, group]));
  for (const other of others) {
    const { grossCents, netCents, vatCents } = byRate.get(other.basisPoints) ?? nothing;
    byRate.set(other.basisPoints, {
      basisPoints: other.basisPoints,
      grossCents: grossCents + other.grossCents,
      netCents: netCents + other.netCents,
      vatCents: vatCents + other.vatCents,
    });
  }
  return [...byRate.values()];
}
