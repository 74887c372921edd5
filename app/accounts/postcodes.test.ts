import cities from "norway-postal-codes";
import * as v from "valibot";
import { expect, test } from "vitest";
import { city } from "#shop/forms/account-fields.ts";
import { cityOf } from "./postcodes.ts";

test.each([
  ["0001", "Oslo"],
  ["0155", "Oslo"],
  ["1300", "Sandvika"],
  ["5003", "Bergen"],
  ["8622", "Mo i Rana"],
  ["9173", "Ny Ålesund"],
  ["9990", "Båtsfjord"],
])("%s is in %s", (zipCode, name) => {
  expect(cityOf(zipCode)).toBe(name);
});

test.each(["", "0000", "015", "01555", "abcd", "٠١٥٥", "constructor"])("%j has no city", (text) => {
  expect(cityOf(text)).toBeUndefined();
});

test("each city that a postcode fills in is valid in the form", () => {
  for (const code of Object.keys(cities)) expect(v.safeParse(city, cityOf(code)).success, cityOf(code)).toBe(true);
});
