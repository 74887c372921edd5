import { type Currency, scaleOf } from "../values/currencies.ts";

/**
 * How many of Stripe's smallest units a unit has where it isn't ISO 4217's (https://docs.stripe.com/currencies#special-cases): ISK and UGX have no
 * decimals but are written with two, and MGA has none at Stripe.
 */
const ownScales: Record<Currency, number> = { ISK: 100, UGX: 100, MGA: 1 };

/** Amounts in these must be whole hundredths, although they have thousandths (https://docs.stripe.com/currencies#three-decimal). */
const hundredthsOnly = ["BHD", "JOD", "KWD", "OMR", "TND"];

/** Currencies of ISO 4217 with other decimals than hundredths that Stripe doesn't take. */
const untaken = ["CLF", "IQD", "LYD", "UYI", "UYW"];

/** Cents, by currency (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const leastAmounts: Record<Currency, number> = {
  ...{ AED: 200, AUD: 50, BGN: 100, BRL: 50, CAD: 50, CHF: 50, CZK: 1500, DKK: 250, EUR: 50, GBP: 30, HKD: 400 },
  ...{ HUF: 17_500, INR: 50, JPY: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50, PLN: 200, RON: 200, SEK: 300 },
  ...{ SGD: 50, THB: 1000, USD: 50 },
};

/** The least that Stripe takes, in cents; undefined for a currency that it doesn't take. It publishes the least for some, and converts the amount of others. */
export function stripeLeastCents(currency: Currency) {
  return untaken.includes(currency) ? undefined : (leastAmounts[currency] ?? 0);
}

/** Of how many cents an amount must be a multiple. */
export function stripeStepCents(currency: Currency) {
  if (hundredthsOnly.includes(currency)) return 10;
  return Math.max(1, scaleOf(currency) / (ownScales[currency] ?? scaleOf(currency)));
}

/** Cents as Stripe counts them. */
export function toStripeAmount(cents: number, currency: Currency) {
  return (cents * (ownScales[currency] ?? scaleOf(currency))) / scaleOf(currency);
}

/** What Stripe counts, in cents. @param currency in capitals or not */
export function centsFromStripe(amount: number, currency: Currency) {
  const code = currency.toUpperCase();
  return Math.round((amount * scaleOf(code)) / (ownScales[code] ?? scaleOf(code)));
}
