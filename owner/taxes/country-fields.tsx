import { type CountryField, type CountryFields, countryRateNumbers } from "#shop/taxes/country-form.ts";
import { knownPercentages } from "#shop/taxes/known-rates.ts";
import { allCountries } from "#shop/values/countries.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatUnits } from "#shop/values/money.ts";
import { typedNumber } from "#shop/values/typed-numbers.ts";
import { formatPercent } from "#shop/values/written-numbers.ts";
import { useFormats } from "#ui/formats.ts";
import { CheckboxField, SelectField, type ShownForm, TextField } from "../forms/form-fields.tsx";
import { Part } from "../screen/screen.tsx";
import { rateRow, shownRows } from "./rate-rows.ts";

/** The labels of the form about another country's VAT. */
export const countryLabels = {
  country: "Country",
  registered: "Registered for VAT there",
  registrationNumber: "VAT number there",
  most: "Largest order with this VAT",
  ...Object.fromEntries(
    countryRateNumbers.flatMap((number) => [
      [`rate${number}`, `Rate ${number}: products`],
      [`percent${number}`, `Rate ${number}: percent`],
      [`validFrom${number}`, `Rate ${number}: valid from`],
    ]),
  ),
} as Record<CountryField, string>;

interface CountryFieldsetProps extends ShownForm<CountryFields> {
  /** The seller's own rates, the standard one first. */
  ownRates: { id: string; name: string }[];
  isNew: boolean;
}

/** The fields about another country's VAT. */
export function CountryFieldset({ texts, errors, ownRates, isNew }: CountryFieldsetProps) {
  const formats = useFormats();
  const field = fieldIn({ texts, errors });
  return (
    <>
      <Part title="Registration">
        <div className="grid gap-4 sm:grid-cols-2">
          {isNew ? (
            <SelectField {...field("country")} className="sm:col-span-2">
              <option value="">Choose a country</option>
              {allCountries().map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          ) : (
            <input type="hidden" name="country" value={texts.country} />
          )}
          <CheckboxField
            name="registered"
            label={countryLabels.registered}
            defaultChecked={Boolean(texts.registered)}
            hint="Orders to this country then have its VAT. EU countries don't need this with One Stop Shop."
            className="sm:col-span-2"
          />
          <TextField
            {...field("registrationNumber")}
            maxLength={30}
            hint="Printed on invoices of orders to this country"
          />
          <TextField
            {...field("most")}
            maxLength={30}
            inputMode="decimal"
            placeholder="Any amount"
            hint={`The price of its items in your shop. The UK's rules are for up to ${formatUnits(135, { currency: "GBP", locale: formats.locale })} without VAT. Larger orders are exports.`}
          />
        </div>
      </Part>
      <Part title="Rates">
        <p className="mb-4 text-soft">
          {knownText(texts.country, formats)} Products of a rate without a row have the standard rate. When a rate
          changes, add a row with the first day of the new percentage.
        </p>
        <RateRows texts={texts} errors={errors} ownRates={ownRates} />
      </Part>
    </>
  );
}

function fieldIn({ texts, errors }: ShownForm<CountryFields>) {
  return (name: CountryField, label = countryLabels[name]) => ({
    ...{ name, label, defaultValue: texts[name], error: errors[name] },
  });
}

function RateRows({ texts, errors, ownRates }: Omit<CountryFieldsetProps, "isNew">) {
  const field = fieldIn({ texts, errors });
  const rows = shownRows(countryRateNumbers, (number) => texts[`percent${number}`] || texts[`rate${number}`]);
  const formats = useFormats();
  const percentages = knownPercentages(texts.country).map((percent) => typedNumber(String(percent), formats));
  const [, ...others] = ownRates;
  return (
    <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
      {rows.map((number) => (
        <fieldset key={number} aria-label={`Rate ${number}`} className={rateRow}>
          <SelectField {...field(`rate${number}`, "Products with your rate")} className="max-sm:col-span-2">
            <option value="">Standard, and all others</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            {...field(`percent${number}`, "Percent there")}
            inputMode="decimal"
            maxLength={8}
            list="known-rates"
          />
          <TextField {...field(`validFrom${number}`, "Valid from")} type="date" />
        </fieldset>
      ))}
      <datalist id="known-rates">
        {percentages.map((percent) => (
          <option key={percent} value={percent} />
        ))}
      </datalist>
    </div>
  );
}

/** What the list of known rates says of a country. */
function knownText(country: string | undefined, formats: Formats) {
  const [standard, ...reduced] = knownPercentages(country).map((percent) => formatPercent(percent, formats));
  if (standard === undefined) return "Enter the country's rates.";
  const others = reduced.length > 0 ? `, ${reduced.join(", ")} reduced` : "";
  return `Known rates: ${standard} standard${others}.`;
}
