import { elsewhereField, recipientNameLimit } from "#shop/checkout/delivery-address.ts";
import type { CheckoutTerms, LastRecipient } from "#shop/checkout/read-checkout.ts";
import { billingAddressLimit } from "#shop/forms/account-fields.ts";
import { extraFields } from "#shop/orders/extra-fields.ts";
import { TextAreaField, TextField } from "#ui/fields.tsx";
import type { FormFields } from "../forms/use-form.ts";
import { AreaFields } from "./billing-address.tsx";

interface DeliverElsewhereProps extends Pick<CheckoutTerms, "area" | "takesPhones"> {
  field: FormFields;
  /** Where the last such order went: fills the fields in. */
  last: LastRecipient;
  /** Called when the box is ticked or cleared. */
  onToggle: (isElsewhere: boolean) => void;
  /** Called with each change of where the order goes. */
  onArea: () => void;
}

/** A checkbox that reveals who gets the order, and where. The style sheet reveals it, so no script is needed. In a grid of two columns. */
export function DeliverElsewhere({ field, area, takesPhones, last, onToggle, onArea }: DeliverElsewhereProps) {
  const { error, defaultValue, field: name, ...box } = field(elsewhereField);
  const { label, limit, type } = extraFields.phone;
  const stored = { zipCode: last.zipCode ?? undefined, country: last.country ?? area?.stored.country };
  return (
    <div className="col-span-2">
      <label className="flex min-h-11 items-center gap-3 sm:pb-2">
        <input
          type="checkbox"
          {...box}
          data-field={name}
          defaultChecked={Boolean(defaultValue)}
          className="size-5 shrink-0 accent-spruce"
          onChange={({ currentTarget }) => {
            onToggle(currentTarget.checked);
            onArea();
          }}
        />
        Deliver to another address
      </label>
      <div className="revealed-fields">
        <TextField
          {...field("recipientName", last.recipientName)}
          label="Recipient's name"
          autoComplete="shipping name"
          maxLength={recipientNameLimit}
          className={takesPhones ? "col-span-2" : ""}
        />
        {!takesPhones && (
          <TextField
            {...field("phone", last.recipientPhone ?? undefined)}
            label={label}
            autoComplete="shipping tel"
            maxLength={limit}
            type={type}
            optional
          />
        )}
        <TextAreaField
          {...field("deliveryAddress", last.deliveryAddress ?? undefined)}
          label="Delivery address"
          autoComplete="shipping street-address"
          rows={2}
          maxLength={billingAddressLimit}
          className="col-span-2"
        />
        {area && <AreaFields {...area} {...deliveryArea} stored={stored} field={field} onChange={onArea} />}
      </div>
    </div>
  );
}

const deliveryArea = {
  names: { zipCode: "deliveryZipCode", country: "deliveryCountry" },
  labels: { zipCode: "Delivery zip code", country: "Delivery country" },
  kind: "shipping",
} as const;
