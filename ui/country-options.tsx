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
      {countries.every(({ code }) => code !== stored) && <option value="">Choose a country</option>}
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  );
}
