import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../tests/support/any-text.ts";
import { slugOf } from "../../text/slug.ts";
import { importedName, importedSlug, slugProblem } from "./category-slug.ts";

test.each([
  ["Men's Shirts", "mens-shirts", "Men's Shirts"],
  ["mens-shirts", "mens-shirts", "Mens shirts"],
  ["Møbler & Lamper", "mobler-lamper", "Møbler & Lamper"],
  ["コーヒー", "コーヒー", "コーヒー"],
  ["On sale", "on-sale", "On sale"],
  ["onSale", "category-onsale", "onSale"],
  ["brand-x", "category-brand-x", "brand-x"],
  ["***", "2a-2a-2a", "***"],
])("a file's category %j gets the address %s and is called %j", (text, slug, name) => {
  expect([importedSlug(text), importedName(text)]).toEqual([slug, name]);
});

test.each(["", "Beauty", "a b", "a--b", "-a", "a".repeat(61), "onsale", "under10", "anybrand", "brand-x"])(
  "a category can't have the address %j",
  (slug) => {
    expect(slugProblem(slug)).toEqual(expect.any(String));
  },
);

test("whatever a file's category is, its address is one that filters can ask for, and stays the same when imported again", () => {
  fc.assert(
    fc.property(
      anyText.filter((text) => text.trim() !== ""),
      (text) => {
        const slug = importedSlug(text.toWellFormed().trim());
        expect(slugProblem(slug)).toBeUndefined();
        expect(importedSlug(slug)).toBe(slug);
      },
    ),
  );
  expect(slugOf("mens-shirts")).toBe("mens-shirts");
});
