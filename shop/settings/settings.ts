import * as v from "valibot";
import { type Database, lockTable } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import { readSettingsRow } from "#database/settings-rows.ts";
import { type StoredForm, saveStoredForm } from "../changes/change-settings.ts";
import { settingsKey } from "../changes/read-currency.ts";
import { standardReturnDays } from "../delivery/delivery.ts";
import { returnPayers } from "../delivery/return-costs.ts";
import { FormRefusedError } from "../forms/form-errors.ts";
import { checkbox, typedDecimal, typedText, wholeNumber } from "../forms/form-rules.ts";
import { formWithRules, parse, textLines } from "../forms/validate.ts";
import { stripeLeastCents } from "../payments/stripe-amounts.ts";
import type { LiveSettings, ShopDatabase } from "../shop.ts";
import { abroadKey, readTaxes } from "../taxes/read-abroad.ts";
import { taxesKey } from "../taxes/taxes.ts";
import { type Country, countryOf, defaultCountries, parseCountryCodes } from "../values/countries.ts";
import { countryCodes } from "../values/country-codes.ts";
import { type Currency, defaultCurrency, isWithdrawn } from "../values/currencies.ts";
import { findCurrency, whyNoCurrency } from "../values/currency-names.ts";
import { parseEmail } from "../values/email-address.ts";
import { defaultLocale, isLocale } from "../values/locale.ts";
import { centsFromNumber, decimalAmount, isCurrency } from "../values/money.ts";
import { findTimeZone, isTimeZone, whyNoTimeZone } from "../values/time-zones.ts";
import { centsFromTypedAmount } from "../values/typed-amount.ts";
import { leastWithdrawalDays } from "../values/withdrawal.ts";
import { convertAmounts } from "./convert-amounts.ts";
import { fitsPrefix, hasAccount, invoiceFields, invoiceTermsOf, leastKidDigits } from "./invoice-settings.ts";
import { keptYears, keptYearsOf } from "./kept-years.ts";

const mostReturnDays = 365;
const mostUnpaidDays = 365;
const mostUnpaidPieces = 1_000_000;
/** What customers may order by invoice before they pay, unless the owner says otherwise. */
const standardUnpaid = { days: 14, pieces: 50 };
/** Times the least that a card payment may be, which tells how much a currency's unit is worth: $5,000.00, NOK 30,000.00. */
const standardUnpaidFactor = 10_000;
/** Of a currency for which none is known. */
const standardLeastCents = 50;

function exampleAmount(currency: Currency) {
  return decimalAmount(centsFromNumber(2500, currency) ?? 0, currency);
}

/** The settings that owners edit. An empty one uses the default. */
export const settingsForm = formWithRules(
  v.object({
    shopName: typedText(40),
    locale: v.pipe(
      typedText(35),
      v.check((tag) => tag === "" || isLocale(tag), "Use a language tag such as nb or en-GB"),
    ),
    currency: v.pipe(
      typedText(60),
      v.transform(findCurrency),
      v.check(
        (code) => code === "" || isCurrency(code),
        ({ input }) => whyNoCurrency(input),
      ),
    ),
    countries: v.pipe(typedText(1000), countryCodes),
    timeZone: v.pipe(
      typedText(60),
      v.transform(findTimeZone),
      v.check(
        (name) => name === "" || isTimeZone(name),
        ({ input }) => whyNoTimeZone(input),
      ),
    ),
    sellerAddress: typedText(200),
    organisationNumber: typedText(30),
    sellerEmail: v.pipe(
      typedText(100),
      v.check(
        (email) => email === "" || parseEmail(email) !== undefined,
        "Use an email address such as shop@example.com",
      ),
    ),
    sellerPhone: typedText(30),
    returnDays: wholeNumber(1, mostReturnDays, "days"),
    withdrawalDays: wholeNumber(leastWithdrawalDays, mostReturnDays, "days"),
    returnsPaidBy: v.optional(v.picklist(["", ...returnPayers], "Choose from the list"), ""),
    keptYears,
    customerReturns: checkbox,
    customerNotes: checkbox,
    customerPhones: checkbox,
    giftMessages: checkbox,
    companies: checkbox,
    uncheckedVatNumbers: checkbox,
    otherAddresses: checkbox,
    quickCheckout: checkbox,
    newestSort: checkbox,
    bestSellingSort: checkbox,
    hideSoldOut: checkbox,
    paymentInstructions: typedText(500),
    unpaidDays: wholeNumber(1, mostUnpaidDays, "days"),
    unpaidPieces: wholeNumber(1, mostUnpaidPieces, "items"),
    unpaidAmount: typedDecimal(30),
    ...invoiceFields,
    orderNotices: checkbox,
    messageNotices: checkbox,
    staffSecondStep: checkbox,
  }),
  v.forward(
    v.check(
      ({ sellerEmail, orderNotices, messageNotices }) => sellerEmail !== "" || orderNotices + messageNotices === "",
      "Enter the email address for these notifications",
    ),
    ["sellerEmail"],
  ),
  v.forward(
    v.partialCheck(
      [["currency"], ["unpaidAmount"]],
      ({ currency, unpaidAmount }) =>
        unpaidAmount === "" || (centsFromTypedAmount(unpaidAmount, currency || defaultCurrency) ?? 0) > 0,
      ({ input: { currency } }) => `Use an amount such as ${exampleAmount(currency || defaultCurrency)}`,
    ),
    ["unpaidAmount"],
  ),
  v.forward(
    v.check((form) => hasAccount(form), "Enter the account that invoices are paid to"),
    ["bankAccount"],
  ),
  v.forward(
    v.check((form) => fitsPrefix(form), `Leave at least ${leastKidDigits} digits after the prefix`),
    ["kidLength"],
  ),
);

