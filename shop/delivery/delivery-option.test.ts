import { expect, test } from "vitest";
import { countryOf } from "../accounts/countries.ts";
import { claimedTerms, type DeliveryOption, defaultOption, optionsFor } from "./delivery-option.ts";

function option(changes: Partial<DeliveryOption> = {}): DeliveryOption {
  const standard = { id: 1, name: "Standard", priceCents: 0, freeFromCents: null, days: 3 };
  return { ...standard, countries: [], postcodes: [], isPickup: false, ...changes };
}

function countries(...codes: string[]) {
  return codes.flatMap((code) => countryOf(code) ?? []);
}

function isFor(address: string, limits: Partial<DeliveryOption>, shopCountries = countries("NO")) {
  return optionsFor([option(limits)], address, shopCountries).length > 0;
}

test.for<[address: string, postcodes: string[], isIn: boolean]>([
  ["Storgata 1, 0155 Oslo, Norway", ["0001-1299"], true],
  ["Storgata 1, 0155 Oslo", ["0155"], true],
  ["Storgata 1 0155 Oslo", ["0100-0199"], true],
  ["Storgata 155, NO-5003 Bergen", ["50*"], true],
  ["Storgata 1, 5003 Bergen", ["0001-1299", "51*"], false],
  // A street's number is no postcode.
  ["Storgata 5003, Oslo", ["5003"], false],
  ["Storgata 12", ["0001-1299"], false],
  ["Strandveien 1200", ["0001-1299"], false],
  ["0155 Oslo", ["0001-1299"], true],
  ["Oslo 0155", ["0001-1299"], true],
  ["10 Downing Street, London SW1A 2AA, United Kingdom", ["SW1*"], true],
  ["10 Downing Street, London SW1A 2AA", ["SW1A2AA"], true],
  ["Drottninggatan 1, 115 23 Stockholm", ["11000-11999"], true],
  ["Damrak 1, 1012 LG Amsterdam", ["1012LG"], true],
  ["1 Main St, Springfield, IL 62704-1234, United States", ["62000-62999"], true],
  ["", ["0001-9999"], false],
  [" ,, , ", ["0001-9999"], false],
])("%s is in the zip codes %j: %s", ([address, postcodes, isIn]) => {
  expect(isFor(address, { postcodes })).toBe(isIn);
});

test.for<[address: string, shop: string[], delivers: string[], isIn: boolean]>([
  ["Storgata 1, 0155 Oslo, Norway", ["NO", "SE"], ["NO"], true],
  ["Storgata 1, 0155 Oslo, norway", ["NO", "SE"], ["NO"], true],
  ["Storgata 1 0155 Oslo Norway", ["NO", "SE"], ["NO"], true],
  ["Storgata 1, 0155 Oslo, Norge", ["NO", "SE"], ["NO"], true],
  ["Storgata 1, 0155 Oslo, NO", ["NO", "SE"], ["NO"], true],
  ["Drottninggatan 1, 115 23 Stockholm, Sweden", ["NO", "SE"], ["NO"], false],
  // Without a country, a shop's only one is assumed.
  ["Storgata 1, 0155 Oslo", ["NO"], ["NO"], true],
  ["Storgata 1, 0155 Oslo", ["NO", "SE"], ["NO"], false],
  ["Unter den Linden 1, 10117 Berlin, Germany", ["NO"], ["NO"], false],
  ["Unter den Linden 1, 10117 Berlin, Germany", ["NO"], [], true],
])("%s in a shop for %j is delivered to %j: %s", ([address, shop, delivers, isIn]) => {
  expect(isFor(address, { countries: countries(...delivers) }, countries(...shop))).toBe(isIn);
});

test("pickup is for the addresses in its area, and for every address without one", () => {
  const address = "Drottninggatan 1, 115 23 Stockholm, Sweden";
  expect(isFor(address, { isPickup: true })).toBe(true);
  expect(isFor(address, { isPickup: true, countries: countries("SE"), postcodes: ["1*"] })).toBe(true);
  expect(isFor(address, { isPickup: true, countries: countries("NO") })).toBe(false);
  expect(isFor(address, { isPickup: true, postcodes: ["50*"] })).toBe(false);
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
  expect(claimedTerms([option({ isPickup: true }), local, express, post])).toEqual({ ...terms, hasChoice: true });
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
