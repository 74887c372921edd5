import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../tests/support/any-text.ts";
import { parseSort, sorts } from "./sorts.ts";

test("the menu offers the specification's four sorts, and an address can ask for each", () => {
  const values = sorts.map(({ value }) => value);
  expect(values).toEqual(["name", "highestPrice", "lowestPrice", "rating"]);
  expect(values.map(parseSort)).toEqual(values);
});

test.each([null, "", "Name", "price", "toString"])("%j in an address means the catalog's own order", (value) => {
  expect(parseSort(value)).toBeUndefined();
});

test("whatever an address asks for, it is a sort of the menu, or none", () => {
  fc.assert(
    fc.property(anyText, (value) => {
      expect([undefined, ...sorts.map((sort) => sort.value)]).toContain(parseSort(value));
    }),
  );
});
