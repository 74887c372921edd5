import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import type { VatCountriesTable } from "#database/schema.ts";
import { readSettingsRow } from "#database/settings-rows.ts";
import type { Currency } from "../values/currencies.ts";
import { centsFromTypedAmount } from "../values/typed-amount.ts";
import { type AbroadFields, newAbroad } from "./abroad-form.ts";
import { type CountryFields, countryRateNumbers } from "./country-form.ts";
import {
  parseTaxForm,
  type Taxes,
  type TaxesAbroad,
  taxesKey,
  toTaxes,
  type VatCountry,
  type VatRate,
} from "./taxes.ts";

/** In the table `settings`. */
export const abroadKey = "taxesAbroad";

/** A country as it is stored. */
export type CountryRow = Selectable<VatCountriesTable>;

const selectCountries = prepared<Record<never, never>>()((db) =>
  db.selectFrom("vatCountries").selectAll().orderBy("country"),
);

/** The countries whose VAT the owner has set up. */
export async function readCountryRows(db: Database): Promise<CountryRow[]> {
  return selectCountries(db, {});
}

/** Reads the saved form. */
export async function readAbroadForm(db: Database): Promise<AbroadFields> {
  return parseAbroadForm(await readSettingsRow(db, abroadKey));
}

/** Whether the owner has decided how sales abroad are taxed, if only to leave them with the seller's own VAT. */
export async function isAbroadSaved(db: Database) {
  return (await readSettingsRow(db, abroadKey)) !== undefined;
}

/** Parses the saved form. Fields that an older version didn't have are empty. */
function parseAbroadForm(saved: string | undefined): AbroadFields {
  return saved ? { ...newAbroad, ...JSON.parse(saved) } : newAbroad;
}

/** Reads what owners have set up about VAT. @param textAt finds a saved form by its key in `settings` @param currency of typed amounts */
export async function readTaxes(
  db: Database,
  textAt: (key: string) => string | undefined,
  currency: Currency,
): Promise<Taxes> {
  const form = parseAbroadForm(textAt(abroadKey));
  const { country, ecbRates } = form;
  const own = { ...(country && { country }), usesEcbRates: ecbRates !== "" };
  const taxes = { ...toTaxes(parseTaxForm(textAt(taxesKey))), ...own };
  if (!taxes.isRegistered || !form.byDestination) return taxes;
  return { ...taxes, abroad: toAbroad(form, await readCountryRows(db), currency) };
}

function toAbroad(form: AbroadFields, rows: CountryRow[], currency: Currency): TaxesAbroad {
  const { country, iossNumber, exportNote } = form;
  return {
    ...{ country, exportNote, usesOss: form.oss !== "", pricesFollow: form.pricesFollow !== "" },
    ...(iossNumber && { ioss: { number: iossNumber, mostCents: centsFrom(form.iossMost, currency) } }),
    countries: new Map(rows.map((row) => [row.country, toVatCountry(toCountryForm(row), currency)])),
  };
}

function toVatCountry(
  { registered, registrationNumber, most, ...form }: CountryFields,
  currency: Currency,
): VatCountry {
  const rates = countryRateNumbers.flatMap((number): VatRate[] => {
    const [id, typed, validFrom] = [form[`rate${number}`], form[`percent${number}`], form[`validFrom${number}`]];
    return typed ? [{ id, name: "", basisPoints: Math.round(Number(typed) * 100), validFrom }] : [];
  });
  return {
    ...{ isRegistered: registered !== "", registrationNumber, mostCents: centsFrom(most, currency) },
    // The first one counts as the standard rate.
    rates: rates.toSorted((one, other) => Number(one.id !== "") - Number(other.id !== "")),
  };
}

function centsFrom(typed: string, currency: Currency) {
  return centsFromTypedAmount(typed, currency) ?? null;
}

/** A stored country as its form shows it. */
export function toCountryForm({ country, fields }: CountryRow): CountryFields {
  return { ...JSON.parse(fields), country };
}
