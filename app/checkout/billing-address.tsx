import { useState } from "react";
import type { Area } from "#shop/delivery/delivery-option.ts";
import { zipCodeLimit } from "#shop/forms/account-fields.ts";
import { type Country, hasPostcodes } from "#shop/values/countries.ts";
import { CountryOptions } from "#ui/country-options.tsx";
import { SelectField, TextField } from "#ui/fields.tsx";
import type { FormFields } from "../forms/use-form.ts";

interface AreaFieldsProps {
  field: FormFields;
  countries: Country[];
  /** The customer's, from their profile. */
  stored: Area;
  /** Called with each change. */
  onChange: () => void;
}

/** Country and zip code of the address, which decide how an order can be delivered. Two fields for a grid of two columns. */
export function AreaFields({ field, countries, stored, onChange }: AreaFieldsProps) {
  const [country, setCountry] = useState(stored.country ?? "");
  return (
    <>
      <TextField
        {...field("zipCode", stored.zipCode)}
        label="Zip code"
        optional={country !== "" && !hasPostcodes(country)}
        autoComplete="billing postal-code"
        maxLength={zipCodeLimit}
        onInput={onChange}
        className="max-sm:col-span-2"
      />
      <SelectField
        {...field("country", stored.country)}
        label="Country"
        autoComplete="billing country"
        onChange={({ currentTarget }) => {
          setCountry(currentTarget.value);
          onChange();
        }}
        className="max-sm:col-span-2"
      >
        <CountryOptions countries={countries} stored={stored.country} />
      </SelectField>
    </>
  );
}
