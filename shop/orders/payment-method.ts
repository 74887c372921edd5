/** The cards that the shop takes. */
export const paymentMethods = [
  { value: "visa", label: "Visa" },
  { value: "mastercard", label: "Mastercard" },
] as const;

/** The method where customers pay outside the shop. */
export const offlineMethod = { value: "invoice", label: "Invoice or bank transfer" } as const;

/** All that an order may have. */
export const allPaymentMethods = [...paymentMethods, offlineMethod];

export type PaymentMethod = (typeof allPaymentMethods)[number]["value"];

/** A stored method's name. */
export function paymentMethodLabel(method: string) {
  return allPaymentMethods.find(({ value }) => value === method)?.label ?? method;
}
