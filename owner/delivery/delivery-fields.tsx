import { standardDelivery } from "#shop/delivery/delivery.ts";
import { type DeliveryField, type DeliveryFields as Fields, pickupPlaceLimit } from "#shop/delivery/delivery-form.ts";
import { CheckboxField, type ShownForm, TextAreaField, TextField } from "../forms/form-fields.tsx";

/** The fields' labels. */
export const deliveryLabels: Record<DeliveryField, string> = {
  name: "Name",
  price: "Price",
  freeFrom: "Free from",
  days: "Days",
  countries: "Countries",
  postcodes: "Zip codes",
  pickup: "Pickup",
  pickupPlace: "Pickup address and opening hours",
  disabled: "Disabled",
};

/** The fields of the form of a delivery option. */
export function DeliveryFields({ texts, errors }: ShownForm<Fields>) {
  const field = (name: DeliveryField) => ({ name, label: deliveryLabels[name], error: errors[name] });
  const text = (name: DeliveryField) => ({ ...field(name), defaultValue: texts[name] });
  const checkbox = (name: "pickup" | "disabled") => ({ ...field(name), defaultChecked: Boolean(texts[name]) });
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        {...text("name")}
        maxLength={60}
        required
        hint="As customers read it, such as Home delivery"
        className="sm:col-span-3"
      />
      <TextField
        {...text("price")}
        maxLength={20}
        inputMode="decimal"
        placeholder="0.00"
        hint="Leave empty for free delivery"
      />
      <TextField
        {...text("freeFrom")}
        maxLength={20}
        inputMode="decimal"
        placeholder="Never"
        hint="Minimum subtotal for free delivery"
      />
      <TextField
        {...text("days")}
        maxLength={10}
        inputMode="numeric"
        placeholder={String(standardDelivery.days)}
        hint="Days from order to delivery, 1 to 60"
      />
      <TextField
        {...text("countries")}
        maxLength={1000}
        autoComplete="off"
        spellCheck={false}
        hint="Codes such as NO, SE. Leave empty for everywhere."
        className="sm:col-span-3"
      />
      <TextField
        {...text("postcodes")}
        maxLength={1000}
        autoComplete="off"
        spellCheck={false}
        hint="Such as 0001-1299, 50*, 5003. Leave empty for all."
        className="sm:col-span-3"
      />
      <CheckboxField
        {...checkbox("pickup")}
        hint="Customers collect their orders. It's only preselected if nothing can be delivered to their address."
        className="sm:col-span-3"
      />
      <TextAreaField
        {...text("pickupPlace")}
        rows={3}
        maxLength={pickupPlaceLimit}
        hint="For pickup: shown at checkout, on receipts and in emails"
        className="sm:col-span-3"
      />
      <CheckboxField
        {...checkbox("disabled")}
        hint="Customers can't choose it until you enable it again."
        className="sm:col-span-3"
      />
    </div>
  );
}
