import { recipientNameLimit } from "#shop/checkout/delivery-address.ts";
import { type AddressArea, buyerArea, type OrderAddress } from "#shop/delivery/full-address.ts";
import { billingAddressLimit, zipCodeLimit } from "#shop/forms/account-fields.ts";
import { notifiedInWords } from "#shop/mail/mail-server/notified.ts";
import type { Country } from "#shop/values/countries.ts";
import { CountryOptions } from "#ui/country-options.tsx";
import { SelectField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import { useKeepsMails } from "../mails/kept-mails.tsx";
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
  const isElsewhere = order.deliveryAddress !== null;
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
      {isElsewhere && (
        <>
          <TextField
            label="Recipient's name"
            name="recipientName"
            required
            maxLength={recipientNameLimit}
            defaultValue={typed.recipientName ?? order.recipientName}
          />
          <TextAreaField
            label="Delivery address"
            name="deliveryAddress"
            required
            rows={2}
            maxLength={billingAddressLimit}
            defaultValue={typed.deliveryAddress ?? order.deliveryAddress ?? ""}
          />
          <AreaFields names={area} stored={order} typed={typed} countries={countries} />
        </>
      )}
      <TextAreaField
        label={isPickup || isElsewhere ? "Billing address" : "Shipping and billing address"}
        name="billingAddress"
        required
        rows={2}
        maxLength={billingAddressLimit}
        defaultValue={typed.billingAddress ?? order.billingAddress}
        hint={notifiedInWords(useKeepsMails())}
      />
      <AreaFields
        names={isElsewhere ? billingArea : area}
        stored={buyerArea(order)}
        typed={typed}
        countries={countries}
      />
    </ActionForm>
  );
}

interface AreaNames {
  zipCode: { name: string; label: string };
  country: { name: string; label: string };
}

/** The destination's. */
const area: AreaNames = {
  zipCode: { name: "zipCode", label: "Zip code" },
  country: { name: "country", label: "Country" },
};
const billingArea: AreaNames = {
  zipCode: { name: "billingZipCode", label: "Billing zip code" },
  country: { name: "billingCountry", label: "Billing country" },
};

interface AreaFieldsProps extends Pick<AddressFormProps, "countries" | "typed"> {
  names: AreaNames;
  stored: AddressArea;
}

/** Zip code and country of an address, where they decide anything. */
function AreaFields({ names, stored, typed, countries }: AreaFieldsProps) {
  const { zipCode, country } = names;
  if (countries.length === 0) return null;
  return (
    <>
      <TextField {...zipCode} maxLength={zipCodeLimit} defaultValue={typed[zipCode.name] ?? stored.zipCode ?? ""} />
      <SelectField {...country} required defaultValue={typed[country.name] ?? stored.country ?? ""}>
        <CountryOptions countries={countries} stored={stored.country} />
      </SelectField>
    </>
  );
}
