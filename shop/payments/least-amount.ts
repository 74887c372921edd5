import type { Formats } from "../values/locale.ts";
import { formatPrice } from "../values/money.ts";
import type { PaymentProvider } from "./provider.ts";

/** Why a total can't be paid, for the customer; undefined when it can. Where nothing is to be paid, no provider is asked. See docs/decisions/0168. */
export function leastAmountProblem(provider: PaymentProvider, totalCents: number, formats: Formats) {
  const leastCents = provider.leastCents(formats.currency) ?? 0;
  if (totalCents <= 0 || totalCents >= leastCents) return undefined;
  return `The smallest amount you can pay here is ${formatPrice(leastCents, formats)}`;
}
