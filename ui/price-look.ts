/** The classes of a price. Besides `price.tsx`, the cart's page draws prices before it is hydrated (`early-cart.ts`). */
export const priceLook = "font-display font-medium tabular-nums";

/** As long as "kr 9 999,00", which fits everywhere. */
const shortAmount = 11;

/** The class of an amount, which never breaks: where large text meets a narrow screen, a long one is smaller. See docs/decisions/0321. */
export function amountLook(text: string) {
  return text.length > shortAmount ? "long-amount" : undefined;
}
