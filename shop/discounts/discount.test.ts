import fc from "fast-check";
import { expect, test } from "vitest";
import { addUp, calculateSums, haveSameSums, pickAdjustments } from "../orders/sums.ts";
import { type DiscountTerms, discountLines, makesDeliveryFree, missingCents } from "./discount.ts";
import { refusalFor } from "./discount-refusal.ts";
import { normalizeCode } from "./normalize-code.ts";

const lines = [
  { priceCents: 999, quantity: 3, category: "coffee" },
  { priceCents: 2500, quantity: 1, category: "cups" },
];
const terms = (changes: Partial<DiscountTerms> = {}): DiscountTerms => ({
  ...{ code: "SPRING", kind: "percent", value: 1000, minimumCents: 0, category: null, ...changes },
});

test("case, spaces and full-width letters don't matter in a code", () => {
  for (const typed of ["spring10", " SPRING 10 ", "Spring\t10", "ｓｐｒｉｎｇ１０"])
    expect(normalizeCode(typed)).toBe("SPRING10");
});

test("codes compare by case folding, in Turkish and German too", () => {
  for (const typed of ["İNDİRİM", "indirim", "INDIRIM", "ındırım", "indi\u0307rim"])
    expect(normalizeCode(typed)).toBe("INDIRIM");
  for (const typed of ["STRAẞE", "straße", "Strasse", "STRASSE"]) expect(normalizeCode(typed)).toBe("STRASSE");
  expect(normalizeCode("ΟΔΟΣ")).toBe(normalizeCode("οδος"));
});

test("a code is read as it is shown", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (typed) => {
      const code = normalizeCode(typed);
      expect(normalizeCode(code)).toBe(code);
      expect(normalizeCode(code.toLowerCase())).toBe(normalizeCode(code.toLowerCase().toUpperCase()));
    }),
  );
});

test("a percentage is rounded once, an amount is at most what the items cost", () => {
  expect(discountLines(lines, terms())).toEqual([300, 250]);
  expect(discountLines(lines, terms({ kind: "amount", value: 1000 }))).toEqual([545, 455]);
  expect(discountLines(lines, terms({ kind: "amount", value: 99_999 }))).toEqual([2997, 2500]);
  expect(discountLines(lines, terms({ value: 10_000 }))).toEqual([2997, 2500]);
  expect(discountLines(lines, undefined)).toEqual([0, 0]);
});

test("a code for a category takes nothing off other items", () => {
  expect(discountLines(lines, terms({ category: "cups" }))).toEqual([0, 250]);
  expect(discountLines(lines, terms({ category: "tea" }))).toEqual([0, 0]);
});

test("below its minimum a code does nothing, and says how much is missing", () => {
  expect(missingCents(lines, terms({ minimumCents: 6000 }))).toBe(503);
  expect(discountLines(lines, terms({ minimumCents: 6000 }))).toEqual([0, 0]);
  expect(discountLines(lines, terms({ minimumCents: 5497 }))).toEqual([300, 250]);
});

test("a code for free delivery changes no prices", () => {
  const free = terms({ kind: "freeDelivery", value: 0, minimumCents: 5000 });
  expect(discountLines(lines, free)).toEqual([0, 0]);
  expect(makesDeliveryFree(lines, free)).toBe(true);
  expect(makesDeliveryFree(lines.slice(1), free)).toBe(false);
  expect(makesDeliveryFree(lines, { ...free, category: "tea" })).toBe(false);
});

test("no line costs less than nothing, and the parts add up to the rounded discount", () => {
  const line = fc.record({ priceCents: fc.nat({ max: 1_000_000 }), quantity: fc.integer({ min: 1, max: 99 }) });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 0, max: 10_000 }), (lines, value) => {
      const parts = discountLines(lines, terms({ value }));
      const gross = lines.map(({ priceCents, quantity }) => priceCents * quantity);
      parts.forEach((part, index) => {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(gross[index] ?? 0);
      });
      const sum = gross.reduce((total, cents) => total + cents, 0);
      expect(parts.reduce((total, part) => total + part, 0)).toBe(Math.round((sum * value) / 10_000));
    }),
  );
});

test("whatever a code does, the amounts that the checkout posts give the server's own sums", () => {
  const category = fc.constantFrom("coffee", "cups");
  const line = fc.record({ priceCents: fc.nat(100_000), quantity: fc.integer({ min: 1, max: 9 }), category });
  const anyTerms = fc.record({
    code: fc.constant("ANY"),
    kind: fc.constantFrom("percent", "amount", "freeDelivery"),
    value: fc.integer({ min: 1, max: 10_000 }),
    minimumCents: fc.nat(200_000),
    category: fc.option(category),
  });
  const delivery = { priceCents: 490, freeFromCents: 50_000, days: 3 };
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 9 }), anyTerms, (lines, discount) => {
      const sums = calculateSums(lines, { delivery, discount });
      const { subtotalCents, discountCents, deliveryCents, totalCents } = sums;
      expect(haveSameSums(addUp(lines, pickAdjustments(sums)), sums)).toBe(true);
      expect(totalCents).toBe(subtotalCents - discountCents + deliveryCents);
      expect(discountCents).toBeLessThanOrEqual(subtotalCents);
      expect(discountCents).toBe(discountLines(lines, discount).reduce((sum, cents) => sum + cents, 0));
      // A code that is refused does nothing.
      if (refusalFor(lines, discount)) expect(sums).toEqual(calculateSums(lines, { delivery }));
    }),
  );
});
