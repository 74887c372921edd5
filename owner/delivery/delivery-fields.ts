import { standardDelivery } from "#shop/delivery/delivery.ts";
import type { DeliveryField } from "#shop/delivery/delivery-form.ts";
import type { DescribedFields } from "../forms/described-fields.tsx";

const amount = { maxLength: 20, inputMode: "decimal" } as const;
const list = { maxLength: 1000, autoComplete: "off", spellCheck: false, wide: true } as const;

/** The fields of a delivery option. */
export const deliveryFields: DescribedFields<Exclude<DeliveryField, "pickupPlace">> = {
  name: {
    label: "Name",
    maxLength: 60,
    required: true,
    wide: true,
    hint: "As customers read it, such as Home delivery",
  },
  price: { label: "Price", ...amount, hint: "Leave empty for free delivery" },
  freeFrom: { label: "Free from", ...amount, placeholder: "Never", hint: "Minimum subtotal for free delivery" },
  days: {
    label: "Days",
    maxLength: 10,
    inputMode: "numeric",
    placeholder: String(standardDelivery.days),
    hint: "Days from order to delivery, 1 to 60",
  },
  daysFrom: {
    label: "Earliest day",
    maxLength: 10,
    inputMode: "numeric",
    hint: "For a range such as 2–4: the first number. Leave empty for one day.",
  },
  skipsWeekends: {
    label: "Skip weekends",
    as: "checkbox",
    wide: true,
    hint: "Saturdays, Sundays and public holidays of the first country in your settings don't count: “2–4 working days”",
  },
  countries: {
    label: "Countries",
    as: "countries",
    wide: true,
    hint: "Codes such as NO, SE, or from the list below. Leave empty for everywhere.",
  },
  postcodes: { label: "Zip codes", ...list, hint: "Such as 0001-1299, 50*, 5003. Leave empty for all." },
  pickup: {
    label: "Pickup",
    as: "checkbox",
    wide: true,
    hint: "Customers collect their orders. It's only preselected if nothing can be delivered to their address. You add the pickup places once it is saved; without one, customers read only the name above.",
  },
  disabled: {
    label: "Disabled",
    as: "checkbox",
    wide: true,
    hint: "Customers can't choose it until you enable it again.",
  },
};
