import { expect, test } from "vitest";
import type { DeliveryOption } from "../delivery/delivery-option.ts";
import { newTaxes } from "../taxes/tax-form.ts";
import { toTaxes } from "../taxes/taxes.ts";
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

function costsIn(elements: string) {
  return [...elements.matchAll(/country>(.*?)<.*?service>(.*?)<.*?price>(.*?)</gs)].map(([, ...cost]) =>
    cost.join(" "),
  );
}

test("each country has the option that customers get who choose none, at the product's own price", () => {
  const shipping = createShipping({
    options: [
      option("At our door", 0, { isPickup: true }),
      option("Bike", 100, { postcodes: ["50*"] }),
      option("Post & parcel", 900, { freeFromCents: 50_000, countries: countries.slice(0, 1) }),
      option("Express", 1900, { countries: countries.slice(0, 2) }),
    ],
    ...{ countries, currency: "NOK", taxes: toTaxes(newTaxes), today: "2026-11-26" },
  });
  const costs = (priceCents: number) => costsIn(shipping(priceCents));
  expect(costs(49_999)).toEqual(["NO Post &amp; parcel 9.00 NOK", "SE Express 19.00 NOK"]);
  expect(costs(50_000)).toEqual(["NO Post &amp; parcel 0.00 NOK", "SE Express 19.00 NOK"]);
  expect(costs(100)).toEqual(costs(49_999));
});

test("where prices follow the country, so does delivery, up to the price to which its VAT is charged", () => {
  const abroad = { country: "NO", exportNote: "", usesOss: false, pricesFollow: true };
  const shipping = createShipping({
    options: [option("Post", 10_000, { freeFromCents: 200_000 })],
    ...{ countries, currency: "NOK", today: "2026-11-26" },
    taxes: {
      ...toTaxes({ ...newTaxes, registered: "on" }),
      abroad: { ...abroad, ioss: { number: "IM1", mostCents: 150_000 }, countries: new Map() },
    },
  });
  expect(costsIn(shipping(150_000))).toEqual(["NO Post 100.00 NOK", "SE Post 100.00 NOK", "DK Post 100.00 NOK"]);
  expect(costsIn(shipping(150_001))).toEqual(["NO Post 100.00 NOK", "SE Post 80.00 NOK", "DK Post 80.00 NOK"]);
  expect(costsIn(shipping(200_000))).toEqual(["NO Post 0.00 NOK", "SE Post 0.00 NOK", "DK Post 0.00 NOK"]);
});
