import { areaOf, billingAddressOf, type Customer } from "../accounts/customer-account.ts";
import type { Area } from "../delivery/delivery-option.ts";
import { buyerAddress, buyerArea } from "../delivery/full-address.ts";
import { textLines } from "../forms/validate.ts";
import type { StoredOrder } from "../orders/views/read-order.ts";
import type { Country } from "../values/countries.ts";

/** The address that a checkout's fields begin with. */
interface SuggestedAddress {
  text: string;
  area: Area;
}

interface AddressFields {
  /** Whether the checkout has fields for country and zip code. */
  hasArea: boolean;
  /** Where the shop delivers. */
  countries: Country[];
}

/** Suggests a profile's address. Its text is empty where the customer hasn't added one. */
export function addressOfProfile(
  profile: Pick<Customer, "street" | "zipCode" | "city" | "country">,
  { hasArea, countries }: AddressFields,
): SuggestedAddress {
  return { text: billingAddressOf(profile, { hasArea }), area: areaOf(profile, countries) };
}

/** Suggests the address that an order is billed to. A country to which the shop no longer delivers has to be chosen again. */
export function addressOfOrder(order: StoredOrder, { hasArea, countries }: AddressFields): SuggestedAddress {
  const { country, zipCode } = buyerArea(order);
  const isOffered = countries.some(({ code }) => code === country);
  return {
    text: hasArea ? order.billingAddress : textLines(buyerAddress(order)).join(", "),
    area: { ...(zipCode !== null && { zipCode }), ...(country !== null && isOffered && { country }) },
  };
}
