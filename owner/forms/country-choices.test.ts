import * as v from "valibot";
import { expect, test } from "vitest";
import { validate } from "#shop/forms/validate.ts";
import { countryCodes } from "#shop/values/country-codes.ts";
import { countriesLimit, withChosenCountries } from "./country-choices.ts";

const form = v.object({ countries: v.pipe(v.string(), v.maxLength(countriesLimit), countryCodes) });

test("a list's choice is added to the typed codes, and a form without one keeps its text", () => {
  const added = (countries: string, chosen?: string, whenEmpty?: string[]) =>
    withChosenCountries({ countries, ...(chosen !== undefined && { "countries-add": chosen }) }, whenEmpty);
  expect(added("no;SE")).toEqual({ countries: "no;SE" });
  expect(added("no;SE", "")).toEqual({ countries: "no;SE" });
  expect(added("no;SE", "DE")).toEqual({ countries: "NO, SE, DE" });
  expect(added("", "SE", ["NO"])).toEqual({ countries: "NO, SE" });
  expect(added("", "SE")).toEqual({ countries: "SE" });
  expect(added("NO", "nordic")).toEqual({ countries: "NO, DK, FI, IS, SE" });
  expect(added("NO", "Sweden")).toEqual({ countries: "NO" });
  expect(added("x".repeat(countriesLimit + 1), "SE")).toEqual({ countries: "x".repeat(countriesLimit + 1) });
});

test("all countries fit the field", () => {
  const all = withChosenCountries({ countries: "SE", "countries-add": "all" });
  expect(validate(form, all).values).toEqual(all);
});
