import { expect, test } from "vitest";
import { parseSort, sorts } from "./sorts.ts";

test("the menu offers the specification's four sorts, and an address can ask for each", () => {
  const values = sorts.map(({ value }) => value);
  expect(values).toEqual(["name", "highestPrice", "lowestPrice", "rating"]);
  expect(values.map(parseSort)).toEqual(values);
});

test.each([null, "", "Name", "price", "toString"])("%j in an address means the catalog's own order", (value) => {
  expect(parseSort(value)).toBeUndefined();
});
