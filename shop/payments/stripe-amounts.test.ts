import { expect, test } from "vitest";
import { centsFromStripe, stripeLeastCents, stripeStepCents, toStripeAmount } from "./stripe-amounts.ts";

test.each([
  ["USD", 999, 999, 1],
  ["JPY", 2999, 2999, 1],
  ["KRW", 50, 50, 1],
  ["KWD", 1250, 1250, 10],
  ["ISK", 5, 500, 1],
  ["UGX", 700, 70_000, 1],
  ["MGA", 1200, 12, 100],
  ["HUF", 17_500, 17_500, 1],
])("Stripe counts %s %i as %i, in steps of %i", (currency, cents, amount, step) => {
  expect(toStripeAmount(cents, currency)).toBe(amount);
  expect(centsFromStripe(amount, currency.toLowerCase())).toBe(cents);
  expect(stripeStepCents(currency)).toBe(step);
});

test("a currency that Stripe doesn't take has no least amount", () => {
  expect(stripeLeastCents("IQD")).toBeUndefined();
  expect([stripeLeastCents("JPY"), stripeLeastCents("VND")]).toEqual([50, 0]);
});
