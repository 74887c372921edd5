import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bandsBetween,
  compareBands,
  filterOfBand,
  labelOfBand,
  lastCentsBelow,
  parsePriceBand,
} from "./price-bands.ts";

const bound = fc.integer({ min: 1, max: 999_999_999_999 });
const ascending = fc
  .uniqueArray(bound, { minLength: 1, maxLength: 6 })
  .map((bounds) => bounds.toSorted((a, b) => a - b));

test.each([
  ["under10", { upTo: 10 }, "Under $10"],
  ["10to50", { above: 10, upTo: 50 }, "$10 to $50"],
  ["50to100", { above: 50, upTo: 100 }, "$50 to $100"],
  ["over100", { above: 100 }, "Over $100"],
  ["under250", { upTo: 250 }, "Up to $250"],
  ["2500to10000", { above: 2500, upTo: 10_000 }, "$2,500 to $10,000"],
])("the band %s in an address is %j, which the menu calls “%s”", (filter, band, label) => {
  expect(parsePriceBand(filter)).toEqual(band);
  expect(labelOfBand(band, { currency: "USD", locale: "en" })).toBe(label);
});

test("a band is called by the shop's currency", () => {
  expect(labelOfBand({ above: 100, upTo: 250 }, { currency: "NOK", locale: "en" })).toBe("kr\u00a0100 to kr\u00a0250");
});

test.each([
  "",
  "under",
  "under0",
  "under-1",
  "under010",
  "under1.5",
  "under1e3",
  "Under10",
  "under10 ",
  "over١٠",
  "0to100",
  "50to10",
  "50to50",
  "10to",
  "to10",
  "10to50to100",
  "over9999999999999",
  `under${"9".repeat(400)}`,
])("%j is no price band", (filter) => {
  expect(parsePriceBand(filter)).toBeUndefined();
});

test("every band survives its address, and reversed it is none", () => {
  fc.assert(
    fc.property(ascending, (bounds) => {
      for (const band of bandsBetween(bounds)) {
        expect(parsePriceBand(filterOfBand(band))).toEqual(band);
        const { above, upTo } = band;
        if (above && upTo) expect(parsePriceBand(filterOfBand({ above: upTo, upTo: above }))).toBeUndefined();
      }
    }),
  );
});

test("each price is in exactly one of the bands between some bounds: on a bound in the lower one, at 10 in the upper one", () => {
  const contains = ({ above, upTo }: { above?: number; upTo?: number }, cents: number) =>
    (above === undefined || cents > lastCentsBelow(above, 100)) &&
    (upTo === undefined || cents <= lastCentsBelow(upTo, 100));
  fc.assert(
    fc.property(ascending, fc.nat(), (bounds, anyCents) => {
      const near = bounds.flatMap((bound) => [bound * 100 - 1, bound * 100, bound * 100 + 1]);
      for (const cents of [anyCents, ...near]) {
        expect(bandsBetween(bounds).filter((band) => contains(band, cents))).toHaveLength(1);
      }
    }),
  );
  expect(contains({ upTo: 250 }, 250_00)).toBe(true);
  expect(contains({ above: 250 }, 250_00)).toBe(false);
  expect(contains({ upTo: 10 }, 10_00)).toBe(false);
  expect(contains({ above: 10, upTo: 50 }, 10_00)).toBe(true);
});

test("bands are listed by price", () => {
  const bands = bandsBetween([10, 50, 100]);
  expect(bands.toReversed().sort(compareBands)).toEqual(bands);
  expect(bandsBetween([])).toEqual([]);
});
