import type { Database } from "#database/connect.ts";
import type { VatKind } from "#database/schema.ts";
import { type CsvSeparator, csvLines } from "../files/write-csv.ts";
import { offlineMethod } from "../orders/payment-method.ts";
import {
  type BalanceChange,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentUnreachableError,
} from "../payments/provider.ts";
import type { Shop } from "../shop.ts";
import { writeRate } from "../taxes/describe-rate.ts";
import { formatRate, type VatGroup } from "../taxes/vat.ts";
import { vatKindName, vatSchemes } from "../taxes/vat-kind.ts";
import { compareCountries } from "../taxes/vat-notes.ts";
import type { Currency } from "../values/currencies.ts";
import { formatTimestamp } from "../values/days.ts";
import { defaultFormats, defaultLocale, type Locale, type Regional } from "../values/locale.ts";
import { typedAmount } from "../values/typed-numbers.ts";
import { readBookedSums } from "./booked-hours.ts";
import type { BookedSum } from "./booked-sums.ts";
import { type BalanceRow, type Booked, explainBalance } from "./explain-balance.ts";
import { inEuros, sumReturns } from "./one-stop-shop.ts";
import { momentsOf, type Period, transactionsIn } from "./period.ts";
import { readReservations } from "./read-reservations.ts";
import type { Transaction } from "./read-transactions.ts";

const columns = [
  ...["Date", "Type", "Order number", "Document", "VAT rate", "Net", "VAT", "Gross", "Currency"],
  ...["Payment provider", "Reference"],
];
/** After all others, once the shop has had an order with other VAT than its own. */
const vatColumns = ["Country", "VAT kind", "VAT scheme"];
/** After those, once invoices may say their VAT in another currency. */
const localColumns = [
  ...["VAT currency", "Net in VAT currency", "VAT in VAT currency", "Exchange rate", "Exchange rate of"],
];
const transactionsPerPart = 200;

/** Where books are written. */
interface Place {
  timeZone: string;
  /** The seller's own, an ISO 3166 code, once they have set up sales abroad: the country of what has their own VAT. */
  sellerCountry?: string | undefined;
}

interface CsvOptions extends Place {
  /** Whether invoices may say their VAT in another currency than theirs. */
  hasLocalVat?: boolean;
  /** Decides the decimal mark of amounts. */
  locale?: Locale;
  balances?: Balances;
  separator?: CsvSeparator;
}

/** What changed the balance at each payment provider in a period, the oldest first, by its name; undefined where it couldn't be read. */
type Balances = ReadonlyMap<string, BalanceChange[] | undefined>;

/**
 * The sales and refunds of a period for a bookkeeper, as CSV: a row for each transaction and VAT rate, with amounts in units of its currency, and then
 * what else changed the balance at each payment provider, such as fees, payouts and disputes, and what of the sales was only reserved so far. A provider's rows add up to what its balance changed by.
 * It contains no typed text, so nothing that a spreadsheet would run as a formula.
 */
export async function* writeBookkeepingCsv(
  db: Database,
  period: Period,
  { timeZone, sellerCountry, hasLocalVat, locale = defaultLocale, balances = new Map(), separator }: CsvOptions,
) {
  const kindColumns = hasLocalVat || (await hasVatKinds(db)) ? vatColumns : [];
  const allColumns = [...columns, ...kindColumns, ...(hasLocalVat ? localColumns : [])];
  const lines = (rows: string[][]) =>
    csvLines(
      rows.map((row) => allColumns.map((_, index) => row[index] ?? "")),
      separator,
    );
  // Spreadsheets know by this mark that it is UTF-8.
  yield `\u{feff}${lines([allColumns])}`;
  let rows: string[][] = [];
  const booked = new Map<string, Booked[]>([...balances.keys()].map((provider) => [provider, []]));
  for await (const transaction of transactionsIn(db, period, timeZone)) {
    const { provider, reference } = transaction;
    // Money that the owner took by hand has no reference, and changes no balance.
    if (reference !== null) booked.get(provider)?.push({ ...transaction, reference });
    rows.push(...toRows(transaction, { timeZone, sellerCountry, locale }));
    if (rows.length < transactionsPerPart) continue;
    yield lines(rows);
    rows = [];
  }
  const { from, until } = momentsOf(period, timeZone);
  for (const row of await readReservations(db, from, until)) {
    booked.get(row.provider)?.push(row);
    rows.push(toBalanceRow(row, { provider: row.provider, timeZone, locale }));
  }
  for (const [provider, changes] of balances) {
    const rest = changes && (await explainBalance(db, provider, changes, booked.get(provider) ?? []));
    rows.push(...(rest?.map((row) => toBalanceRow(row, { provider, timeZone, locale })) ?? [missingRow(provider)]));
  }
  if (rows.length > 0) yield lines(rows);
}

