import { billingAddressLimit } from "#shop/orders/payment-form.ts";
import { TextField } from "../frame/form-fields.tsx";
import { ActionForm } from "./action-form.tsx";
import type { RejectedAction } from "./order-actions.server.ts";

/** What the form needs of an order. */
export interface AddressedOrder {
  billingAddress: string;
  isPickup: 0 | 1;
  version: string;
}

interface AddressFormProps {
  order: AddressedOrder;
  typed: string | undefined;
  refusal: RejectedAction | undefined;
}

/** Corrects the address of an order that wasn't sent. */
export function AddressForm({ order: { billingAddress, isPickup, version }, typed, refusal }: AddressFormProps) {
  return (
    <ActionForm
      step="correctAddress"
      title="Correct address"
      button="Correct address"
      formError={refusal?.formError}
      details={refusal?.changes}
      version={version}
      isQuiet
      isOpen={typed !== undefined}
    >
      <TextField
        label={isPickup ? "Billing address" : "Shipping and billing address"}
        name="billingAddress"
        required
        maxLength={billingAddressLimit}
        defaultValue={typed ?? billingAddress}
        hint="The customer is notified by email"
      />
    </ActionForm>
  );
}
