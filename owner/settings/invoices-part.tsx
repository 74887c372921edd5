import { standardInvoiceDays, standardKidLengthOf } from "#shop/settings/invoice-settings.ts";
import { CheckboxField, TextField } from "../forms/form-fields.tsx";
import type { SettingFields } from "./setting-fields.ts";
import { SettingPart } from "./setting-part.tsx";

interface InvoicesPartProps extends SettingFields {
  /** The saved prefix, which decides how long a KID is. */
  kidPrefix: string;
}

/** Invoices that customers get before they pay. */
export function InvoicesPart({ field, checkbox, kidPrefix }: InvoicesPartProps) {
  return (
    <SettingPart section="invoices">
      <CheckboxField
        {...checkbox("invoicesFirst")}
        hint="Customers who pay by invoice or bank transfer get their invoice at once, with a due date, your account and a payment reference. Otherwise it follows the payment."
      />
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <TextField
          {...field("bankAccount")}
          autoComplete="off"
          spellCheck={false}
          hint="An IBAN or a Norwegian account number"
        />
        <TextField {...field("bic")} autoComplete="off" spellCheck={false} hint="Optional, for payments from abroad" />
        <TextField {...field("invoiceDays")} inputMode="numeric" placeholder={String(standardInvoiceDays)} />
        <TextField
          {...field("invoiceGraceDays")}
          inputMode="numeric"
          hint="Days after the due date, for new orders. Leave it empty to keep unpaid ones. Orders that were sent are never cancelled."
        />
        <TextField
          {...field("kidPrefix")}
          inputMode="numeric"
          autoComplete="off"
          hint="Digits that each KID begins with, if your bank asks for them"
        />
        <TextField
          {...field("kidLength")}
          inputMode="numeric"
          placeholder={String(standardKidLengthOf(kidPrefix))}
          hint="Digits, with the check digit. Norwegian accounts have a KID, others a reference that begins with RF."
        />
      </div>
      <CheckboxField
        {...checkbox("sendsUnpaid")}
        hint="Only orders whose invoice came with the order. Others wait until you mark them as paid."
        className="mt-4"
      />
      <CheckboxField
        {...checkbox("offersInvoice")}
        hint="While this is off, customers can only use your payment providers, if you have any"
        className="mt-3"
      />
    </SettingPart>
  );
}
