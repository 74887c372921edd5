/** The cards that the shop takes (specification, section 9). */
export const paymentMethods = [
  { value: "visa", label: "Visa" },
  { value: "mastercard", label: "Mastercard" },
] as const;

export type PaymentMethod = (typeof paymentMethods)[number]["value"];
