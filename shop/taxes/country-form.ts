import * as v from "valibot";
import { checkbox, typedText } from "../forms/form-rules.ts";
import { formWithRules, parse, ruleOfFields } from "../forms/validate.ts";
import { countryOf } from "../values/countries.ts";
import { defaultFormats, type Formats } from "../values/locale.ts";
import { mostAmount } from "./abroad-form.ts";
import { knownRates } from "./known-rates.ts";
import { day, percent } from "./tax-form.ts";

export const countryRateNumbers = [1, 2, 3, 4, 5, 6, 7, 8] as const;
type RateNumber = (typeof countryRateNumbers)[number];

const rateFields = Object.fromEntries(
  countryRateNumbers.flatMap((number) => [
    [`rate${number}`, typedText(60)],
    [`percent${number}`, percent],
    [`validFrom${number}`, day],
  ]),
) as unknown as Record<`${"rate" | "percent" | "validFrom"}${RateNumber}`, ReturnType<typeof typedText>>;

function fieldsIn(formats: Formats) {
  return v.object({
    country: v.pipe(
      typedText(2),
      v.toUpperCase(),
      v.check((code) => countryOf(code) !== undefined, "Choose a country"),
    ),
    registered: checkbox,
    registrationNumber: typedText(30),
    most: mostAmount(formats),
    ...rateFields,
  });
}

/**
 * The form about the VAT of a country that isn't the seller's. Each row gives the products of one of the seller's own rates this percentage there; ""
 * is the standard rate, which products without a row have. A row without a percentage is empty.
 */
export function countryForm(formats: Formats) {
  return formWithRules(fieldsIn(formats), ruleOfFields(problemsIn));
}

export type CountryFields = v.InferOutput<ReturnType<typeof fieldsIn>>;
export type CountryField = keyof CountryFields;

/** The form of a country as the list of known rates fills it in: its standard rate. */
export function newCountry(country: string): CountryFields {
  const standard = knownRates.get(country)?.standard;
  return parse(fieldsIn(defaultFormats), {
    country,
    ...(standard !== undefined && { percent1: String(standard / 100) }),
  });
}

function problemsIn(form: CountryFields) {
  const problems: { field: CountryField; message: string }[] = [];
  const seen = new Set<string>();
  let hasStandard = false;
  for (const number of countryRateNumbers) {
    const [rate, typed, validFrom] = [form[`rate${number}`], form[`percent${number}`], form[`validFrom${number}`]];
    if (!typed && (rate || validFrom))
      problems.push({ field: `percent${number}`, message: "Enter the rate in percent" });
    if (!typed) continue;
    hasStandard ||= rate === "";
    const key = `${rate} ${validFrom}`;
    if (seen.has(key)) problems.push({ field: `validFrom${number}`, message: "This rate already begins on this day" });
    seen.add(key);
  }
  if (!hasStandard) problems.push({ field: "percent1", message: "The country needs a standard rate" });
  return problems;
}
