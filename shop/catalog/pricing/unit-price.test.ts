import { expect, test } from "vitest";
import { unitPriceOf } from "./unit-price.ts";

test.each([
  [2490, 250, "g", { cents: 9960, unit: "kg" }],
  [2490, 2, "kg", { cents: 1245, unit: "kg" }],
  [1000, 300, "ml", { cents: 3333, unit: "l" }],
  [199, 0.33, "l", { cents: 603, unit: "l" }],
  [1500, 2.5, "m", { cents: 600, unit: "m" }],
  [999, 12, "piece", { cents: 83, unit: "piece" }],
  [2490, 1000, "g", undefined],
  [2490, 1, "piece", undefined],
  [2490, undefined, "g", undefined],
  [2490, 250, undefined, undefined],
  [2490, 250, "constructor", undefined],
  [2490, 0, "g", undefined],
  [1, 1_000_000_000, "piece", undefined],
  [99_999_999_999, 0.000001, "g", undefined],
  [0, 250, "g", undefined],
] as const)("%i cents for %s %s are %j", (priceCents, contentAmount, contentUnit, unitPrice) => {
  expect(unitPriceOf({ priceCents, contentAmount, contentUnit })).toEqual(unitPrice);
});
