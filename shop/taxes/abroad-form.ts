import * as v from "valibot";
import { checkbox, typedText } from "../forms/form-rules.ts";
import { formWithRules, parse } from "../forms/validate.ts";
import { countryOf } from "../values/countries.ts";
import { defaultCurrency } from "../values/currencies.ts";
import { centsFromTypedAmount } from "../values/typed-amount.ts";
import { euCountries } from "./vat-area.ts";

const country = v.pipe(
  typedText(2),
  v.toUpperCase(),
  v.check((code) => code === "" || countryOf(code) !== undefined, "Choose a country"),
);

/** Up to which amount the goods of one parcel may be taxed at their destination; "" for any. */
export const mostAmount = v.pipe(
  typedText(30),
  v.check(
    (typed) => typed === "" || (centsFromTypedAmount(typed, defaultCurrency) ?? 0) > 0,
    "Use an amount such as 1500.00",
  ),
);

const fields = v.object({
  country,
  byDestination: checkbox,
  oss: checkbox,
  iossNumber: typedText(30),
  iossMost: mostAmount,
  pricesFollow: checkbox,
  exportNote: typedText(200),
});

/** The form about sales abroad. Off, all orders have the seller's own VAT. */
export const abroadForm = formWithRules(
  fields,
  v.forward(
    v.check(({ country, byDestination }) => !byDestination || country !== "", "Choose your own country"),
    ["country"],
  ),
  v.forward(
    v.check(({ country, oss }) => !oss || euCountries.includes(country), "One Stop Shop is for sellers in the EU"),
    ["oss"],
  ),
  v.forward(
    v.check(({ iossNumber, iossMost }) => iossNumber !== "" || iossMost === "", "Enter your IOSS number"),
    ["iossNumber"],
  ),
);

export type AbroadFields = v.InferOutput<typeof fields>;
export type AbroadField = keyof AbroadFields;

/** A shop's until its owner sets up their own. */
export const newAbroad: AbroadFields = parse(fields, {});