export type StoredSettings = v.InferOutput<typeof settingsForm>;

const emptySettings = parse(settingsForm, {});

/** Orders exist, so the currency stays as it is. */
export class CurrencyLockedError extends Error {
  override name = "CurrencyLockedError";
}

/** Reads the saved settings. */
export async function readSettings(db: Database): Promise<StoredSettings> {
  return parseSettings(await readSettingsRow(db, settingsKey));
}

/** What the shop is. Its currency stays once it has orders. */
export const storedSettings: StoredForm<StoredSettings> = {
  ...{ key: settingsKey, kind: "settings", subject: "shop", read: readSettings },
  async prepare(transaction, before, next) {
    const [from, to] = [currencyOf(before), currencyOf(next)];
    if (from === to) return;
    if (isWithdrawn(to)) throw new FormRefusedError({ currency: `${to} is no longer in use. Choose another currency` });
    if (await hasOrders(transaction)) throw new CurrencyLockedError();
    await convertAmounts(transaction, { from, to });
  },
};

/**
 * Saves the settings. Every process applies them within a second.
 *
 * @param original the values when the form was opened
 * @throws ChangedMeanwhileError, CurrencyLockedError, FormRefusedError for a currency that is no longer in use
 */
export function saveSettings(
  shop: Pick<ShopDatabase, "db" | "now">,
  next: StoredSettings,
  by: { original: StoredSettings; actor: string },
) {
  const isOtherCurrency = currencyOf(by.original) !== currencyOf(next);
  const lock = isOtherCurrency ? (transaction: Database) => lockTable(transaction, "products") : undefined;
  return saveStoredForm(shop, storedSettings, next, { ...by, lock });
}

/** What the saved settings mean, with defaults for empty ones. */
export function shownSettings(
  saved: StoredSettings,
): Pick<
  LiveSettings,
  | "countries"
  | "currency"
  | "locale"
  | "seller"
  | "returnDays"
  | "withdrawalDays"
  | "returnsPaidBy"
  | "keptYears"
  | "paymentInstructions"
  | "takesNotes"
  | "takesPhones"
  | "takesGiftMessages"
  | "sellsToCompanies"
  | "takesOtherAddresses"
  | "quickCheckout"
  | "staffSecondStep"
  | "invoiceTerms"
  | "offersInvoice"
  | "takesReturns"
  | "furtherSorts"
  | "notices"
