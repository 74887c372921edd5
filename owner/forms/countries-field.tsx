import { allCountries, countryOf, parseCountryCodes } from "#shop/values/countries.ts";
import { Button } from "#ui/button.tsx";
import { chosenName, countriesLimit, countryGroups } from "./country-choices.ts";
import { SelectField, TextField } from "./form-fields.tsx";

interface CountriesFieldProps {
  name: string;
  label: string;
  hint: string;
  error: string | undefined;
  defaultValue: string | undefined;
  /** The codes that an empty field stands for; without them it is everywhere. */
  whenEmpty?: string[];
  className?: string | undefined;
}

/** A field of country codes, with their names and a list to add from (docs/decisions/0307). */
export function CountriesField({ whenEmpty = [], className = "", ...field }: CountriesFieldProps) {
  const { name, defaultValue = "" } = field;
  return (
    <div className={`min-w-0 ${className}`} data-countries={name} data-when-empty={whenEmpty.join(" ")}>
      <TextField
        {...field}
        placeholder={whenEmpty.join(", ")}
        maxLength={countriesLimit}
        autoComplete="off"
        spellCheck={false}
      />
      <ul data-country-names className="mt-2 flex max-h-64 flex-wrap gap-2 overflow-auto text-sm empty:hidden">
        {namedIn(defaultValue, whenEmpty).map(({ code, name }) => (
          <li key={code} className="rounded-full border border-line px-3 py-1.5">
            {name}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <SelectField name={chosenName} label="Add from a list" defaultValue="" className="max-w-sm grow">
          <option value="">Choose…</option>
          <optgroup label="Several at once">
            {countryGroups().map(({ value, label, codes }) => (
              <option key={value} value={value} data-codes={codes.join(" ")}>
                {label}
              </option>
            ))}
          </optgroup>
          <optgroup label="One by one">
            {allCountries().map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </optgroup>
        </SelectField>
        <Button type="button" look="quiet" data-with-scripts hidden>
          Add
        </Button>
      </div>
    </div>
  );
}

function namedIn(typed: string, whenEmpty: string[]) {
  // A refused form shows what was typed, however long.
  const codes = parseCountryCodes(typed.slice(0, countriesLimit));
  return (codes.length > 0 ? codes : whenEmpty).flatMap((code) => countryOf(code) ?? []);
}
