import { expect, test } from "vitest";
import { axisTicks } from "./sales-axis.ts";

test.each([
  [0, [0, 100]],
  [50, [0, 100]],
  [250, [0, 100, 200, 300]],
  [99_900, [0, 50_000, 100_000]],
  [160_000, [0, 50_000, 100_000, 150_000, 200_000]],
  [123_456_789, [0, 50_000_000, 100_000_000, 150_000_000]],
])("amounts up to %i cents have lines at %j", (most, ticks) => {
  expect(axisTicks(most, 100)).toEqual(ticks);
});
