import { expect, test } from "vitest";
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
])("the brand %s stands as %s in an address", (brand, slug) => {
  expect(brandSlug(brand)).toBe(slug);
});
