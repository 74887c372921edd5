import { expect, test } from "vitest";
import { decimalsOf } from "./currencies.ts";
import { formatDay, formatMoment, formatShortDay, formatWeekday } from "./days.ts";
import { defaultFormats, isLocale } from "./locale.ts";
import { formatPrice, withCurrency } from "./money.ts";
import { marksOf } from "./number-marks.ts";
import { formatNumber, formatPercent } from "./written-numbers.ts";

const nb = { currency: "NOK", locale: "nb" };

test("Norwegian writes the currency first, with no-break spaces", () => {
  expect(formatPrice(299_900, nb)).toBe("kr\u{a0}2\u{a0}999,00");
  expect(formatPrice(-500, { ...nb, locale: "nn" })).toBe("−kr\u{a0}5,00");
  expect(withCurrency("$1000 to $2500", nb)).toBe("kr\u{a0}1\u{a0}000 to kr\u{a0}2\u{a0}500");
  expect([formatNumber(12_345, nb), formatPercent(12.5, nb)]).toEqual(["12\u{a0}345", "12,5\u{a0}%"]);
  expect([formatNumber(0.1234567, nb, 6), formatNumber(0.1234567, defaultFormats, 6)]).toEqual([
    "0,123457",
    "0.123457",
  ]);
});

test("days follow the locale, and a new shop's are British", () => {
  expect(formatDay("2026-11-25", "nb")).toBe("25. november 2026");
  expect(formatWeekday("2026-11-25", "nb")).toBe("onsdag 25. november");
  expect(formatShortDay("2026-11-25", "de")).toBe("25. Nov.");
  const moment = Date.parse("2026-11-25T23:00:00Z");
  expect(formatMoment(moment, { timeZone: "Europe/Oslo", locale: "nb" })).toBe("26. november 2026, 00:00");
  expect(formatDay("2026-11-25", "en")).toBe("25 November 2026");
});

test("every locale writes amounts as this machine's Intl does, but for Norwegian", () => {
  for (const locale of "de de-AT de-CH fr sv da pl es en-IN hi ar-EG fa he ja tr".split(" "))
    for (const currency of ["USD", "NOK", "JPY", "KWD", "HUF"])
      for (const cents of [0, 5, 99, 1234, 123_456, 299_900, 1_234_567_890, -4990]) {
        const decimals = decimalsOf(currency);
        const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
        const style = { style: "currency", currency, currencyDisplay: "narrowSymbol", ...digits } as const;
        const written = new Intl.NumberFormat(locale, style).format(cents / 10 ** decimals);
        expect(formatPrice(cents, { locale, currency }), `${locale} ${currency}`).toBe(written);
      }
});

test("a browser with other data writes what the server says", () => {
  const marks = { ...marksOf("nb", "NOK"), group: "_" };
  expect(formatPrice(299_900, { ...nb, marks })).toBe("kr\u{a0}2_999,00");
  expect(formatPrice(299_900, { ...nb, currency: "USD", marks })).not.toContain("_");
});

test("a locale is a tag as BCP 47 writes it that this machine knows", () => {
  for (const tag of ["en", "nb", "de-AT", "zh-Hant-TW"]) expect(isLocale(tag)).toBe(true);
  for (const tag of ["", "norsk", "NB", "xx", "en_GB", "é", "x".repeat(35)]) expect(isLocale(tag)).toBe(false);
});
