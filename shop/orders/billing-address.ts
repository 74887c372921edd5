import type { Customer } from "../accounts/customer.ts";

/** Where a customer lives, on one line, as a checkout asks for it: "Storgata 1, 0155 Oslo, Norway". */
export function billingAddressOf({
  street,
  zipCode,
  city,
  country,
}: Pick<Customer, "street" | "zipCode" | "city" | "country">) {
  return [street, `${zipCode} ${city}`.trim(), country].filter(Boolean).join(", ");
}
