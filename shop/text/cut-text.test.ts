import fc from "fast-check";
import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

test.each([
  ["coffee", 6, "coffee"],
  ["coffee", 3, "cof"],
  ["tea 👩‍👩‍👧", 8, "tea "],
  ["tea 👩‍👩‍👧", 12, "tea 👩‍👩‍👧"],
  ["🇳🇴🇸🇪", 5, "🇳🇴"],
  ["cafe\u0301s", 4, "caf"],
  ["cafe\u0301s", 5, "cafe\u0301"],
  ["क्षत्रिय", 2, ""],
])("%j is cut at %i between characters", (text, limit, expected) => {
  expect(cutText(text, limit)).toBe(expected);
});

test("a cut text is well-formed, a beginning, and within its limit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat({ max: 60 }), (text, limit) => {
      const cut = cutText(text, limit);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(limit);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});

test("a text of a million accents is cut at once", () => {
  expect(cutText(`a${"\u0301".repeat(1_000_000)}`, 40)).toBe("");
});
