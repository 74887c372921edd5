import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import { extraFields, extraNames } from "#shop/orders/extra-fields.ts";
import { TextAreaField, TextField } from "#ui/fields.tsx";
import type { FormFields } from "../forms/use-form.ts";

/** The optional texts that the shop asks for. In a grid of two columns. */
export function ExtraFields({ field, terms }: { field: FormFields; terms: CheckoutTerms }) {
  const asked = extraNames.filter((name) => terms[extraFields[name].setting]);
  return asked.map((name) => {
    const { label, limit: maxLength, rows, type, autoComplete } = extraFields[name];
    const input = { ...field(name), label, maxLength, autoComplete, className: "col-span-2" };
    return rows === 1 ? (
      <TextField key={name} {...input} type={type} optional />
    ) : (
      <TextAreaField key={name} {...input} rows={rows} hint="Optional" required={false} />
    );
  });
}
