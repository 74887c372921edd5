import { useRef } from "react";
import { textLimit, zipCodeLength, zipCodeLimit } from "#shop/forms/account-fields.ts";
import { defaultCountries } from "#shop/values/countries.ts";
import { SelectField, TextField } from "#ui/fields.tsx";
import { keepDigits } from "#ui/mask-input.ts";
import { fillField } from "../forms/fill-field.ts";
import type { FormFields } from "../forms/use-form.ts";
import { useShop } from "../page/use-shop.ts";

interface AddressFieldsProps {
  field: FormFields;
  /** Absent for a new customer. */
  stored?: { street: string; zipCode: string; city: string; country: string };
}

/** Four fields for a grid of two columns. */
export function AddressFields({ field, stored }: AddressFieldsProps) {
  const { countries = defaultCountries } = useShop();
  const isNorwayOnly = countries.every(({ code }) => code === "NO");
  const current = stored?.country ?? "";
  const isListed = countries.some(({ name }) => name === current);
  const only = countries.length === 1 && current === "" ? countries[0]?.name : undefined;
  // A country that the shop no longer delivers to isn't silently replaced by another.
  const isAsked = !stored || (!isListed && !only);
  const formerZipCode = useRef(stored?.zipCode ?? "");
  return (
    <>
      <TextField
        {...field("street", stored?.street)}
        label="Street"
        name="street"
        autoComplete="address-line1"
        maxLength={textLimit}
        className="sm:col-span-2"
      />
      <TextField
        {...field("zipCode", stored?.zipCode)}
        label="Zip code"
        name="zipCode"
        autoComplete="postal-code"
        {...(isNorwayOnly
          ? { inputMode: "numeric" as const, keep: keepDigits(zipCodeLength) }
          : { maxLength: zipCodeLimit })}
        onInput={async ({ currentTarget: input }) => {
          if (input.value.length < zipCodeLength || !isInNorway(input)) return;
          const former = formerZipCode.current;
          formerZipCode.current = input.value;
          await fillCity(input, former);
        }}
      />
      <TextField
        {...field("city", stored?.city)}
        label="City"
        name="city"
        autoComplete="address-level2"
        maxLength={textLimit}
      />
      <SelectField
        {...field("country", isListed ? current : (only ?? ""))}
        label="Country"
        name="country"
        autoComplete="country-name"
        required={isAsked}
        className="sm:col-span-2"
      >
        {isAsked && <option value="">Choose a country</option>}
        {countries.map(({ code, name }) => (
          <option key={code}>{name}</option>
        ))}
      </SelectField>
    </>
  );
}

/** Whether the form's country is Norway, whose cities we know. */
function isInNorway(input: HTMLInputElement) {
  return input.form?.querySelector<HTMLSelectElement>("[data-field=country]")?.value === "Norway";
}

/** Fills in the postcode's city where the field is empty or has the former postcode's. */
async function fillCity(input: HTMLInputElement, formerZipCode: string) {
  // If the table can't be loaded, shoppers type the city.
  const postcodes = await import("./postcodes.ts").catch(() => undefined);
  const found = postcodes?.cityOf(input.value);
  const city = input.form?.querySelector<HTMLInputElement>("[data-field=city]");
  if (found && city && ["", postcodes?.cityOf(formerZipCode)].includes(city.value)) fillField(city, found);
}
