import * as v from "valibot";
import { checkbox, typedText } from "../forms/form-rules.ts";
import { countryCodes } from "../values/country-codes.ts";
import { decimalAmount } from "../values/money.ts";
import { centsFromTypedAmount } from "../values/typed-amount.ts";
import { standardDelivery } from "./delivery.ts";
import { isPostcodeRule, parsePostcodes } from "./postcode-rules.ts";
import type { DeliveryRow } from "./read-delivery.ts";

/** Larger amounts are typing errors. */
const mostCents = 10_000_000;
const mostDays = 60;
const mostPostcodes = 100;
/** Characters. */
export const pickupPlaceLimit = 500;

/** A typed amount; parsed to 2 decimals. */
const amount = v.pipe(
  typedText(20),
  v.check(
    (typed) => typed === "" || (centsFromTypedAmount(typed) ?? Infinity) <= mostCents,
    "Use an amount such as 4.90",
  ),
  v.transform((typed) => (typed === "" ? "" : decimalAmount(centsFromTypedAmount(typed) ?? 0))),
);

/** The form of a delivery option. */
export const deliveryForm = v.object({
  name: v.pipe(typedText(60), v.nonEmpty("Enter a name")),
  price: amount,
  freeFrom: amount,
  days: v.pipe(
    typedText(10),
    v.check(
      (typed) => typed === "" || (/^[1-9]\d*$/.test(typed) && Number(typed) <= mostDays),
      `Use a number of days, from 1 to ${mostDays}`,
    ),
  ),
  countries: v.pipe(typedText(1000), countryCodes),
  postcodes: v.pipe(
    typedText(1000),
    v.transform(parsePostcodes),
    v.maxLength(mostPostcodes, `Use at most ${mostPostcodes} zip codes and ranges`),
    v.check((rules) => rules.every(isPostcodeRule), "Use zip codes such as 5003, ranges such as 0001-1299, or 50*"),
    v.transform((rules) => rules.join(", ")),
  ),
  pickup: checkbox,
  pickupPlace: typedText(pickupPlaceLimit),
  disabled: checkbox,
});

export type DeliveryFields = v.InferOutput<typeof deliveryForm>;
export type DeliveryField = keyof DeliveryFields;

/** What a form's fields mean. */
export function toDeliveryColumns(fields: DeliveryFields): Omit<DeliveryRow, "id" | "position"> {
  const { name, price, freeFrom, days, countries, postcodes, pickup, pickupPlace, disabled } = fields;
  return {
    ...{ name, countries, postcodes, pickupPlace },
    priceCents: centsFromTypedAmount(price) ?? 0,
    freeFromCents: centsFromTypedAmount(freeFrom) ?? null,
    days: Number(days) || standardDelivery.days,
    isPickup: pickup ? 1 : 0,
    isActive: disabled ? 0 : 1,
  };
}

/** A stored option as its form shows it. */
export function toDeliveryForm(row: Omit<DeliveryRow, "id" | "position">): DeliveryFields {
  const { name, priceCents, freeFromCents, days, countries, postcodes, isPickup, pickupPlace, isActive } = row;
  return {
    ...{ name, countries, postcodes, pickupPlace },
    price: priceCents > 0 ? decimalAmount(priceCents) : "",
    freeFrom: freeFromCents === null ? "" : decimalAmount(freeFromCents),
    days: String(days),
    pickup: isPickup ? "on" : "",
    disabled: isActive ? "" : "on",
  };
}
