import * as v from "valibot";
import { checkbox, typedDecimal, typedText } from "../forms/form-rules.ts";
import { optionalDay } from "../forms/typed-moment.ts";
import { formWithRules, parse, ruleOfFields } from "../forms/validate.ts";
import { slugOf } from "../text/slug.ts";
import { readPercent } from "../values/read-number.ts";

export const rateNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
type RateNumber = (typeof rateNumbers)[number];

/** A rate as it is typed: "12,5 %" is 12.5. */
export const percent = v.pipe(
  typedDecimal(8),
  v.check((typed) => typed === "" || isRate(readPercent(typed)), "Use a number such as 25 or 12.5"),
  v.transform((typed) => (typed === "" ? "" : String((readPercent(typed) ?? 0) / 100))),
);

function isRate(hundredths: number | undefined) {
  return hundredths !== undefined && hundredths >= 0 && hundredths < 10_000;
}

/** The first day of a rate. */
export const day = optionalDay("Use a day such as 2026-01-01");

const rateFields = Object.fromEntries(
  rateNumbers.flatMap((number) => [
    [`name${number}`, typedText(40)],
    [`percent${number}`, percent],
    [`validFrom${number}`, day],
  ]),
) as unknown as Record<`${"name" | "percent" | "validFrom"}${RateNumber}`, ReturnType<typeof typedText>>;

const fields = v.object({
  registered: checkbox,
  invoices: checkbox,
  registrationNumber: typedText(30),
  ...rateFields,
});

/** The form about VAT. A row without a name is empty; the first row is the standard rate. */
export const taxForm = formWithRules(fields, ruleOfFields(problemsIn));

export type TaxFields = v.InferOutput<typeof fields>;
export type TaxField = keyof TaxFields;

/** A shop's until its owner sets up their own: Norway's standard rate, and not registered. */
export const newTaxes: TaxFields = parse(fields, { name1: "Standard", percent1: "25", validFrom1: "2005-01-01" });

/** Norway's other rates (Skatteetaten): food, passenger transport and the like, and exports. */
export const norwegianRates = [
  { name: "Food", percent: "15", validFrom: "2012-01-01" },
  { name: "Reduced", percent: "12", validFrom: "2018-01-01" },
  { name: "Zero", percent: "0", validFrom: "2005-01-01" },
];

function problemsIn(form: TaxFields) {
  const problems: { field: TaxField; message: string }[] = [];
  if (form.registered && !form.registrationNumber)
    problems.push({ field: "registrationNumber", message: "Enter your VAT registration number" });
  if (!form.name1) problems.push({ field: "name1", message: "The shop needs a standard rate" });
  const seen = new Set<string>();
  for (const number of rateNumbers) {
    const [name, percent, validFrom] = [form[`name${number}`], form[`percent${number}`], form[`validFrom${number}`]];
    if (!name && (percent || validFrom)) problems.push({ field: `name${number}`, message: "Enter the rate's name" });
    if (!name) continue;
    if (!percent) problems.push({ field: `percent${number}`, message: "Enter the rate in percent" });
    if (!validFrom) problems.push({ field: `validFrom${number}`, message: "Enter the first day of this rate" });
    const key = `${slugOf(name)} ${validFrom}`;
    if (seen.has(key)) problems.push({ field: `validFrom${number}`, message: `${name} already begins on this day` });
    seen.add(key);
  }
  return problems;
}
