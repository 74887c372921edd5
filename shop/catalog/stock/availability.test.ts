import { expect, test } from "vitest";
import { availabilityOf, fewLeft, isSoldOut } from "./availability.ts";

test.each([
  [0, "Out of Stock"],
  [1, "Low Stock"],
  [5, "Low Stock"],
  [6, "In Stock"],
  [1000, "In Stock"],
])("a stock of %d is %s", (stock, status) => {
  expect(availabilityOf(stock)).toBe(status);
});

test.each([
  [0, "Out of Stock", true],
  [0, "In Stock", true],
  [12, "Out of Stock", true],
  [1, "Low Stock", false],
  [12, "In Stock", false],
])("with a stock of %d and the status %s, sold out is %s", (stock, availabilityStatus, soldOut) => {
  expect(isSoldOut({ stock, availabilityStatus })).toBe(soldOut);
});

test("the last five pieces are counted to shoppers, more of them or none are not", () => {
  expect([-1, 0, 1, 5, 6].map((stock) => fewLeft({ stock }))).toEqual([undefined, undefined, 1, 5, undefined]);
});
