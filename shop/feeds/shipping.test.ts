import { expect, test } from "vitest";
import type { DeliveryOption } from "../delivery/delivery-option.ts";
import { type Country, countryOf } from "../values/countries.ts";
import { createShipping } from "./shipping.ts";

const countries = ["NO", "SE", "DK"].map((code) => countryOf(code) as Country);

function option(name: string, priceCents: number, changes: Partial<DeliveryOption> = {}): DeliveryOption {
  return {
    id: 1,
    name,
    priceCents,
    freeFromCents: null,
    days: 3,
    countries: [],
    postcodes: [],
    isPickup: false,
    ...changes,
  };
}

test("each country has the option that customers get who choose none, at the product's own price", () => {
  const shipping = createShipping(
    [
      option("At our door", 0, { isPickup: true }),
      option("Bike", 100, { postcodes: ["50*"] }),
      option("Post & parcel", 900, { freeFromCents: 50_000, countries: countries.slice(0, 1) }),
      option("Express", 1900, { countries: countries.slice(0, 2) }),
    ],
    countries,
    "NOK",
  );
  const costs = (priceCents: number) =>
    [...shipping(priceCents).matchAll(/country>(.*?)<.*?service>(.*?)<.*?price>(.*?)</gs)].map(([, ...cost]) =>
      cost.join(" "),
    );
  expect(costs(49_999)).toEqual(["NO Post &amp; parcel 9.00 NOK", "SE Express 19.00 NOK"]);
  expect(costs(50_000)).toEqual(["NO Post &amp; parcel 0.00 NOK", "SE Express 19.00 NOK"]);
  expect(costs(100)).toEqual(costs(49_999));
});
