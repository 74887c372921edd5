import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../tests/support/any-text.ts";
import { destinationOf, readOrigin, redirectTarget } from "./origin.ts";

const places = ["/", "/checkout", "/profile", "/verify-email", "/verify-email?from=cart", "/verify-email?from=profile"];

test("whatever a location carries, a shopper goes on to a place of the shop", () => {
  const state = fc.oneof(fc.jsonValue(), fc.record({ from: fc.oneof(anyText, fc.jsonValue()) }));
  const search = fc.oneof(
    anyText,
    anyText.map((from) => `?from=${encodeURIComponent(from.toWellFormed())}`),
    fc.constantFrom("?from=cart", "?from=profile&from=//evil.example"),
  );
  fc.assert(
    fc.property(state, search, fc.boolean(), (state, search, emailVerified) => {
      const from = readOrigin({ state, search });
      expect(places).toContain(redirectTarget(emailVerified, from));
      expect(places).toContain(destinationOf(emailVerified, from));
    }),
  );
});

test("the state of a navigation wins over the address", () => {
  expect(readOrigin({ state: { from: "cart" }, search: "?from=profile" })).toBe("cart");
  expect(readOrigin({ state: null, search: "?from=profile" })).toBe("profile");
});
