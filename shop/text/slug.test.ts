import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { filterOfBrand, parseFilter } from "../catalog/filters/filters.ts";
import { brandSlug } from "./slug.ts";

test.each([
  ["Eik & Ask", "eik-ask"],
  ["Solvène", "solvene"],
  ["  L'Oréal, Paris! ", "l-oreal-paris"],
  ["7-Eleven", "7-eleven"],
  ["茶の道", "茶の道"],
  ["Işık", "isık"],
  ["!?", "21-3f"],
])("the slug of the brand %s is %s", (brand, slug) => {
  expect(brandSlug(brand)).toBe(slug);
});

test("every brand's filter can be parsed from an address", () => {
  fc.assert(
    fc.property(
      anyText.filter((text) => text !== ""),
      (brand) => {
        const filter = filterOfBrand(brandSlug(brand));
        expect(parseFilter(filter)).toBe(filter);
        expect(new URLSearchParams(`filter=${encodeURIComponent(filter)}`).get("filter")).toBe(filter);
      },
    ),
  );
});
