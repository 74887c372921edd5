import { type Currency, scaleOf } from "../values/currencies.ts";

/** How much of a currency something is worth. @property rate a decimal number with a point */
export interface Worth {
  currency: Currency;
  rate: string;
}

/** Converts an amount exactly, and rounds half up to the other currency's cents. @param from what the same thing is worth in both currencies */
export function convertCents(cents: number, from: Worth, to: Worth) {
  const [divisorRate, factorRate] = [fractionOf(from.rate), fractionOf(to.rate)];
  const amount = BigInt(Math.abs(cents)) * BigInt(scaleOf(to.currency)) * factorRate.numerator * divisorRate.divisor;
  const divisor = BigInt(scaleOf(from.currency)) * divisorRate.numerator * factorRate.divisor;
  const rounded = Number((2n * amount + divisor) / (2n * divisor));
  return cents < 0 ? 0 - rounded : rounded;
}

function fractionOf(rate: string) {
  const [whole = "", decimals = ""] = rate.split(".");
  return { numerator: BigInt(whole + decimals), divisor: 10n ** BigInt(decimals.length) };
}
