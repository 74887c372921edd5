import { rateNumbers, type TaxField } from "#shop/taxes/tax-form.ts";

/** The labels of the tax form's fields. */
export const taxLabels = {
  registered: "Registered for VAT",
  invoices: "Issue invoices",
  registrationNumber: "Registration number",
  ...Object.fromEntries(
    rateNumbers.flatMap((number) => [
      [`name${number}`, `Rate ${number}: name`],
      [`percent${number}`, `Rate ${number}: percent`],
      [`validFrom${number}`, `Rate ${number}: valid from`],
    ]),
  ),
} as Record<TaxField, string>;
