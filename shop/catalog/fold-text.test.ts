import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { filterOfBrand, parseFilter } from "./filters.ts";
import { brandSlug, foldText } from "./fold-text.ts";

test.each([
  ["Solvène", "solvene"],
  ["Ærfugl", "aerfugl"],
  ["RØKT ØRRET", "rokt orret"],
  ["Ångström", "angstrom"],
  ["A\u030Angstro\u0308m", "angstrom"],
  ["Þór & Đorđe", "thor & dorde"],
  ["Łódź", "lodz"],
  ["Weiß", "weiss"],
  ["ﬁne №1", "fine no1"],
  ["İstanbul", "istanbul"],
  ["茶 100%", "茶 100%"],
])("%s folds to %s", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test.each([
  ["Eik & Ask", "eik-ask"],
  ["Solvène", "solvene"],
  ["  L'Oréal, Paris! ", "l-oreal-paris"],
  ["7-Eleven", "7-eleven"],
  ["茶の道", "茶の道"],
  ["!?", "21-3f"],
])("the slug of the brand %s is %s", (brand, slug) => {
  expect(brandSlug(brand)).toBe(slug);
});

test("folding a folded word changes nothing; it has neither capitals nor accents", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const folded = foldText(text);
      expect(foldText(folded)).toBe(folded);
      expect(folded).not.toMatch(/\p{M}/u);
      expect(folded).toBe(folded.toLowerCase());
    }),
  );
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
