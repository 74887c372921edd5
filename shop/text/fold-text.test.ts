import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { foldText } from "./fold-text.ts";

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
  ["Işık IŞIK", "isik isik"],
  ["Straße STRASSE", "strasse strasse"],
  ["O’Brien O'Brien OʼBrien O‘Brien O´Brien O`Brien O＇Brien", "obrien obrien obrien obrien obrien obrien obrien"],
  ["茶 100%", "茶 100%"],
])("%s folds to %s", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("folding a folded word changes nothing; it has neither capitals, accents nor apostrophes", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const folded = foldText(text);
      expect(foldText(folded)).toBe(folded);
      expect(folded).not.toMatch(/[\p{M}'’ʼ]/u);
      expect(folded).toBe(folded.toLowerCase());
    }),
  );
});
