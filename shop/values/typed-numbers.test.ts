import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount, formatPrice } from "./money.ts";
import { plainNumber, typedAmount, typedNumber } from "./typed-numbers.ts";

const norwegian = { currency: "NOK", locale: "nb" };

test.each([
  ["nb", "NOK", "12,50", "12.50"],
  ["nb", "NOK", "12.50", "12.50"],
  ["nb", "NOK", "1.895", "1895"],
  ["nb", "NOK", "1.895,50", "1895.50"],
  ["nb", "NOK", "1 895", "1895"],
  ["nb", "NOK", "kr 2\u00a0999,00", "2999.00"],
  ["nb", "NOK", "-12,5", "-12.5"],
  ["de", "EUR", "1.895", "1895"],
  ["de", "EUR", "1.895,50 €", "1895.50"],
  ["de", "KWD", "1,250", "1.250"],
  ["en-IN", "INR", "1,00,000.5", "100000.5"],
  ["de-CH", "CHF", "1’895.50", "1895.50"],
  ["en", "USD", "1,895", "1,895"],
  ["nb", "NOK", "soon", "soon"],
])("in %s, %s %s is read as %s", (locale, currency, typed, plain) => {
  expect(plainNumber(typed, { locale, currency })).toBe(plain);
});

test("a form shows the mark of the locale, of numbers only", () => {
  expect([typedNumber("12.50", norwegian), typedNumber("soon", norwegian)]).toEqual(["12,50", "soon"]);
  expect(typedAmount(490, { currency: "JPY", locale: "ja" })).toBe("490");
  expect(typedNumber("12.50", { currency: "USD", locale: "en" })).toBe("12.50");
});

test("what any locale writes of any currency is read as the same amount", () => {
  const locales = "nb nn de de-CH de-AT fr sv da pl es en-IN hi ar-EG he fa ja".split(" ");
  const currencies = ["USD", "NOK", "EUR", "CHF", "JPY", "ISK", "HUF", "KWD", "INR"];
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.constantFrom(...currencies),
      fc.integer({ min: 0, max: 1e11 }),
      (locale, currency, cents) => {
        const formats = { locale, currency };
        const plain = typedAmount(cents, { currency, locale: "en" });
        for (const written of [formatPrice(cents, formats), formatAmount(cents, formats), typedAmount(cents, formats)])
          expect(plainNumber(written, formats), written).toBe(plain);
      },
    ),
  );
});
