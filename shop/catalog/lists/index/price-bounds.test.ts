import fc from "fast-check";
import { expect, test } from "vitest";
import { lastCentsBelow } from "../../filters/price-bands.ts";
import { choosePriceBounds } from "./price-bounds.ts";

function boundsOf(prices: number[], currency = "NOK") {
  const sorted = prices.map((price) => Math.round(price * 100)).sort((a, b) => a - b);
  const countUpTo = (cents: number) => sorted.filter((price) => price <= cents).length;
  return choosePriceBounds(
    { count: sorted.length, scale: 100, centsAt: (place) => sorted[place] as number, countUpTo },
    currency,
  );
}

test.each([
  ["groceries in kroner", [29, 39, 49, 99, 149, 199, 249, 499, 999, 1499], [50, 200, 500]],
  ["furniture in kroner", [1990, 2490, 4990, 7990, 9990, 14_990, 24_990], [2000, 10_000, 20_000]],
  ["sweets", [0.5, 0.9, 1.2, 1.9, 2.5, 3.9, 6, 12], [1, 2, 5]],
  ["products that cost nearly the same", [310, 320, 330, 340, 350, 360, 370, 380], [330, 350, 370]],
  ["two prices", [100, 100, 100, 300], [100]],
  ["one price", [100, 100, 100], []],
  ["free products", [0, 0], []],
  ["nothing", [], []],
])("the menu of a shop with %s has round bounds near the quartiles", (_, prices, bounds) => {
  expect(boundsOf(prices)).toEqual(bounds);
});

test("a shop in dollars has the specification's bands while at most one of them is empty", () => {
  expect(boundsOf([5, 20, 70, 200], "USD")).toEqual([10, 50, 100]);
  expect(boundsOf([5, 20, 70], "USD")).toEqual([10, 50, 100]);
  expect(boundsOf([1200, 1900, 2500, 4000, 9000], "USD")).toEqual([2000, 5000]);
  expect(boundsOf([5, 20, 70, 200], "EUR")).not.toEqual([10, 50, 100]);
});

test("whatever products cost, there are at most four bands, each with products", () => {
  const price = fc.oneof(fc.nat({ max: 3000 }), fc.double({ min: 0, max: 5_000_000, noNaN: true }));
  fc.assert(
    fc.property(fc.array(price, { maxLength: 60 }), (prices) => {
      const bounds = boundsOf(prices);
      expect(bounds.length).toBeLessThanOrEqual(3);
      if (bounds.length === 0) return;
      const places = prices.map(
        (price) => bounds.filter((bound) => Math.round(price * 100) > lastCentsBelow(bound, 100)).length,
      );
      expect(new Set(places).size).toBe(bounds.length + 1);
    }),
  );
});

test("bounds stay while a few products come and go", () => {
  const prices = Array.from({ length: 400 }, (_, index) => 30 + index * index * 0.02);
  const bounds = boundsOf(prices);
  expect(boundsOf(prices.slice(3))).toEqual(bounds);
  expect(boundsOf([...prices, 5, 7000])).toEqual(bounds);
});
