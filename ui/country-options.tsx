import type { Country } from "#shop/values/countries.ts";

interface CountryOptionsProps {
  countries: Country[];
  /** The code of the stored country. */
  stored: string | null | undefined;
}

/** A country's options. One that the shop doesn't deliver to isn't silently replaced by another. */
export function CountryOptions({ countries, stored }: CountryOptionsProps) {
  return (
    <>
      {!isDeliveredTo(countries, stored) && <option value="">Choose a country</option>}
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  );
}

/** Whether a country is among those of a shop, so that none has to be chosen. */
export function isDeliveredTo(countries: Country[], code: string | null | undefined) {
  return countries.some((country) => country.code === code);
}
