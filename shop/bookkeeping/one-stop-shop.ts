import type { Database } from "#database/connect.ts";
import type { VatScheme } from "#database/schema.ts";
import { type CsvSeparator, csvLines } from "../files/write-csv.ts";
import { type BasisPoints, formatRate } from "../taxes/vat.ts";
import { vatSchemes } from "../taxes/vat-kind.ts";
import type { Currency } from "../values/currencies.ts";
import { dayOf } from "../values/days.ts";
import { defaultLocale, type Locale } from "../values/locale.ts";
import { typedAmount } from "../values/typed-numbers.ts";
import { type Period, salesIn } from "./period.ts";

/** The EU's schemes, whose returns are for a quarter, and for a month for imports. */
export type OneStopShop = Extract<VatScheme, "oss" | "ioss">;

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

/**
 * What a period's sales and refunds are in the returns of the One Stop Shop. Returns correct earlier ones, so refunds of their sales are told apart:
 * docs/decisions/0298.
 *
 * @param compare sorts countries by what is shown of them; by their codes without it
 */
export async function readReturnRows(
  db: Database,
  period: Period,
  { timeZone, compare = compareTexts }: { timeZone: string; compare?: typeof compareTexts },
): Promise<ReturnRow[]> {
  const rows = new Map<string, ReturnRow>();
  for await (const { at, soldAt, vatScheme, country, vat } of salesIn(db, period, timeZone)) {
    if ((vatScheme !== "oss" && vatScheme !== "ioss") || country === null) continue;
    const [own, sold] = [at, soldAt].map((moment) => returnPeriod(vatScheme, dayOf(moment, timeZone))) as [
      string,
      string,
    ];
    for (const { basisPoints, netCents, vatCents } of vat) {
      const row = { scheme: vatScheme, period: own, corrects: own === sold ? undefined : sold, country, basisPoints };
      const key = JSON.stringify(row);
      const sum = rows.get(key) ?? { ...row, netCents: 0, vatCents: 0 };
      rows.set(key, { ...sum, netCents: sum.netCents + netCents, vatCents: sum.vatCents + vatCents });
    }
  }
  return [...rows.values()].sort(
    (one, other) =>
      compareTexts(returnOf(one), returnOf(other)) ||
      compare(one.country, other.country) ||
      other.basisPoints - one.basisPoints,
  );
}

const columns = ["Scheme", "Return", "Corrects", "Country", "VAT rate", "Net", "VAT", "Currency"];

interface CsvOptions {
  timeZone: string;
  /** The shop's, in which all its orders are. */
  currency: Currency;
  /** How amounts and rates are written. */
  locale?: Locale;
  separator?: CsvSeparator;
}

/** The same as CSV, with amounts in units of the shop's currency. */
export async function writeReturnsCsv(db: Database, period: Period, { timeZone, separator, ...options }: CsvOptions) {
  const formats = { locale: defaultLocale, ...options };
  const rows = (await readReturnRows(db, period, { timeZone })).map((row) => [
    ...[vatSchemes[row.scheme], row.period, row.corrects ?? "", row.country, formatRate(row.basisPoints, formats)],
    ...[row.netCents, row.vatCents].map((cents) => typedAmount(cents, formats)),
    formats.currency,
  ]);
  // Spreadsheets know by this mark that it is UTF-8.
  return `\u{feff}${csvLines([columns, ...rows], separator)}`;
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
