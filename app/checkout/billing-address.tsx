import { useEffect, useState } from "react";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import type { Area } from "#shop/delivery/delivery-option.ts";
import { billingAddressLimit, zipCodeLimit } from "#shop/forms/account-fields.ts";
import { type Country, hasPostcodes } from "#shop/values/countries.ts";
import { CountryOptions, isDeliveredTo } from "#ui/country-options.tsx";
import { SelectField, TextAreaField, TextField } from "#ui/fields.tsx";
import { fillField } from "../forms/fill-field.ts";
import type { FormFields } from "../forms/use-form.ts";
import { FieldRow } from "./checkout-section.tsx";

interface BillingAddressProps extends Pick<CheckoutTerms, "billingAddress" | "area"> {
  field: FormFields;
  /** Whether the order goes to this address. */
  isShipped: boolean;
  /** Called with each change of country and zip code. */
  onArea: () => void;
}

/** The customer's address, and where it decides about the delivery, its zip code and country. In a grid of two columns. */
export function BillingAddress({ field, billingAddress, area, isShipped, onArea }: BillingAddressProps) {
  return (
    <>
      <TextAreaField
        {...field("billingAddress", billingAddress)}
        label="Billing Address"
        hint={isShipped ? "We'll ship your order to this address too." : undefined}
        autoComplete="billing street-address"
        rows={2}
        maxLength={billingAddressLimit}
        className="col-span-2"
      />
      {area && <AreaFields {...area} {...billingArea} field={field} onChange={onArea} />}
    </>
  );
}

/** The fields' names in the form's schema, their labels, and the address from which browsers fill them in. */
interface AreaNames {
  names: { zipCode: string; country: string };
  labels: { zipCode: string; country: string };
  kind: "billing" | "shipping";
}

const billingArea: AreaNames = {
  names: { zipCode: "zipCode", country: "country" },
  labels: { zipCode: "Zip code", country: "Country" },
  kind: "billing",
};

interface AreaFieldsProps extends AreaNames {
  field: FormFields;
  countries: Country[];
  /** The customer's, from their profile. */
  stored: Area;
  /** Called with each change. */
  onChange: () => void;
}

/** Country and zip code of the address, which decide how an order can be delivered. In a grid of two columns. */
export function AreaFields({ field, names, labels, kind, countries, stored, onChange }: AreaFieldsProps) {
  const { id, defaultValue = "" } = field(names.country, stored.country);
  const [country, setCountry] = useState(defaultValue);
  // Signing in on this page makes it known. React updates default values of text fields, but not of selects.
  useEffect(() => {
    const select = document.getElementById(id);
    if (!isDeliveredTo(countries, defaultValue) || !(select instanceof HTMLSelectElement)) return;
    if (select.value === defaultValue) return;
    fillField(select, defaultValue);
    setCountry(select.value);
  }, [id, countries, defaultValue]);
  return (
    <FieldRow>
      <TextField
        {...field(names.zipCode, stored.zipCode)}
        label={labels.zipCode}
        optional={country !== "" && !hasPostcodes(country)}
        autoComplete={`${kind} postal-code`}
        maxLength={zipCodeLimit}
        onInput={onChange}
      />
      <SelectField
        {...field(names.country, stored.country)}
        label={labels.country}
        autoComplete={`${kind} country`}
        required={!isDeliveredTo(countries, stored.country)}
        onChange={({ currentTarget }) => {
          setCountry(currentTarget.value);
          onChange();
        }}
      >
        <CountryOptions countries={countries} stored={stored.country} />
      </SelectField>
    </FieldRow>
  );
}
