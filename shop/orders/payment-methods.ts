/** The cards that the shop takes. */
export const paymentMethods = [
  { value: "visa", label: "Visa" },
  { value: "mastercard", label: "Mastercard" },
] as const;

export type PaymentMethod = (typeof paymentMethods)[number]["value"];