> {
  const { sellerAddress: address, organisationNumber, sellerEmail: email, sellerPhone: phone } = saved;
  const seller = { address, organisationNumber, email, phone };
  return {
    countries: countriesOf(saved),
    currency: currencyOf(saved),
    locale: saved.locale || defaultLocale,
    seller,
    paymentInstructions: saved.paymentInstructions,
    takesNotes: saved.customerNotes !== "",
    takesPhones: saved.customerPhones !== "",
    takesGiftMessages: saved.giftMessages !== "",
    sellsToCompanies: saved.companies !== "",
    takesOtherAddresses: saved.otherAddresses !== "",
    quickCheckout: saved.quickCheckout !== "",
    staffSecondStep: saved.staffSecondStep !== "",
    invoiceTerms: invoiceTermsOf(saved),
    offersInvoice: saved.offersInvoice !== "",
    takesReturns: saved.customerReturns !== "",
    furtherSorts: [
      ...(saved.newestSort ? ["newest" as const] : []),
      ...(saved.bestSellingSort ? ["bestSelling" as const] : []),
    ],
    notices: noticesOf(saved),
    returnDays: Number(saved.returnDays) || standardReturnDays,
    withdrawalDays: Number(saved.withdrawalDays) || leastWithdrawalDays,
    returnsPaidBy: saved.returnsPaidBy || undefined,
    keptYears: keptYearsOf(saved.keptYears, countriesOf(saved)),
  };
}

const selectTerms = prepared()((db) =>
  db.selectFrom("settings").select(["key", "value"]).where("key", "in", [settingsKey, taxesKey, abroadKey]),
);

/** Reads the terms of an order from the database, also if another process just changed them. */
export async function readOrderTerms(db: Database) {
  const rows = await selectTerms(db, {});
  const textAt = (wanted: string) => rows.find(({ key }) => key === wanted)?.value;
  const saved = parseSettings(textAt(settingsKey));
  return {
    countries: countriesOf(saved),
    currency: currencyOf(saved),
    taxes: await readTaxes(db, textAt, currencyOf(saved)),
    notices: noticesOf(saved),
    /** Whether VAT numbers count before the register has been reached. */
    acceptsUnchecked: saved.uncheckedVatNumbers !== "",
    unpaid: unpaidTermsOf(saved),
    invoices: invoiceTermsOf(saved),
  };
}

/**
 * The limits of orders by invoice or bank transfer that a shop with these settings has: after how many days an unpaid one is cancelled, and how
 * many pieces and cents all unpaid ones of one customer may hold. See docs/decisions/0163.
 */
export function unpaidTermsOf({
  unpaidDays,
  unpaidPieces,
  unpaidAmount,
  ...saved
}: Pick<StoredSettings, "unpaidDays" | "unpaidPieces" | "unpaidAmount" | "currency">) {
  const leastCents = stripeLeastCents(currencyOf(saved)) || standardLeastCents;
  return {
    days: Number(unpaidDays) || standardUnpaid.days,
    pieces: Number(unpaidPieces) || standardUnpaid.pieces,
    cents: centsFromTypedAmount(unpaidAmount, currencyOf(saved)) ?? standardUnpaidFactor * leastCents,
  };
}

export type UnpaidTerms = ReturnType<typeof unpaidTermsOf>;

function noticesOf({ sellerEmail, orderNotices, messageNotices }: StoredSettings): LiveSettings["notices"] {
  return {
    ...(orderNotices !== "" && { orders: sellerEmail }),
    ...(messageNotices !== "" && { messages: sellerEmail }),
  };
}

function currencyOf({ currency }: Pick<StoredSettings, "currency">): Currency {
  return currency || defaultCurrency;
}

function countriesOf({ countries }: Pick<StoredSettings, "countries">): Country[] {
  const named = parseCountryCodes(countries).flatMap((code) => countryOf(code) ?? []);
  return named.length > 0 ? named : defaultCountries;
}

/** Whether the shop ever had an order. After the first one it keeps its currency, so that sales and refunds add up. */
export async function hasOrders(db: Database) {
  return (await db.selectFrom("orders").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** The seller's details, one per line, as the shop shows them; undefined while they are empty. */
export function sellerLines({ shopName, seller }: Pick<LiveSettings, "shopName" | "seller">) {
  const { address, organisationNumber, email, phone } = seller;
  const facts = [address, organisationNumber && `Organisation number ${organisationNumber}`, email, phone];
  const lines = facts.flatMap(textLines);
  return lines.length > 0 ? [shopName, ...lines] : undefined;
}

/** Who customers buy from, and where; undefined while the owner hasn't said. */
export function sellerWithAddress({ shopName, seller }: Pick<LiveSettings, "shopName" | "seller">) {
  return seller.address ? [shopName, ...textLines(seller.address)] : undefined;
}

/** Parses stored settings. Fields that an older version didn't have are empty. */
function parseSettings(stored: string | undefined): StoredSettings {
  return stored ? { ...emptySettings, ...JSON.parse(stored) } : emptySettings;
}
