import type { Database } from "#database/connect.ts";
import { type CsvSeparator, csvLines } from "../files/write-csv.ts";
import { rateSources } from "../taxes/describe-rate.ts";
import { type EuroRate, euro, findEuroRates, toEuroCents } from "../taxes/euro-rates.ts";
import { type BasisPoints, formatRate } from "../taxes/vat.ts";
import { vatSchemes } from "../taxes/vat-kind.ts";
import type { Currency } from "../values/currencies.ts";
import { dayOf, lastDayOf } from "../values/days.ts";
import { defaultLocale, type Formats, type Locale } from "../values/locale.ts";
import { typedAmount, typedNumber } from "../values/typed-numbers.ts";
import { readBookedSums } from "./booked-hours.ts";
import type { BookedSum, OneStopShop } from "./booked-sums.ts";
import type { Period } from "./period.ts";

/** A line of a return: what sales to a country had at one rate, less what was refunded. Whole cents. */
export interface ReturnRow {
  scheme: OneStopShop;
  /** Of the return: "2026-Q4", or "2026-11" for imports. */
  period: string;
  /** The earlier period whose sales a refund corrects; undefined for the return's own. */
  corrects: string | undefined;
  /** ISO 3166 code, or XI for Northern Ireland. */
  country: string;
  basisPoints: BasisPoints;
  netCents: number;
  vatCents: number;
}

interface ReturnOptions {
  timeZone: string;
  /** Sorts countries by what is shown of them; by their codes without it. */
  compare?: ((one: string, other: string) => number) | undefined;
  /** Aborted when nobody waits for them any more: the lines are then those of a part. */
  signal?: AbortSignal | undefined;
}

/**
 * What a period's sales and refunds are in the returns of the One Stop Shop. Returns correct earlier ones, so refunds of their sales are told apart:
 * docs/decisions/0298.
 */
export async function readReturnRows(db: Database, period: Period, options: ReturnOptions): Promise<ReturnRow[]> {
  const returns = sumReturns(options);
  for await (const sum of readBookedSums(db, period, options)) returns.add(sum);
  return returns.rows();
}

/** Adds sums up to the lines of returns. */
export function sumReturns({ timeZone, compare = compareTexts }: ReturnOptions) {
  const rows = new Map<string, ReturnRow>();
  return {
    add({ declared, country, vat }: BookedSum) {
      if (!declared || country === null) return;
      const { scheme, at, soldAt } = declared;
      const [own, sold] = [at, soldAt].map((moment) => returnPeriod(scheme, dayOf(moment, timeZone))) as [
        string,
        string,
      ];
      for (const { basisPoints, netCents, vatCents } of vat) {
        const row = { scheme, period: own, corrects: own === sold ? undefined : sold, country, basisPoints };
        const key = JSON.stringify(row);
        const sum = rows.get(key) ?? { ...row, netCents: 0, vatCents: 0 };
        rows.set(key, { ...sum, netCents: sum.netCents + netCents, vatCents: sum.vatCents + vatCents });
      }
    },
    rows: () =>
      [...rows.values()].sort(
        (one, other) =>
          compareTexts(returnOf(one), returnOf(other)) ||
          compare(one.country, other.country) ||
          other.basisPoints - one.basisPoints,
      ),
  };
}

/** A line of a return in the shop's currency and, where that is another one, in euros by the rate of its period. */
export interface EuroRow extends ReturnRow {
  euros?: { netCents: number; vatCents: number; rate: EuroRate };
}

type RateFinder = Parameters<typeof findEuroRates>[0];

/** The returns of a period with their amounts in euros. @param db what rows are read from, which may be a replica @param signal as `readReturnRows` has it */
export async function readReturns(
  shop: RateFinder,
  db: Database,
  period: Period,
  signal?: AbortSignal,
): Promise<EuroRow[]> {
  return inEuros(shop, await readReturnRows(db, period, { timeZone: shop.settings.timeZone, signal }));
}

/**
 * Adds the amounts in euros to the lines of returns, as they are declared (Directive 2006/112/EC, Articles 369h and 369u). A correction has the rate of the
 * period that it corrects. See docs/decisions/0311.
 */
export async function inEuros(shop: RateFinder, rows: ReturnRow[]): Promise<EuroRow[]> {
  const rates = await findEuroRates(shop, rows.map(rateDay));
  return rows.map((row) => {
    const rate = rates.get(rateDay(row));
    if (!rate) return row;
    const { netCents, vatCents } = row;
    return { ...row, euros: { netCents: toEuroCents(netCents, rate), vatCents: toEuroCents(vatCents, rate), rate } };
  });
}

/** The last day of the period whose rate a line has. */
export function rateDay({ period, corrects = period }: Pick<ReturnRow, "period" | "corrects">) {
  const [year = "", part = ""] = corrects.split("-");
  const month = part.startsWith("Q") ? 3 * Number(part.slice(1)) : Number(part);
  return lastDayOf(Number(year), month);
}

const columns = ["Scheme", "Return", "Corrects", "Country", "VAT rate", "Net", "VAT", "Currency"];
/** After all others, where the shop's currency is another one. */
const euroColumns = ["Net in EUR", "VAT in EUR", "EUR rate", "EUR rate of", "EUR rate source"];

interface CsvOptions {
  /** The shop's, in which all its orders are. */
  currency: Currency;
  /** How amounts and rates are written. */
  locale?: Locale;
  separator?: CsvSeparator;
}

/** The same as CSV, with amounts in units of the shop's currency and in euros. */
export function writeReturnsCsv(returns: EuroRow[], { separator, ...options }: CsvOptions) {
  const formats = { locale: defaultLocale, ...options };
  const isEuro = formats.currency === euro;
  const rows = returns.map((row) => [
    ...[vatSchemes[row.scheme], row.period, row.corrects ?? "", row.country, formatRate(row.basisPoints, formats)],
    ...[row.netCents, row.vatCents].map((cents) => typedAmount(cents, formats)),
    formats.currency,
    ...(isEuro ? [] : euroCells(row, formats)),
  ]);
  // Spreadsheets know by this mark that it is UTF-8.
  return `\u{feff}${csvLines([isEuro ? columns : [...columns, ...euroColumns], ...rows], separator)}`;
}

function euroCells({ euros }: EuroRow, formats: Formats) {
  if (!euros) return euroColumns.map(() => "");
  const { netCents, vatCents, rate } = euros;
  return [
    ...[netCents, vatCents].map((cents) => typedAmount(cents, { ...formats, currency: euro })),
    ...[typedNumber(rate.rate, formats), rate.publishedOn, rateSources[rate.source]],
  ];
}

/** What sorts rows before their countries. */
function returnOf({ scheme, period, corrects = "" }: ReturnRow) {
  return [scheme === "oss" ? 0 : 1, period, corrects].join(" ");
}

function compareTexts(one: string, other: string) {
  return one < other ? -1 : Number(one > other);
}

function returnPeriod(scheme: OneStopShop, day: string) {
  const [year = "", month = ""] = day.split("-");
  return scheme === "ioss" ? `${year}-${month}` : `${year}-Q${Math.ceil(Number(month) / 3)}`;
}
