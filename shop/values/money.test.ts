import fc from "fast-check";
import { expect, test } from "vitest";
import { currencyNames, findCurrency, whyNoCurrency } from "./currency-names.ts";
import { centsFromNumber, decimalAmount, formatPrice, isCurrency, numberFromCents, withCurrency } from "./money.ts";
import { centsFromTypedAmount } from "./typed-amount.ts";

test.each([
  [0, 0],
  [0.01, 1],
  [0.29, 29],
  [1.15, 115],
  [4.35, 435],
  [8.2, 820],
  [9.99, 999],
  [649, 64900],
  [1299.95, 129995],
  [1_000_000.01, 100_000_001],
])("%d units are %d cents", (units, cents) => {
  expect(centsFromNumber(units, "USD")).toBe(cents);
});

test("an amount that arithmetic has blurred still counts as its cents", () => {
  expect(centsFromNumber(0.1 + 0.2, "USD")).toBe(30);
  expect(centsFromNumber(1.1 * 3, "USD")).toBe(330);
});

test.each([19.999, 0.001, 1000.001, 2000.001, 5000.019, 9_999_999.991])("%d units are no whole cents", (units) => {
  expect(centsFromNumber(units, "USD")).toBeUndefined();
});

test.each([-0.01, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e15])("%d is no price", (units) => {
  expect(centsFromNumber(units, "USD")).toBeUndefined();
});

test("every amount of cents survives the way to units and back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (cents) => {
      expect(centsFromNumber(numberFromCents(cents, "USD"), "USD")).toBe(cents);
    }),
  );
});

test.each([
  [0, "0.00", "$0.00"],
  [5, "0.05", "$0.05"],
  [30, "0.30", "$0.30"],
  [999, "9.99", "$9.99"],
  [99_999, "999.99", "$999.99"],
  [189_500, "1895.00", "$1,895.00"],
  [123_456_789, "1234567.89", "$1,234,567.89"],
])("%d cents are shown with 2 decimals", (cents, amount, price) => {
  expect(decimalAmount(cents, "USD")).toBe(amount);
  expect(formatPrice(cents, { currency: "USD", locale: "en" })).toBe(price);
});

// Security: 5.4.1
test("whatever number a price is, it is a whole amount of cents, or none", () => {
  fc.assert(
    fc.property(fc.double(), (units) => {
      const cents = centsFromNumber(units, "USD") ?? 0;
      expect(Number.isSafeInteger(cents) && cents >= 0).toBe(true);
    }),
  );
});

test("an amount that is shown is the amount that is meant, with 2 decimals", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (cents) => {
      expect(formatPrice(cents, { currency: "USD", locale: "en" })).toMatch(/^\$\d{1,3}(,\d{3})*\.\d\d$/);
      expect(formatPrice(cents, { currency: "USD", locale: "en" }).replaceAll(/[$,]/g, "")).toBe(
        decimalAmount(cents, "USD"),
      );
      expect(BigInt(decimalAmount(cents, "USD").replace(".", ""))).toBe(BigInt(cents));
    }),
  );
});

test.each([
  ["NOK", "kr\u00a01,895.00", "kr\u00a050"],
  ["EUR", "€1,895.00", "€50"],
  ["CHF", "CHF\u00a01,895.00", "CHF\u00a050"],
])("an amount in %s is shown as %s and can be typed so", (currency, price, units) => {
  const formats = { currency, locale: "en" };
  expect(formatPrice(189_500, formats)).toBe(price);
  expect(withCurrency("From $50", formats)).toBe(`From ${units}`);
  expect(centsFromTypedAmount(price, "USD")).toBe(189_500);
  expect(centsFromTypedAmount(`1895,00 ${currency}`, "USD")).toBe(189_500);
});

test("the shop can use all currencies that browsers know", () => {
  for (const currency of ["USD", "NOK", "JPY", "KWD", "CLP"]) expect(isCurrency(currency)).toBe(true);
  for (const currency of ["", "usd", "ABC", "KRONE", "€"]) expect(isCurrency(currency)).toBe(false);
});

test("a currency is found by a word that no other has, and others are suggested", () => {
  expect(["norwegian krone", "zloty", "nok", "krone"].map(findCurrency)).toEqual(["NOK", "PLN", "NOK", "KRONE"]);
  expect(whyNoCurrency("KRONE")).toBe("Did you mean DKK (Danish Krone) or NOK (Norwegian Krone)? Use the code");
  expect(whyNoCurrency("GOLD COINS")).toBe("Use an ISO 4217 code such as NOK, or the currency's name");
});

test("a currency that was withdrawn isn't offered", () => {
  const codes = currencyNames().map(({ code }) => code);
  for (const currency of ["USD", "NOK", "XCG", "ZWG"]) expect(codes).toContain(currency);
  for (const currency of ["HRK", "CUC", "BGN", "DEM"]) expect(codes).not.toContain(currency);
});

test.each([
  ["KWD", "1,250", undefined],
  ["KWD", "1.250", 1250],
  ["KWD", "1,250.000", 1_250_000],
  ["KWD", "12,5", 12_500],
  ["JPY", "1,250", 1250],
])("an amount in %s typed as %s is never taken for a thousand times as much", (currency, typed, cents) => {
  expect(centsFromTypedAmount(typed, currency)).toBe(cents);
});

test("an amount that is shown can be typed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (cents) => {
      expect(centsFromTypedAmount(formatPrice(cents, { currency: "USD", locale: "en" }), "USD")).toBe(cents);
      expect(centsFromTypedAmount(decimalAmount(cents, "USD"), "USD")).toBe(cents);
    }),
  );
});
