import { useState } from "react";
import { elsewhereField } from "#shop/checkout/delivery-address.ts";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { TextField } from "#ui/fields.tsx";
import type { FormFields } from "../forms/use-form.ts";
import { BillingAddress } from "./billing-address.tsx";
import { CheckoutSection, FieldRow } from "./checkout-section.tsx";
import { CompanyFields } from "./company-fields.tsx";
import { DeliverElsewhere } from "./deliver-elsewhere.tsx";
import { ExtraFields } from "./extra-field-inputs.tsx";
import { PlatformAddress } from "./platform-address.tsx";
import type { Checkout } from "./use-checkout.ts";

interface AddressSectionProps {
  checkout: Checkout;
  terms: CheckoutTerms;
  field: FormFields;
  /** Called with each change of country and zip code. */
  onArea: () => void;
}

/** Whose order it is: the address, and the texts that go with it. */
export function AddressSection({ checkout, terms, field, onArea }: AddressSectionProps) {
  const { options } = checkout;
  const [isElsewhere, setElsewhere] = useState(Boolean(field(elsewhereField).defaultValue));
  return (
    <CheckoutSection title="Address">
      {!terms.isVisitor && <PlatformAddress checkout={checkout} />}
      {terms.asksForName && <NameFields field={field} />}
      <BillingAddress
        {...terms}
        field={field}
        isShipped={!isElsewhere && !options?.isNowhere && !options?.option.isPickup}
        onArea={onArea}
      />
      <CompanyFields company={terms.company} field={field} onVatNumber={onArea} />
      {terms.elsewhere && (
        <DeliverElsewhere {...terms} last={terms.elsewhere} field={field} onToggle={setElsewhere} onArea={onArea} />
      )}
      <ExtraFields section="address" field={field} terms={terms} />
    </CheckoutSection>
  );
}

/** For a customer who signed in by a code, and has none yet. */
function NameFields({ field }: Pick<AddressSectionProps, "field">) {
  return (
    <FieldRow>
      <TextField {...field("firstname")} label="First name" autoComplete="given-name" maxLength={textLimit} />
      <TextField {...field("lastname")} label="Last name" autoComplete="family-name" maxLength={textLimit} />
    </FieldRow>
  );
}
