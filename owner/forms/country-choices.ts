import { euCountries } from "#shop/taxes/vat-area.ts";
import { allCountries, countryOf, parseCountryCodes } from "#shop/values/countries.ts";

/** The list below a field of countries. */
export const chosenName = "countries-add";

/** As many characters as a field of countries has. */
export const countriesLimit = 1000;

/** Countries that are added together, by their choice's value. */
export function countryGroups(): { value: string; label: string; codes: readonly string[] }[] {
  return [
    { value: "nordic", label: "Nordic countries", codes: ["DK", "FI", "IS", "NO", "SE"] },
    { value: "eu", label: "European Union", codes: euCountries },
    { value: "all", label: "All countries", codes: allCountries().map(({ code }) => code) },
  ];
}

/**
 * Adds what was chosen in the list to the typed codes: browsers without scripts send it with the form.
 *
 * @param whenEmpty the codes that an empty field stands for, which stay
 */
export function withChosenCountries(typed: Record<string, string>, whenEmpty: string[] = []): Record<string, string> {
  const { [chosenName]: chosen, ...fields } = typed;
  const { countries = "" } = fields;
  // What is too long is refused by the form's rules.
  if (!chosen || countries.length > countriesLimit) return fields;
  const added = countryGroups().find(({ value }) => value === chosen)?.codes ?? [countryOf(chosen)?.code ?? ""];
  const known = parseCountryCodes(countries);
  const codes = new Set([...(known.length > 0 ? known : whenEmpty), ...added]);
  return { ...fields, countries: [...codes].filter(Boolean).join(", ") };
}
