import type { OrderAddress } from "#shop/delivery/full-address.ts";
import { billingAddressLimit, zipCodeLimit } from "#shop/forms/account-fields.ts";
import type { Country } from "#shop/values/countries.ts";
import { CountryOptions } from "#ui/country-options.tsx";
import { SelectField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import { ActionForm } from "./action-form.tsx";
import type { RejectedAction } from "./order-actions.server.ts";

/** What the form needs of an order. */
export interface AddressedOrder extends OrderAddress {
  isPickup: 0 | 1;
  version: string;
}

interface AddressFormProps {
  order: AddressedOrder;
  /** Those that its address may be in; none where country and zip code decide nothing. */
  countries: Country[];
  typed: Record<string, string | undefined>;
  refusal: RejectedAction | undefined;
}

/** Corrects the address of an order that wasn't sent. */
export function AddressForm({ order, countries, typed, refusal }: AddressFormProps) {
  const { isPickup, version } = order;
  const country = typed.country ?? order.country ?? "";
  return (
    <ActionForm
      step="correctAddress"
      title="Correct address"
      button="Correct address"
      formError={refusal?.formError}
      details={refusal?.changes}
      version={version}
      isQuiet
      isOpen={typed.billingAddress !== undefined}
    >
      <TextAreaField
        label={isPickup ? "Billing address" : "Shipping and billing address"}
        name="billingAddress"
        required
        rows={2}
        maxLength={billingAddressLimit}
        defaultValue={typed.billingAddress ?? order.billingAddress}
        hint="The customer is notified by email"
      />
      {countries.length > 0 && (
        <>
          <TextField
            label="Zip code"
            name="zipCode"
            maxLength={zipCodeLimit}
            defaultValue={typed.zipCode ?? order.zipCode ?? ""}
          />
          <SelectField label="Country" name="country" required defaultValue={country}>
            <CountryOptions countries={countries} stored={order.country} />
          </SelectField>
        </>
      )}
    </ActionForm>
  );
}
