import * as v from "valibot";
import { checkbox, typedDecimal, typedText } from "../forms/form-rules.ts";
import { formWithRules, parse } from "../forms/validate.ts";
import { countryOf } from "../values/countries.ts";
import { defaultFormats, type Formats } from "../values/locale.ts";
import { centsFromNumber } from "../values/money.ts";
import { centsFromTypedAmount } from "../values/typed-amount.ts";
import { typedAmount } from "../values/typed-numbers.ts";
import { isInEuVatArea, northernIreland } from "./vat-area.ts";

const country = v.pipe(
  typedText(2),
  v.toUpperCase(),
  v.check((code) => code === "" || code === northernIreland || countryOf(code) !== undefined, "Choose a country"),
);

/** Up to which amount the goods of one parcel may be taxed at their destination; "" for any. */
export function mostAmount(formats: Formats) {
  const example = typedAmount(centsFromNumber(1500, formats.currency) ?? 0, formats);
  return v.pipe(
    typedDecimal(30),
    v.check(
      (typed) => typed === "" || (centsFromTypedAmount(typed, formats.currency) ?? 0) > 0,
      `Use an amount such as ${example}`,
    ),
  );
}

function fieldsIn(formats: Formats) {
  return v.object({
    country,
    byDestination: checkbox,
    oss: checkbox,
    iossNumber: typedText(30),
    iossMost: mostAmount(formats),
    pricesFollow: checkbox,
    exportNote: typedText(200),
    ecbRates: checkbox,
  });
}

/** The form about sales abroad. Off, all orders have the seller's own VAT. */
export function abroadForm(formats: Formats) {
  return formWithRules(
    fieldsIn(formats),
    v.forward(
      v.check(({ country, byDestination }) => !byDestination || country !== "", "Choose your own country"),
      ["country"],
    ),
    v.forward(
      v.check(({ country, oss }) => !oss || isInEuVatArea(country), "One Stop Shop is for sellers in the EU"),
      ["oss"],
    ),
    v.forward(
      v.check(({ iossNumber, iossMost }) => iossNumber !== "" || iossMost === "", "Enter your IOSS number"),
      ["iossNumber"],
    ),
  );
}

export type AbroadFields = v.InferOutput<ReturnType<typeof fieldsIn>>;
export type AbroadField = keyof AbroadFields;

/** A shop's until its owner sets up their own. */
export const newAbroad: AbroadFields = parse(fieldsIn(defaultFormats), {});
