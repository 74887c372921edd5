import type { StoredSettings, UnpaidTerms } from "#shop/settings/settings.ts";
import type { Currency } from "#shop/values/currencies.ts";
import { decimalAmount } from "#shop/values/money.ts";
import { CheckboxField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import type { SettingFields } from "./setting-fields.ts";
import { SettingPart } from "./setting-part.tsx";

interface CheckoutPartProps extends SettingFields {
  saved: Pick<StoredSettings, "offersInvoice" | "invoicesFirst">;
  hasProvider: boolean;
  /** The terms in force. */
  unpaid: UnpaidTerms;
  currency: Currency;
}

/** What the checkout asks for, and how customers pay without a payment provider. */
export function CheckoutPart({ field, checkbox, saved, hasProvider, unpaid, currency }: CheckoutPartProps) {
  return (
    <SettingPart section="checkout">
      <p className="mb-4 text-soft">{useOfInstructions(saved, hasProvider)}</p>
      <TextAreaField
        {...field("paymentInstructions")}
        rows={3}
        maxLength={500}
        hint="How customers pay you by invoice or bank transfer, such as your account number. Their orders wait until you mark them as paid."
      />
      <div className="mt-4 grid gap-4 sm:grid-cols-3">
        <TextField
          {...field("unpaidDays")}
          inputMode="numeric"
          placeholder={String(unpaid.days)}
          hint="Then an unpaid order is cancelled and its items are for sale again. Earlier orders keep their day."
        />
        <TextField
          {...field("unpaidPieces")}
          inputMode="numeric"
          placeholder={String(unpaid.pieces)}
          hint="That one customer can hold in unpaid orders. Four times as many once they've paid for an order."
        />
        <TextField
          {...field("unpaidAmount")}
          inputMode="decimal"
          placeholder={decimalAmount(unpaid.cents, currency)}
          hint="What one customer's unpaid orders can cost. Four times as much once they've paid for an order."
        />
      </div>
      <CheckboxField
        {...checkbox("customerNotes")}
        hint="A field at checkout. You see the note on the order and its packing slip."
        className="mt-4"
      />
      <CheckboxField
        {...checkbox("customerPhones")}
        hint="An optional field at checkout, for the carrier. It's on the order, its packing slip and the CSV."
        className="mt-3"
      />
      <CheckboxField
        {...checkbox("giftMessages")}
        hint="An optional field at checkout, for a card in the parcel. You see the message on the order and its packing slip."
        className="mt-3"
      />
      <CheckboxField
        {...checkbox("companies")}
        hint="Customers can enter their company and VAT number at checkout. Both are on the order and its invoice."
        className="mt-3"
      />
      <CheckboxField
        {...checkbox("uncheckedVatNumbers")}
        hint="VIES is the EU's register of VAT numbers. While this is off, orders whose number can't be checked have VAT."
        className="mt-3"
      />
      <CheckboxField
        {...checkbox("otherAddresses")}
        hint="A checkbox at checkout for the recipient's name, phone number and address. The invoice has the billing address."
        className="mt-3"
      />
      <CheckboxField
        {...checkbox("quickCheckout")}
        hint="New customers check out with a code that we email them, without a password or date of birth"
        className="mt-3"
      />
    </SettingPart>
  );
}

function useOfInstructions({ offersInvoice, invoicesFirst }: CheckoutPartProps["saved"], hasProvider: boolean) {
  if (hasProvider && offersInvoice) return "Customers choose between your payment provider and these instructions.";
  if (hasProvider) return "Your payment provider takes payments, so these instructions aren't used.";
  if (invoicesFirst)
    return "Customers pay by the invoice that comes with their order. These instructions are added to it.";
  return "Without these instructions, the checkout only checks that a card number is valid, and no money is taken.";
}
