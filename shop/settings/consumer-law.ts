import { euCountries } from "../taxes/vat-area.ts";
import type { Country } from "../values/countries.ts";

/** The European Economic Area: the EU with Iceland, Liechtenstein and Norway. */
const eeaCountries: readonly string[] = [...euCountries, "IS", "LI", "NO"];

/** Whether a shop delivers to consumers whom the consumer law of the EU protects. */
export function isUnderEuConsumerLaw({ countries }: { countries: Country[] }) {
  return countries.some(({ code }) => eeaCountries.includes(code));
}
