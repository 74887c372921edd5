/** Cents, by currency, without currencies that have none, which the shop doesn't take (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const leastAmounts: Record<string, number> = {
  ...{ AED: 200, AUD: 50, BGN: 100, BRL: 50, CAD: 50, CHF: 50, CZK: 1500, DKK: 250, EUR: 50, GBP: 30, HKD: 400 },
  ...{ INR: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50, PLN: 200, RON: 200, SEK: 300, SGD: 50 },
  ...{ THB: 1000, USD: 50 },
};

/** The least that Stripe takes, in cents. Stripe publishes it for these currencies; of others, it converts the amount. */
export function stripeLeastCents(currency: string) {
  return leastAmounts[currency] ?? 0;
}
