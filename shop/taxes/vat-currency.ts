import type { Currency } from "../values/currencies.ts";
import type { Taxes } from "./taxes.ts";
import { euCountries, northernIreland, vatPlaceOf } from "./vat-area.ts";
import type { VatFacts } from "./vat-notes.ts";

const ownCurrencies: Record<string, Currency> = {
  ...{ CZ: "CZK", DK: "DKK", HU: "HUF", PL: "PLN", RO: "RON", SE: "SEK" },
  ...{ GB: "GBP", [northernIreland]: "GBP", NO: "NOK" },
};

/**
 * The currency in which a country wants its VAT on invoices; undefined where we know of no such rule. EU: Directive 2006/112/EC, Article 230. United
 * Kingdom: VAT Regulations 1995, regulation 14. Norway: bokføringsforskriften § 5-1-1. See docs/decisions/0360.
 *
 * @param country by `vatPlaceOf`, or a seller's own
 */
function vatCurrencyIn(country: string): Currency | undefined {
  return ownCurrencies[country] ?? (euCountries.includes(country) ? "EUR" : undefined);
}

/**
 * The currency in which an invoice must also say its VAT: that of the country where the seller is registered for it. Sales by One Stop Shop are declared
 * in euros, and their invoices need none.
 *
 * @param currency the invoice's
 */
export function foreignVatCurrency(
  { country: own }: Pick<Taxes, "country">,
  { vatKind, vatScheme, country, zipCode }: VatFacts,
  currency: Currency,
): Currency | undefined {
  const isLocal = vatKind === "destination" && vatScheme === "local" && country !== null;
  const there = isLocal ? vatPlaceOf({ country, zipCode: zipCode ?? undefined }).country : undefined;
  const taxed = vatKind === null && own ? vatPlaceOf({ country: own }).country : there;
  const wanted = taxed === undefined ? undefined : vatCurrencyIn(taxed);
  return wanted === currency ? undefined : wanted;
}

/** The currencies, other than the shop's, in which its invoices say their VAT. */
export function foreignVatCurrencies({ isRegistered, country, abroad }: Taxes, currency: Currency): Currency[] {
  if (!isRegistered) return [];
  const abroadCountries = abroad ? [...abroad.countries].filter(([, { isRegistered }]) => isRegistered) : [];
  const places = [country, ...abroadCountries.map(([code]) => code)].flatMap((code) => code ?? []);
  const wanted = places.map((code) => vatCurrencyIn(vatPlaceOf({ country: code }).country ?? code));
  return [...new Set(wanted.flatMap((code) => code ?? []))].filter((code) => code !== currency).sort();
}
