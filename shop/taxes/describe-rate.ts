import type { Currency } from "../values/currencies.ts";
import { formatDay } from "../values/days.ts";
import type { Locale } from "../values/locale.ts";
import { typedNumber } from "../values/typed-numbers.ts";
import type { ExchangeRate } from "./local-vat.ts";

/** Where rates come from, in words. */
export const rateSources: Record<ExchangeRate["source"], string> = { ecb: "European Central Bank", typed: "Typed" };

/** "1 GBP = 13.4521 NOK", "1 EUR = 11.7325 NOK = 11.2145 SEK". @param from the document's currency @param to that of its VAT */
export function writeRate(
  { base, documentRate, vatRate }: ExchangeRate,
  { from, to, locale }: { from: Currency; to: Currency; locale: Locale },
) {
  const worth = [
    { currency: from, rate: documentRate },
    { currency: to, rate: vatRate },
  ].filter(({ currency }) => currency !== base);
  return [
    `1 ${base}`,
    ...worth.map(({ currency, rate }) => `${typedNumber(rate, { currency, locale })} ${currency}`),
  ].join(" = ");
}

/** The same with its day, and its source if that is the European Central Bank: "1 GBP = 13.4521 NOK (from 1 November 2026)". */
export function describeRate(
  rate: ExchangeRate,
  { from, to, locale }: { from: Currency; to: Currency; locale: Locale },
) {
  const day = formatDay(rate.validFrom, locale);
  const origin = rate.source === "ecb" ? `${rateSources.ecb}, ${day}` : `from ${day}`;
  return `${writeRate(rate, { from, to, locale })} (${origin})`;
}
