import { expect, test } from "vitest";
import { hasCheckDigit } from "./gtin.ts";

test.each([
  ["96385074", "GTIN-8"],
  ["614141000036", "GTIN-12"],
  ["4006381333931", "GTIN-13"],
  ["10614141000415", "GTIN-14"],
])("the check digit of %s (%s) fits, and no other in its place", (gtin) => {
  expect(hasCheckDigit(gtin)).toBe(true);
  const others = Array.from({ length: 9 }, (_, index) => (Number(gtin.at(-1)) + 1 + index) % 10);
  for (const digit of others) expect(hasCheckDigit(gtin.slice(0, -1) + digit)).toBe(false);
});
