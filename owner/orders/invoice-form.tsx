import type { DocumentBuyer } from "#shop/documents/document.ts";
import { billingAddressLimit, zipCodeLimit } from "#shop/forms/account-fields.ts";
import { buyerNameLimit } from "#shop/orders/buyer-limits.ts";
import { extraFields } from "#shop/orders/extra-fields.ts";
import { fieldLimits } from "#shop/orders/field-limits.ts";
import { CheckboxField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import { ActionForm } from "./action-form.tsx";
import type { RejectedAction } from "./order-actions.server.ts";

interface InvoiceFormProps {
  /** As the order's invoice has them. */
  buyer: DocumentBuyer;
  order: { version: string };
  typed: Record<string, string | undefined>;
  refusal: RejectedAction | undefined;
}

/** Corrects the buyer on an order's invoice, with a credit note and a new invoice. */
export function InvoiceForm({ buyer, order, typed, refusal }: InvoiceFormProps) {
  const shown = typed.step === undefined ? { ...buyer } : typed;
  return (
    <ActionForm
      step="correctInvoice"
      title="Correct invoice"
      button="Correct invoice"
      formError={refusal?.formError}
      details={refusal?.changes}
      version={order.version}
      isQuiet
      isOpen={typed.step !== undefined}
    >
      <p className="text-sm text-soft">
        A credit note cancels the invoice, and a new invoice with the next number has what you enter. No money moves.
      </p>
      <TextField label="Name" name="name" required maxLength={buyerNameLimit} defaultValue={shown.name} />
      <TextField
        label="Company"
        name="company"
        maxLength={extraFields.company.limit}
        defaultValue={shown.company ?? ""}
      />
      <TextField
        label="VAT number"
        name="vatNumber"
        maxLength={extraFields.vatNumber.limit}
        defaultValue={shown.vatNumber ?? ""}
      />
      <TextAreaField
        label="Address"
        name="address"
        required
        rows={2}
        maxLength={billingAddressLimit}
        defaultValue={shown.address}
      />
      <TextField
        label="Zip code"
        name="zipCode"
        id="invoice-zip-code"
        maxLength={zipCodeLimit}
        defaultValue={shown.zipCode ?? ""}
      />
      <TextField
        label="Reason"
        name="reason"
        id="invoice-reason"
        required
        maxLength={fieldLimits.reason}
        defaultValue={typed.reason ?? ""}
        hint="On the credit note"
      />
      <CheckboxField
        label="Email both documents to the customer"
        name="notify"
        value="on"
        defaultChecked={typed.notify === "on"}
      />
    </ActionForm>
  );
}
