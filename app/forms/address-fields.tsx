import { countries, textLimit, zipCodeLength } from "#shop/accounts/account-fields.ts";
import { SelectField, TextField } from "./fields.tsx";
import type { FormFields } from "./use-form.ts";

interface AddressFieldsProps {
  field: FormFields;
  /** What is stored; nothing for a new customer. */
  stored?: { street: string; zipCode: string; city: string; country: string };
}

/** Where a customer lives: four fields in a grid of two columns. */
export function AddressFields({ field, stored }: AddressFieldsProps) {
  return (
    <>
      <TextField
        {...field("street")}
        label="Street"
        name="street"
        autoComplete="address-line1"
        maxLength={textLimit}
        defaultValue={stored?.street}
        className="sm:col-span-2"
      />
      <TextField
        {...field("zipCode")}
        label="Zip code"
        name="zipCode"
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={zipCodeLength}
        defaultValue={stored?.zipCode}
        onInput={({ currentTarget }) => {
          currentTarget.value = currentTarget.value.replace(/\D/g, "");
        }}
      />
      <TextField
        {...field("city")}
        label="City"
        name="city"
        autoComplete="address-level2"
        maxLength={textLimit}
        defaultValue={stored?.city}
      />
      <SelectField
        {...field("country")}
        label="Country"
        name="country"
        autoComplete="country-name"
        defaultValue={stored?.country ?? ""}
        className="sm:col-span-2"
      >
        {!stored && <option value="">Choose a country</option>}
        {countries.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </SelectField>
    </>
  );
}