/** Asks the providers what changed the balances there. Sales and refunds need none of them: the file says what is missing. */
export async function readBalances(
  { payments, settings, log }: Pick<Shop, "payments" | "settings" | "log">,
  period: Period,
): Promise<Balances> {
  const reading = [...payments.values()].map(async (provider) => {
    const changes = await readChanges(provider, period, settings.timeZone).catch((error) => {
      if (!(error instanceof PaymentUnreachableError || error instanceof PaymentRefusedError)) throw error;
      log("Fees and payouts not read", error);
      return undefined;
    });
    return [provider.name, changes] as const;
  });
  return new Map(await Promise.all(reading));
}

async function readChanges(provider: PaymentProvider, period: Period, timeZone: string) {
  const { from, until } = momentsOf(period, timeZone);
  const changes: BalanceChange[] = [];
  for await (const change of provider.listBalanceChanges(new Date(from), new Date(until))) changes.push(change);
  return changes.reverse();
}

/** None of these has VAT of the shop's. */
function toBalanceRow(
  { at, type, orderNumber, amountCents, currency, reference }: BalanceRow,
  { provider, timeZone, locale }: Regional & { provider: string },
) {
  const formats = { currency, locale };
  const amount = typedAmount(amountCents, formats);
  const moment = formatTimestamp(at, timeZone);
  return [moment, type, orderNumber, "", "", amount, typedAmount(0, formats), amount, currency, provider, reference];
}

function missingRow(provider: string) {
  return ["", "Fees and payouts are missing", "", "", "", "", "", "", "", provider, ""];
}

/** Whether any order has other VAT than the seller's own. */
async function hasVatKinds(db: Database) {
  const orders = db.selectFrom("orders").select("id").where("vatKind", "is not", null);
  return (await orders.limit(1).executeTakeFirst()) !== undefined;
}

/** A payment moves what was invoiced to where it was paid, so that all rows still add up to the sales. */
function toRows(transaction: Transaction, regional: Regional & Place) {
  if (transaction.type !== "Payment") return toGroupRows(transaction, regional);
  const settled = { ...transaction, grossCents: -transaction.grossCents, provider: offlineMethod.value };
  return [settled, transaction].flatMap((each) => toGroupRows(each, regional));
}

function toGroupRows(
  { at, type, orderNumber, document = "", currency, provider, reference, ...amounts }: Transaction,
  { timeZone, sellerCountry, locale }: Regional & Place,
) {
  const { vatKind, vatScheme } = amounts;
  const moment = formatTimestamp(at, timeZone);
  return groupsOf(amounts, locale).map(({ basisPoints, rate, netCents, vatCents, grossCents }) => [
    ...[moment, type, orderNumber, document, rate],
    ...[netCents, vatCents, grossCents].map((cents) => typedAmount(cents, { currency, locale })),
    ...[currency, provider, reference ?? ""],
    ...[taxedIn(amounts, sellerCountry), vatKindName(vatKind), vatScheme ? vatSchemes[vatScheme] : ""],
    ...localCells({ ...amounts, currency }, basisPoints, locale),
  ]);
}

/** A group's amounts in the currency of the country whose VAT it is. */
function localCells(
  { localVat, currency: from }: Pick<Transaction, "localVat" | "currency">,
  basisPoints: number | undefined,
  locale: Locale,
) {
  const { currency, rate, vat = [] } = localVat ?? {};
  const group = vat.find((each) => each.basisPoints === basisPoints);
  if (!currency || !rate || !group) return [currency ?? ""];
  return [
    currency,
    ...[group.netCents, group.vatCents].map((cents) => typedAmount(cents, { currency, locale })),
    writeRate(rate, { from, to: currency, locale }),
    rate.validFrom,
  ];
}

