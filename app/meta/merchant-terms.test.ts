import { expect, test } from "vitest";
import type { DeliveryOption } from "#shop/delivery/delivery-option.ts";
import { shippingServices } from "./merchant-terms.server.ts";

test.for([
  { priceCents: 990, freeFromCents: null, rates: ["9.90"] },
  { priceCents: 990, freeFromCents: 5000, rates: ["9.90", "0.00"] },
  { priceCents: 990, freeFromCents: 0, rates: ["0.00"] },
])("delivery for $priceCents, free from $freeFromCents, has a rate for each range of values", (given) => {
  const { rates, ...price } = given;
  const where = { countries: [], postcodes: [], isPickup: false };
  const option: DeliveryOption = { id: 1, name: "Post", days: 3, ...where, ...price };
  const [service] = shippingServices({
    countries: [{ code: "NO", name: "Norway" }],
    currency: "NOK",
    deliveryOptions: [option],
    returnDays: 14,
    returnsPaidBy: undefined,
    taxes: { isRegistered: false, issuesInvoices: false, registrationNumber: "", rates: [], abroad: undefined },
    timeZone: "Europe/Oslo",
  });
  expect(service?.shippingConditions.map(({ shippingRate }) => shippingRate.value)).toEqual(rates);
});
