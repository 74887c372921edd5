import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import { type ExtraSection, extraFields, extraNames } from "#shop/orders/extra-fields.ts";
import { TextAreaField, TextField } from "#ui/fields.tsx";
import type { FormFields } from "../forms/use-form.ts";

interface ExtraFieldsProps {
  /** The part of the form. */
  section: ExtraSection;
  field: FormFields;
  terms: CheckoutTerms;
}

/** The optional texts that the shop asks for in a part of the form. In a grid of two columns. */
export function ExtraFields({ section, field, terms }: ExtraFieldsProps) {
  return askedNames(terms, section).map((name) => {
    const { label, limit: maxLength, rows, type, autoComplete } = extraFields[name];
    const input = { ...field(name), label, maxLength, autoComplete, className: "col-span-2" };
    return rows === 1 ? (
      <TextField key={name} {...input} type={type} optional />
    ) : (
      <TextAreaField key={name} {...input} rows={rows} hint="Optional" required={false} />
    );
  });
}

/** Whether the shop asks for any text in a part of the form. */
export function asksFor(terms: CheckoutTerms, section: ExtraSection) {
  return askedNames(terms, section).length > 0;
}

function askedNames(terms: CheckoutTerms, section: ExtraSection) {
  return extraNames.filter((name) => terms[extraFields[name].setting] && extraFields[name].section === section);
}
