import { expect, test } from "vitest";
import { countryOf } from "../values/countries.ts";
import { type Area, claimedTerms, type DeliveryOption, defaultOption, optionsFor } from "./delivery-option.ts";

function option(changes: Partial<DeliveryOption> = {}): DeliveryOption {
  const standard = { id: 1, name: "Standard", priceCents: 0, freeFromCents: null, days: 3 };
  return { ...standard, countries: [], postcodes: [], isPickup: false, ...changes };
}

function countries(...codes: string[]) {
  return codes.flatMap((code) => countryOf(code) ?? []);
}

function isFor(area: Area, limits: Partial<DeliveryOption>) {
  return optionsFor([option(limits)], area).length > 0;
}

test.for<[zipCode: string, postcodes: string[], isIn: boolean]>([
  ["0155", ["0001-1299"], true],
  ["0155", ["0155"], true],
  ["NO-5003", ["50*"], true],
  ["5003", ["0001-1299", "51*"], false],
  ["SW1A 2AA", ["SW1*"], true],
  ["sw1a2aa", ["SW1A2AA"], true],
  ["SW1A 2AA", ["SW1A"], true],
  ["115 23", ["11000-11999"], true],
  ["1012 LG", ["1012LG"], true],
  ["1012LG", ["1000-1099"], true],
  ["62704-1234", ["62000-62999"], true],
  // Countries without postcodes.
  ["", ["0001-9999", "0*"], false],
])("the zip code %s is in %j: %s", ([zipCode, postcodes, isIn]) => {
  expect(isFor({ country: "NO", zipCode }, { postcodes })).toBe(isIn);
});

test("an option is for its countries, and what isn't known of the area excludes nothing", () => {
  const limits = { countries: countries("NO", "SE"), postcodes: ["50*"] };
  expect(isFor({ country: "SE", zipCode: "50123" }, limits)).toBe(true);
  expect(isFor({ country: "DK", zipCode: "5000" }, limits)).toBe(false);
  expect(isFor({ country: "NO" }, limits)).toBe(true);
  expect(isFor({}, limits)).toBe(true);
  expect(isFor({ country: "NO", zipCode: "0155" }, limits)).toBe(false);
});

test("pickup is for the addresses in its area, and for every address without one", () => {
  const area = { country: "SE", zipCode: "115 23" };
  expect(isFor(area, { isPickup: true })).toBe(true);
  expect(isFor(area, { isPickup: true, countries: countries("SE"), postcodes: ["1*"] })).toBe(true);
  expect(isFor(area, { isPickup: true, countries: countries("NO") })).toBe(false);
  expect(isFor(area, { isPickup: true, postcodes: ["50*"] })).toBe(false);
});

test("the default option is the cheapest that is delivered, by what the items cost, and pickup where nothing is", () => {
  const pickup = option({ id: 2, isPickup: true });
  const post = option({ id: 3, priceCents: 490, freeFromCents: 5000 });
  const express = option({ id: 4, priceCents: 400 });
  const byDefault = (options: DeliveryOption[], cents: number) => defaultOption(options, cents)?.id;
  expect(byDefault([post, express], 4999)).toBe(4);
  expect(byDefault([post, express], 5000)).toBe(3);
  expect(byDefault([pickup, post, express], 4999)).toBe(4);
  expect(byDefault([pickup, post, express], 5000)).toBe(3);
  expect(byDefault([option({ id: 5, isPickup: true, priceCents: 100 }), pickup], 0)).toBe(2);
  expect(byDefault([], 5000)).toBeUndefined();
});

test("pages claim the terms of the cheapest option that is for everybody", () => {
  const local = option({ postcodes: ["0*"] });
  const post = option({ id: 3, priceCents: 490, days: 5 });
  const express = option({ id: 4, priceCents: 990, days: 1 });
  const terms = { priceCents: 490, freeFromCents: null, days: 5 };
  expect(claimedTerms([post])).toEqual(terms);
  expect(claimedTerms([option({ isPickup: true }), local, express, post])).toEqual({
    ...{ ...terms, hasChoice: true },
    otherPrices: [{ priceCents: 990, freeFromCents: null }],
  });
  expect(claimedTerms([local])).toEqual({ priceCents: 0, freeFromCents: null, days: 3 });
  expect(claimedTerms([option({ isPickup: true }), option({ postcodes: ["0*"], priceCents: 490 })])).toEqual({
    ...{ priceCents: 490, freeFromCents: null, days: 3 },
    hasChoice: true,
  });
  const localPickup = option({ isPickup: true, postcodes: ["0*"] });
  expect(claimedTerms([localPickup, option({ isPickup: true, priceCents: 100 })])).toMatchObject({
    ...{ isPickup: true, priceCents: 100 },
  });
});
