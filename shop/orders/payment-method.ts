/** The cards that the checkout checks where it asks for one. */
export const cards = [
  { value: "visa", label: "Visa" },
  { value: "mastercard", label: "Mastercard" },
] as const;

export type Card = (typeof cards)[number]["value"];

/** Whether an order's method is a card. */
export function isCard(method: string) {
  return cards.some(({ value }) => value === method);
}

/** The method where customers pay outside the shop. */
export const offlineMethod = { value: "invoice", label: "Invoice or bank transfer" } as const;
