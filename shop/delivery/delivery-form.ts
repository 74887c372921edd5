import * as v from "valibot";
import { checkbox, typedDecimal, typedText, wholeNumber } from "../forms/form-rules.ts";
import { formWithRules } from "../forms/validate.ts";
import { countryCodes } from "../values/country-codes.ts";
import type { Currency } from "../values/currencies.ts";
import type { Formats } from "../values/locale.ts";
import { decimalAmount } from "../values/money.ts";
import { centsFromTypedAmount } from "../values/typed-amount.ts";
import { typedAmount } from "../values/typed-numbers.ts";
import { standardDelivery } from "./delivery.ts";
import { isPostcodeRule, parsePostcodes } from "./postcode-rules.ts";
import type { DeliveryRow } from "./read-delivery.ts";

/** Larger amounts are typing errors. */
const mostCents = 10_000_000;
const mostDays = 60;
const mostPostcodes = 100;
/** Characters. */
const pickupTextLimit = 500;

/** A typed amount; parsed to the currency's decimals. */
function amountIn(formats: Formats) {
  const { currency } = formats;
  return v.pipe(
    typedDecimal(20),
    v.check(
      (typed) => typed === "" || (centsFromTypedAmount(typed, currency) ?? Infinity) <= mostCents,
      `Use an amount such as ${typedAmount(490, formats)}`,
    ),
    v.transform((typed) => (typed === "" ? "" : decimalAmount(centsFromTypedAmount(typed, currency) ?? 0, currency))),
  );
}

const typedDays = wholeNumber(1, mostDays, "days");

const plainFields = {
  name: v.pipe(typedText(60), v.nonEmpty("Enter a name")),
  days: typedDays,
  daysFrom: typedDays,
  skipsWeekends: checkbox,
  countries: v.pipe(typedText(1000), countryCodes),
  postcodes: v.pipe(
    typedText(1000),
    v.transform(parsePostcodes),
    v.maxLength(mostPostcodes, `Use at most ${mostPostcodes} zip codes and ranges`),
    v.check((rules) => rules.every(isPostcodeRule), "Use zip codes such as 5003, ranges such as 0001-1299, or 50*"),
    v.transform((rules) => rules.join(", ")),
  ),
  pickup: checkbox,
  /** The only place of a pickup as a text, which settings files of earlier versions have. It becomes a place, so it is never read back. */
  pickupPlace: typedText(pickupTextLimit),
  disabled: checkbox,
};

/** The form of a delivery option. */
export function deliveryForm(formats: Formats) {
  const { name, ...others } = plainFields;
  const amount = amountIn(formats);
  return formWithRules(
    v.object({ name, price: amount, freeFrom: amount, ...others }),
    v.forward(v.partialCheck([["days"], ["daysFrom"]], isRange, "Use an earlier day than the last one"), ["daysFrom"]),
  );
}

function isRange({ days, daysFrom }: { days: string; daysFrom: string }) {
  return daysFrom === "" || Number(daysFrom) < (Number(days) || standardDelivery.days);
}

export type DeliveryFields = v.InferOutput<ReturnType<typeof deliveryForm>>;
export type DeliveryField = keyof DeliveryFields;

/** What a form decides of an option. */
export type DeliveryColumns = Omit<DeliveryRow, "id" | "position" | "pickupPlace">;

/** What a form's fields mean. */
export function toDeliveryColumns(fields: DeliveryFields, currency: Currency): DeliveryColumns {
  const { name, price, freeFrom, days, daysFrom, countries, postcodes, pickup, disabled } = fields;
  return {
    ...{ name, countries, postcodes },
    priceCents: centsFromTypedAmount(price, currency) ?? 0,
    freeFromCents: centsFromTypedAmount(freeFrom, currency) ?? null,
    days: Number(days) || standardDelivery.days,
    daysFrom: Number(daysFrom) || null,
    skipsWeekends: fields.skipsWeekends ? 1 : 0,
    isPickup: pickup ? 1 : 0,
    isActive: disabled ? 0 : 1,
  };
}

/** A stored option as its form shows it. */
export function toDeliveryForm(row: DeliveryColumns, currency: Currency): DeliveryFields {
  const { name, priceCents, freeFromCents, days, daysFrom, countries, postcodes, isPickup, isActive } = row;
  return {
    ...{ name, countries, postcodes, pickupPlace: "" },
    price: priceCents > 0 ? decimalAmount(priceCents, currency) : "",
    freeFrom: freeFromCents === null ? "" : decimalAmount(freeFromCents, currency),
    days: String(days),
    daysFrom: daysFrom === null ? "" : String(daysFrom),
    skipsWeekends: row.skipsWeekends ? "on" : "",
    pickup: isPickup ? "on" : "",
    disabled: isActive ? "" : "on",
  };
}
