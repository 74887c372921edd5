import type { Currency } from "#shop/values/currencies.ts";
import { defaultLocale, type Locale } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";

/** The locales that owners choose from. A form may post any other one that the shop knows. */
const offered =
  "ar bg ca cs da de de-AT de-CH el en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es es-MX et fi fr fr-BE fr-CA fr-CH he hi hr hu id is it it-CH ja ko lt lv nb nl nl-BE nn pl pt-BR pt-PT ro sk sl sr sv th tr uk vi zh";

const names = new Intl.DisplayNames(["en"], { type: "language", languageDisplay: "standard" });
const sampleCents = 1_234_500;

/** The choices of the locale, each with a price as it writes it, by name. @param saved which stays a choice */
export function localeChoices(saved: Locale, currency: Currency) {
  const locales = new Set([...offered.split(" "), ...(saved === "" || saved === defaultLocale ? [] : [saved])]);
  const labelOf = (name: string, locale: Locale) => `${name}: ${formatPrice(sampleCents, { currency, locale })}`;
  const choices = [...locales].map((value) => ({ value, label: labelOf(names.of(value) ?? value, value) }));
  return [
    { value: saved === defaultLocale ? saved : "", label: labelOf("English (default)", defaultLocale) },
    ...choices.toSorted((one, other) => (one.label < other.label ? -1 : 1)),
  ];
}
