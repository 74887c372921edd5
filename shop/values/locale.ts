import { type Currency, defaultCurrency } from "./currencies.ts";

/** A BCP 47 tag such as "nb" or "de-AT": how the shop writes prices, numbers and days. Its texts stay English. See docs/decisions/0303. */
export type Locale = string;

/** A new shop's: prices are written by `en` and days by `en-GB`. */
export const defaultLocale: Locale = "en";

/** A new shop's, unless `SHOP_TIME_ZONE` names another one. */
export const defaultTimeZone = "Europe/Oslo";

/** How amounts are written. The shop's settings are one; an order's are the shop's with its own currency. */
export interface Formats {
  currency: Currency;
  locale: Locale;
  /** What the server read of its own ICU, for browsers whose version may write otherwise. */
  marks?: NumberMarks | undefined;
}

/** A new shop's. */
export const defaultFormats: Formats = { currency: defaultCurrency, locale: defaultLocale };

/** Which day a moment falls on, and how it is written. The shop's settings are one. */
export interface Regional {
  /** An IANA name. */
  timeZone: string;
  locale: Locale;
}

/** What a locale puts around and between digits, as plain data. */
export interface NumberMarks {
  /** Whose symbol `price` has. */
  currency: Currency;
  decimal: string;
  group: string;
  /** A regular expression that finds the places of group marks in a whole number: each third digit, in India also each second before. */
  grouping: string;
  /** Digits from which a number has group marks: 5 leaves "2999,50" whole. */
  groupedFrom: number;
  /** Its own digits from 0 to 9, where they aren't ASCII's. */
  digits?: string;
  /** What is before and after an amount, and a negative one. */
  price: [before: string, after: string];
  negative: [before: string, after: string];
  percent: [before: string, after: string];
}

/** Whether this is a language tag whose formats both servers and browsers have. */
export function isLocale(tag: string) {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length === 1 && Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

/** By which locale days are written: a new shop's are British. */
export function localeOfDays(locale: Locale) {
  return locale === defaultLocale ? "en-GB" : locale;
}

/** Remembers what a function makes of each text: to create a formatter takes a hundred times as long as to use it. */
export function byText<Made>(make: (text: string) => Made) {
  const made = new Map<string, Made>();
  return (text: string) => {
    let found = made.get(text);
    if (found === undefined) {
      found = make(text);
      made.set(text, found);
    }
    return found;
  };
}
