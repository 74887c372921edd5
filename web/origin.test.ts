import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../tests/support/any-text.ts";
import { destinationOf, readOrigin, redirectTarget } from "./origin.ts";

const places =
  /^\/(checkout|profile|account|orders|order-confirmation\/[A-Z0-9]{10}|verify-email(\?from=(cart|profile|account|orders|order-[A-Z0-9]{10}))?)?$/;

// Security: 5.1.5
test("no origin, however forged, leads outside the shop", () => {
  const state = fc.oneof(fc.jsonValue(), fc.record({ from: fc.oneof(anyText, fc.jsonValue()) }));
  const search = fc.oneof(
    anyText,
    anyText.map((from) => `?from=${encodeURIComponent(from.toWellFormed())}`),
    fc.constantFrom("?from=cart", "?from=profile&from=//evil.example", "?from=order-ABCDEFGHIJ"),
  );
  fc.assert(
    fc.property(state, search, fc.boolean(), (state, search, emailVerified) => {
      const from = readOrigin({ state, search });
      expect(redirectTarget(emailVerified, from)).toMatch(places);
      expect(destinationOf(emailVerified, from)).toMatch(places);
    }),
  );
});

test("the state of a navigation wins over the address", () => {
  expect(readOrigin({ state: { from: "cart" }, search: "?from=profile" })).toBe("cart");
  expect(readOrigin({ state: null, search: "?from=profile" })).toBe("profile");
});

test("an order's link leads to the order, once its customer has signed in", () => {
  const from = readOrigin({ state: null, search: "?from=order-ABCDEFGHIJ" });
  expect(destinationOf(true, from)).toBe("/order-confirmation/ABCDEFGHIJ");
  expect(redirectTarget(false, from)).toBe("/verify-email?from=order-ABCDEFGHIJ");
  expect(readOrigin({ state: null, search: "?from=order-ABC/../..1" })).toBeUndefined();
});
