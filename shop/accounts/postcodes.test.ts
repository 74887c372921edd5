import * as v from "valibot";
import { expect, test } from "vitest";
import { city } from "./account-fields.ts";
import { cityOf } from "./postcodes.ts";

test.each([
  ["0001", "Oslo"],
  ["0155", "Oslo"],
  ["1300", "Sandvika"],
  ["5003", "Bergen"],
  ["8622", "Mo i Rana"],
  ["9990", "Båtsfjord"],
])("%s is in %s", (zipCode, name) => {
  expect(cityOf(zipCode)).toBe(name);
});

test.each(["", "0000", "015", "01555", "abcd", "٠١٥٥"])("%j is no postcode", (text) => {
  expect(cityOf(text)).toBeUndefined();
});

test("each city that a postcode fills in is one that the forms take", () => {
  for (let code = 1; code <= 9999; code++) {
    const name = cityOf(String(code).padStart(4, "0"));
    expect(v.safeParse(city, name).success, name).toBe(true);
  }
});