/** A transaction's amounts by rate; one without VAT has no rate. */
function groupsOf({ grossCents, vat }: Pick<Transaction, "grossCents" | "vat">, locale: Locale) {
  if (vat.length === 0) return [{ basisPoints: undefined, rate: "", netCents: grossCents, vatCents: 0, grossCents }];
  const moved = vat.filter((group) => group.grossCents !== 0);
  return (moved.length > 0 ? moved : vat.slice(0, 1)).map((group: VatGroup) => ({
    ...group,
    rate: formatRate(group.basisPoints, { ...defaultFormats, locale }),
  }));
}

/** Where a transaction is taxed, or exported to; "" for the seller's own country while they haven't said which it is. */
function taxedIn({ country }: Pick<Transaction, "country">, sellerCountry = "") {
  return country ?? sellerCountry;
}

/** What a period has at one rate of one country. @property country as the CSV has it */
export interface BookkeepingVat extends VatGroup {
  country: string;
  vatKind: VatKind | null;
}

/** The same in the country's currency. */
export interface BookkeepingLocalVat extends BookkeepingVat {
  currency: Currency;
}

/** What a period's rows add up to, in cents. Credits are refunds; refunds that failed come off them. */
export interface BookkeepingTotals {
  salesCents: number;
  refundsCents: number;
  /** By the country's name, kind and rate, the highest first. Refunds are off already. */
  vat: BookkeepingVat[];
  /** What of it is said in the currencies of the countries whose VAT it is, as their returns need it. */
  localVat: BookkeepingLocalVat[];
  /** The documents whose VAT is in their own currency only, since the shop had no exchange rate, with the orders that they are of. */
  lacking: { document: string; orderNumber: string; currency: Currency }[];
}

function byCountryAndRate(one: BookkeepingVat, other: BookkeepingVat) {
  return (
    compareCountries(one.country, other.country) ||
    vatKindName(one.vatKind).localeCompare(vatKindName(other.vatKind), "en") ||
    other.basisPoints - one.basisPoints
  );
}

/** Adds up a period's sales and refunds. */
export async function readBookkeepingTotals(
  db: Database,
  period: Period,
  { timeZone, sellerCountry }: Place,
): Promise<BookkeepingTotals> {
  const totals = sumTotals(sellerCountry);
  for await (const sum of readBookedSums(db, period, { timeZone })) totals.add(sum);
  return totals.totals();
}

/** Adds sums up. */
function sumTotals(sellerCountry: string | undefined) {
  const sums = { salesCents: 0, refundsCents: 0 };
  const byRate = new Map<string, BookkeepingVat>();
  const localByRate = new Map<string, BookkeepingLocalVat>();
  const lacking: BookkeepingTotals["lacking"] = [];
  const sorted = <Group extends BookkeepingVat>(groups: Map<string, Group>) =>
    [...groups.values()].sort(byCountryAndRate);
  return {
    add({ salesCents, refundsCents, vat, vatKind, localVat, ...sum }: BookedSum) {
      sums.salesCents += salesCents;
      sums.refundsCents += refundsCents;
      const country = taxedIn(sum, sellerCountry);
      for (const group of vat) addGroup(byRate, { ...group, country, vatKind });
      lacking.push(...sum.lacking);
      if (!localVat) return;
      const { currency } = localVat;
      for (const group of localVat.vat) addGroup(localByRate, { ...group, country, vatKind, currency });
    },
    totals: (): BookkeepingTotals => ({ ...sums, vat: sorted(byRate), localVat: sorted(localByRate), lacking }),
  };
}

/** A period's totals and its returns of the One Stop Shop, in one reading of its sums. */
export async function readBooks(
  shop: Parameters<typeof inEuros>[0],
  db: Database,
  period: Period,
  sellerCountry: string | undefined,
) {
  const { timeZone } = shop.settings;
  const [totals, returns] = [sumTotals(sellerCountry), sumReturns({ timeZone, compare: compareCountries })];
  for await (const sum of readBookedSums(db, period, { timeZone })) {
    totals.add(sum);
    returns.add(sum);
  }
  return { ...totals.totals(), returns: await inEuros(shop, returns.rows()) };
}

function addGroup<Group extends BookkeepingVat>(sums: Map<string, Group>, group: Group) {
  const key = [group.country, group.vatKind, group.basisPoints, "currency" in group ? group.currency : ""].join(" ");
  const sum = sums.get(key);
  sums.set(key, {
    ...group,
    grossCents: (sum?.grossCents ?? 0) + group.grossCents,
    netCents: (sum?.netCents ?? 0) + group.netCents,
    vatCents: (sum?.vatCents ?? 0) + group.vatCents,
  });
}
