import { discountKinds } from "#shop/discounts/discount.ts";
import type { DiscountField } from "#shop/discounts/discount-form.ts";
import type { DescribedFields } from "../forms/described-fields.tsx";

const kinds = Object.entries(discountKinds).map(([value, label]) => ({ value, label }));
const amount = { maxLength: 20, inputMode: "decimal" } as const;

/** The fields of a discount code. @param categories those that a code may be limited to */
export function discountFields(categories: { slug: string; name: string }[] = []): DescribedFields<DiscountField> {
  const choices = categories.map(({ slug, name }) => ({ value: slug, label: name }));
  return {
    code: {
      label: "Code",
      maxLength: 40,
      autoCapitalize: "characters",
      autoComplete: "off",
      spellCheck: false,
      required: true,
      wide: true,
      hint: "Customers may type it in any case, with or without spaces",
    },
    kind: { label: "Kind", as: "select", options: kinds },
    value: { label: "Value", ...amount, hint: "10 for 10 %, or the amount. Leave empty for free delivery." },
    minimum: { label: "Minimum", ...amount, hint: "What the items must cost at least. Leave empty for no minimum." },
    uses: {
      label: "Uses",
      maxLength: 12,
      inputMode: "numeric",
      hint: "How many orders may use it. Leave empty for any number.",
    },
    starts: {
      label: "Starts",
      maxLength: 20,
      placeholder: "2026-12-01",
      hint: "A day, or a time such as 2026-12-01 09:00. Leave empty to start now.",
    },
    ends: {
      label: "Ends",
      maxLength: 20,
      placeholder: "2026-12-24",
      hint: "Its last day, or a time such as 2026-12-24 18:00. Leave empty for no end.",
    },
    category: {
      label: "Category",
      as: "select",
      options: [{ value: "", label: "All categories" }, ...choices],
      wide: true,
      hint: "It takes nothing off other items.",
    },
    oncePerCustomer: { label: "Once per customer", as: "checkbox" },
    disabled: { label: "Disabled", as: "checkbox", hint: "Customers can't use it until you enable it again." },
  };
}
