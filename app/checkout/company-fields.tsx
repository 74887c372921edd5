import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import { companyField } from "#shop/checkout/revealed-fields.ts";
import { extraFields } from "#shop/orders/extra-fields.ts";
import { TextField } from "#ui/fields.tsx";
import type { FormFields } from "../forms/use-form.ts";

interface CompanyFieldsProps {
  /** Of the customer's last order; undefined where the shop doesn't sell to companies. */
  company: CheckoutTerms["company"];
  field: FormFields;
  /** Called when the VAT number may have another effect on prices. */
  onVatNumber: () => void;
}

/** A checkbox that reveals the company that an order is for, as most customers don't need it. The style sheet reveals it. In a grid of two columns. */
export function CompanyFields({ company: last, field, onVatNumber }: CompanyFieldsProps) {
  if (!last) return null;
  const { company, vatNumber } = extraFields;
  const { error, defaultValue, field: name, ...box } = field(companyField);
  return (
    <div className="col-span-2">
      <label className="flex min-h-11 items-center gap-3 sm:pb-2">
        <input
          type="checkbox"
          {...box}
          data-field={name}
          defaultChecked={Boolean(defaultValue ?? last.company + last.vatNumber)}
          onChange={onVatNumber}
          className="size-5 shrink-0 accent-spruce"
        />
        Buying for a company
      </label>
      <div className="revealed-fields">
        <TextField
          {...field("company", last.company)}
          label={company.label}
          maxLength={company.limit}
          autoComplete={company.autoComplete}
        />
        <TextField
          {...field("vatNumber", last.vatNumber)}
          label={vatNumber.label}
          maxLength={vatNumber.limit}
          autoComplete={vatNumber.autoComplete}
          autoCapitalize="characters"
          spellCheck={false}
          optional
          onBlur={onVatNumber}
        />
      </div>
    </div>
  );
}
