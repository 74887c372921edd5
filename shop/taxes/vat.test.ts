import fc from "fast-check";
import { expect, test } from "vitest";
import { shareCents } from "./share-cents.ts";
import { nextPart, type TaxedLine, type VatGroup, vatByRate, vatCentsOf, vatWithin } from "./vat.ts";

const sumOf = (cents: number[]) => cents.reduce((sum, some) => sum + some, 0);
const cents = fc.nat({ max: 100_000_000 });
const line = fc
  .record({ basisPoints: fc.constantFrom(2500, 1500, 1200, 0), grossCents: cents, part: fc.nat({ max: 100 }) })
  .map(({ part, ...line }): TaxedLine => ({ ...line, discountCents: Math.floor((line.grossCents * part) / 100) }));

test("shares add up, none is a cent or more off its exact part, and equal weights differ by a cent at most", () => {
  expect(shareCents(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(shareCents(5, [0, 0])).toEqual([5, 0]);
  expect(shareCents(0, [])).toEqual([]);
  fc.assert(
    fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 20 }), (amount, weights) => {
      const shares = shareCents(amount, weights);
      expect(sumOf(shares)).toBe(amount);
      const all = sumOf(weights);
      if (all === 0) return;
      shares.forEach((share, index) => {
        expect(Math.abs(share - (amount * (weights[index] ?? 0)) / all)).toBeLessThan(1);
      });
    }),
  );
});

test("the VAT within a price is gross × rate / (100 + rate), rounded half up", () => {
  expect(vatWithin(12_500, 2500)).toBe(2500);
  expect(vatWithin(100, 2500)).toBe(20);
  expect(vatWithin(999, 1500)).toBe(130);
  expect(vatWithin(1, 10_000)).toBe(1);
  expect(vatWithin(12_345, 0)).toBe(0);
  fc.assert(
    fc.property(cents, fc.nat({ max: 10_000 }), (gross, rate) => {
      expect(Math.abs(vatWithin(gross, rate) - (gross * rate) / (10_000 + rate))).toBeLessThanOrEqual(0.5 + 1e-6);
    }),
  );
});

test("VAT is computed once per rate: line by line it would be another sum", () => {
  const lines = Array.from({ length: 3 }, () => ({ basisPoints: 2500, grossCents: 999 }));
  expect(vatByRate(lines, 0)).toEqual([{ basisPoints: 2500, grossCents: 2997, netCents: 2398, vatCents: 599 }]);
  expect(3 * vatWithin(999, 2500)).toBe(600);
});

test("delivery is split in proportion to the goods, and discounts come off first", () => {
  const groups = vatByRate(
    [
      { basisPoints: 1500, grossCents: 2000 },
      { basisPoints: 2500, grossCents: 6000, discountCents: 1000 },
    ],
    4000,
  );
  expect(groups).toEqual([
    { basisPoints: 2500, grossCents: 8000, netCents: 6400, vatCents: 1600 },
    { basisPoints: 1500, grossCents: 3000, netCents: 2609, vatCents: 391 },
  ]);
  expect(vatCentsOf(groups)).toBe(1991);
});

test("on any document net + VAT = gross per rate, and the rates add up to what is paid; so do those of a part of it", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 30 }),
      cents,
      fc.nat({ max: 1000 }),
      (lines, delivery, part) => {
        const groups = vatByRate(lines, delivery);
        const paid = sumOf(lines.map(({ grossCents, discountCents = 0 }) => grossCents - discountCents)) + delivery;
        const refunded = Math.floor((paid * part) / 1000);
        for (const [all, amount] of [[groups, paid] as const, [nextPart(groups, [], refunded), refunded] as const]) {
          expect(sumOf(all.map(({ grossCents }) => grossCents))).toBe(amount);
          for (const { basisPoints, grossCents, netCents, vatCents } of all) {
            expect(netCents + vatCents).toBe(grossCents);
            expect(vatCents).toBe(vatWithin(grossCents, basisPoints));
          }
        }
        expect(nextPart(groups, [], paid)).toEqual(groups);
      },
    ),
  );
});

test.each([
  ["10.00 in three", 1000, [333, 333, 334], [67, 66, 67]],
  ["three pieces of 3.33", 999, [333, 333, 333], [67, 66, 67]],
  ["four times 0.02 of 0.08", 8, [2, 2, 2, 2], [0, 1, 0, 1]],
])("refunds of %s take back exactly the sale's VAT", (_, gross, parts, vat) => {
  const sale = vatByRate([{ basisPoints: 2500, grossCents: gross }], 0);
  const refunds: VatGroup[] = [];
  for (const part of parts) refunds.push(...nextPart(sale, refunds, part));
  expect(refunds.map(({ vatCents }) => vatCents)).toEqual(vat);
  expect(vatCentsOf(refunds)).toBe(vatCentsOf(sale));
});

test("parts rounded alone by earlier versions are made good by the last one", () => {
  const sale = vatByRate([{ basisPoints: 2500, grossCents: 1000 }], 0);
  const alone = [333, 333].map((grossCents) => ({ basisPoints: 2500, grossCents, netCents: 266, vatCents: 67 }));
  expect(nextPart(sale, alone, 334)).toEqual([{ basisPoints: 2500, grossCents: 334, netCents: 268, vatCents: 66 }]);
});
