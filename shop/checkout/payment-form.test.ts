import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { validate } from "../forms/validate.ts";
import { passesLuhn } from "../values/check-digits.ts";
import { cardBrand, digitsOf, groupCardNumber, paymentForm } from "./payment-form.ts";

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
])("%j is grouped as %j", (digits, shown) => {
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

const today = new Date(2026, 10, 20);
const filledIn = {
  cardName: "Ada Lovelace",
  paymentMethod: "visa",
  cardNumber: "4111111111111111",
  expiryMonth: "12",
  expiryYear: "2026",
  cvv: "123",
  billingAddress: "Storgata 1, 0155 Oslo",
};

function errorsOf(changes: Record<string, unknown>, now = today) {
  return validate(paymentForm(now), { ...filledIn, ...changes }).errors;
}

test("a form that is filled in well is accepted", () => {
  expect(validate(paymentForm(today), filledIn)).toEqual({ values: filledIn });
  expect(errorsOf({ paymentMethod: "mastercard" })).toBeUndefined();
});

test.each([
  ["empty", Object.fromEntries(Object.keys(filledIn).map((field) => [field, ""]))],
  ["blank", Object.fromEntries(Object.keys(filledIn).map((field) => [field, "  "]))],
  ["missing", {}],
])("a form whose fields are all %s asks for each of them", (_, values) => {
  expect(validate(paymentForm(today), values).errors).toEqual({
    cardName: "Card name is required",
    paymentMethod: "Please select a payment method",
    cardNumber: "Card number is required",
    expiryMonth: "Expiry month is required",
    expiryYear: "Expiry year is required",
    cvv: "CVV is required",
    billingAddress: "Billing address is required",
  });
});

test.each([
  "411111111111111",
  "41111111111111111",
  "4111-1111-1111-111x",
  "----",
  "４１１１１１１１１１１１１１１１",
  "4111.1111.1111.1111",
])("the card number %s is refused", (cardNumber) => {
  expect(errorsOf({ cardNumber })).toEqual({ cardNumber: "Enter a valid card number (16 digits)" });
});

test.each(["4111 1111 1111 1111", "4111-1111-1111-1111", " 4111111111111111 ", "4111 1111-11111111"])(
  "the card number %j counts by its digits",
  (cardNumber) => {
    expect(validate(paymentForm(today), { ...filledIn, cardNumber }).values).toEqual(filledIn);
    expect(digitsOf(cardNumber)).toBe("4111111111111111");
  },
);

test.each(["amex", "Visa", "paypal", null, 1])("the payment method %j is none", (paymentMethod) => {
  expect(errorsOf({ paymentMethod })).toEqual({ paymentMethod: "Please select a payment method" });
});

test.each(["1", "01", "7", "07", "9", "10", "11", "12", " 12 "])("the month %j is one", (expiryMonth) => {
  expect(errorsOf({ expiryMonth, expiryYear: "2027" })).toBeUndefined();
});

test.each(["0", "00", "13", "20", "-1", "1.5", "007", "July", "1 2"])("the month %j is none", (expiryMonth) => {
  expect(errorsOf({ expiryMonth, expiryYear: "2027" })).toEqual({ expiryMonth: "Enter a valid month (01-12)" });
  expect(errorsOf({ expiryMonth, expiryYear: "2026" })).toEqual({ expiryMonth: "Enter a valid month (01-12)" });
});

test.each([
  ["2025", "Enter a valid year (current year to +10 years)"],
  ["2026", undefined],
  ["2036", undefined],
  ["2037", "Enter a valid year (current year to +10 years)"],
  ["25", "Enter a valid year (current year to +10 years)"],
  ["26", undefined],
  [" 36 ", undefined],
  ["37", "Enter a valid year (current year to +10 years)"],
  ["7", "Enter a valid year (current year to +10 years)"],
  ["027", "Enter a valid year (current year to +10 years)"],
  ["02026", "Enter a valid year (current year to +10 years)"],
  ["2026.0", "Enter a valid year (current year to +10 years)"],
  ["next", "Enter a valid year (current year to +10 years)"],
])("the year %s, in 2026", (expiryYear, message) => {
  expect(errorsOf({ expiryYear })?.expiryYear).toBe(message);
});

test("a year of two digits is this century's", () => {
  const typed = { ...filledIn, expiryYear: "27" };
  expect(validate(paymentForm(today), typed).values).toEqual({ ...filledIn, expiryYear: "2027" });
});

test.each([
  ["10", "2026", "Card has expired"],
  ["10", "26", "Card has expired"],
  ["1", "2026", "Card has expired"],
  ["11", "2026", undefined],
  ["12", "2026", undefined],
  ["01", "2027", undefined],
  ["10", "2036", undefined],
])("a card that expires in %s/%s, in November 2026", (expiryMonth, expiryYear, message) => {
  expect(errorsOf({ expiryMonth, expiryYear })?.expiryMonth).toBe(message);
});

test("a card is good until the last day of its month, and expires with the next", () => {
  const october = { expiryMonth: "10", expiryYear: "2026" };
  expect(errorsOf(october, new Date(2026, 9, 31, 23, 59))).toBeUndefined();
  expect(errorsOf(october, new Date(2026, 10, 1, 0, 0))).toEqual({ expiryMonth: "Card has expired" });
});

test("a card of last December is refused for its year in January", () => {
  const december = { expiryMonth: "12", expiryYear: "2026" };
  expect(errorsOf(december, new Date(2027, 0, 1))).toEqual({
    expiryYear: "Enter a valid year (current year to +10 years)",
  });
});

test("an expired card is reported together with the other errors", () => {
  expect(errorsOf({ expiryMonth: "10", cvv: "", cardNumber: "4111" })).toEqual({
    cardNumber: "Enter a valid card number (16 digits)",
    expiryMonth: "Card has expired",
    cvv: "CVV is required",
  });
});

test.each(["12", "1234", "12a", "1.2", "-12"])("the CVV %s is refused", (cvv) => {
  expect(errorsOf({ cvv })).toEqual({ cvv: "Enter a valid CVV (3 digits)" });
});

test.each(["000", "999", " 123 "])("the CVV %j is fine", (cvv) => {
  expect(errorsOf({ cvv })).toBeUndefined();
});

test.each([
  ["cardName", 50],
  ["billingAddress", 200],
] as const)("%s has at most %d characters, spaces around it not counted", (field, limit) => {
  expect(errorsOf({ [field]: ` ${"x".repeat(limit)} ` })).toBeUndefined();
  expect(errorsOf({ [field]: "x".repeat(limit + 1) })).toEqual({ [field]: `Use at most ${limit} characters` });
});
