import { useState } from "react";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
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

/** The company that an order is for. Folded away, because most customers don't need it. In a grid of two columns. */
export function CompanyFields({ company: last, field, onVatNumber }: CompanyFieldsProps) {
  const [isOpen, setIsOpen] = useState(last !== undefined && last.company + last.vatNumber !== "");
  if (!last) return null;
  const { company, vatNumber } = extraFields;
  return (
    <>
      <label className="col-span-2 mb-4 flex min-h-11 items-center gap-3 self-start">
        <input
          type="checkbox"
          checked={isOpen}
          onChange={({ currentTarget }) => {
            setIsOpen(currentTarget.checked);
            // React has added or removed the fields by then.
            setTimeout(onVatNumber);
          }}
          className="size-5 accent-spruce"
        />
        Buying for a company
      </label>
      {isOpen && (
        <>
          <TextField
            {...field("company", last.company)}
            label={company.label}
            maxLength={company.limit}
            autoComplete={company.autoComplete}
            optional
            className="max-sm:col-span-2"
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
            className="max-sm:col-span-2"
          />
        </>
      )}
    </>
  );
}
