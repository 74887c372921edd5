import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { cardBrand, digitsOf, groupCardNumber, passesLuhn } from "./card-number.ts";

test.each([
  ["4242 4242 4242 4242", "4242424242424242"],
  ["4242-4242-4242-4242", "4242424242424242"],
  [" 4242 42-42 ", "42424242"],
  ["4242x", "4242x"],
])("%j counts as %s", (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits);
});

test.each([
  ["", ""],
  ["4242", "4242"],
  ["42424", "4242 4"],
  ["4242424242424242", "4242 4242 4242 4242"],
])("%j stands on the card as %j", (digits, shown) => {
  expect(groupCardNumber(digits)).toBe(shown);
});

test.each([
  ["4", "visa"],
  ["4242424242424242", "visa"],
  ["51", "mastercard"],
  ["55", "mastercard"],
  ["2221", "mastercard"],
  ["2720", "mastercard"],
  ["2720999999999996", "mastercard"],
  ["", undefined],
  ["5", undefined],
  ["50", undefined],
  ["56", undefined],
  ["222", undefined],
  ["2220", undefined],
  ["2721", undefined],
  ["3782", undefined],
  ["3784", undefined],
  ["3551", undefined],
])("a number that begins with %j is of the brand %s", (digits, brand) => {
  expect(cardBrand(digits)).toBe(brand);
});

test.each(["4242424242424242", "4111111111111111", "5555555555554444", "2223003122003222"])(
  "%s can be a card",
  (digits) => {
    expect(passesLuhn(digits)).toBe(true);
  },
);

test("one wrong digit always fails the Luhn formula", () => {
  const digits = fc.stringMatching(/^\d{15}$/);
  fc.assert(
    fc.property(digits, fc.nat(15), fc.integer({ min: 1, max: 9 }), (payload, place, change) => {
      const number = withCheckDigit(payload);
      const wrong = (Number(number[place]) + change) % 10;
      expect(passesLuhn(number)).toBe(true);
      expect(passesLuhn(number.slice(0, place) + wrong + number.slice(place + 1))).toBe(false);
    }),
  );
});

function withCheckDigit(payload: string) {
  const fitting = Array.from({ length: 10 }, (_, digit) => `${payload}${digit}`).filter(passesLuhn);
  expect(fitting).toHaveLength(1);
  return fitting[0] ?? "";
}

test("whatever is typed as a card's number, it is read without failing, and grouping changes no digit", () => {
  fc.assert(
    fc.property(anyText, (typed) => {
      const digits = digitsOf(typed);
      expect(digitsOf(groupCardNumber(digits))).toBe(digits);
      expect([undefined, "visa", "mastercard"]).toContain(cardBrand(digits));
      expect(passesLuhn(digits)).toBeTypeOf("boolean");
    }),
  );
});
