import { discountKinds } from "#shop/discounts/discount.ts";
import type { DiscountField, DiscountFields as Fields } from "#shop/discounts/discount-form.ts";
import { CheckboxField, SelectField, type ShownForm, TextField } from "../forms/form-fields.tsx";

/** The fields' labels. */
export const discountLabels: Record<DiscountField, string> = {
  code: "Code",
  kind: "Kind",
  value: "Value",
  minimum: "Minimum",
  uses: "Uses",
  starts: "Starts",
  ends: "Ends",
  category: "Category",
  oncePerCustomer: "Once per customer",
  disabled: "Disabled",
};

interface DiscountFieldsProps extends ShownForm<Fields> {
  /** Those that a code may be limited to. */
  categories: { slug: string; name: string }[];
}

/** The fields of the form of a discount code. */
export function DiscountFields({ texts, errors, categories }: DiscountFieldsProps) {
  const field = (name: DiscountField) => ({ name, label: discountLabels[name], error: errors[name] });
  const text = (name: keyof Fields) => ({ ...field(name), defaultValue: texts[name] });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...text("code")}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        required
        hint="Customers may type it in any case, with or without spaces"
        className="sm:col-span-2"
      />
      <SelectField {...text("kind")}>
        {Object.entries(discountKinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        {...text("value")}
        maxLength={20}
        inputMode="decimal"
        hint="10 for 10 %, or the amount. Leave empty for free delivery."
      />
      <TextField
        {...text("minimum")}
        maxLength={20}
        inputMode="decimal"
        hint="What the items must cost at least. Leave empty for no minimum."
      />
      <TextField
        {...text("uses")}
        maxLength={12}
        inputMode="numeric"
        hint="How many orders may use it. Leave empty for any number."
      />
      <TextField
        {...text("starts")}
        maxLength={20}
        placeholder="2026-12-01"
        hint="A day, or a time such as 2026-12-01 09:00. Leave empty to start now."
      />
      <TextField
        {...text("ends")}
        maxLength={20}
        placeholder="2026-12-24"
        hint="Its last day, or a time such as 2026-12-24 18:00. Leave empty for no end."
      />
      <SelectField {...text("category")} hint="It takes nothing off other items." className="sm:col-span-2">
        <option value="">All categories</option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <CheckboxField {...field("oncePerCustomer")} defaultChecked={Boolean(texts.oncePerCustomer)} />
      <CheckboxField
        {...field("disabled")}
        defaultChecked={Boolean(texts.disabled)}
        hint="Customers can't use it until you enable it again."
      />
    </div>
  );
}
