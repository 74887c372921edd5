import type { Formats } from "../values/locale.ts";
import { formatPrice } from "../values/money.ts";
import type { PaymentProvider } from "./provider.ts";

/** Why a total can't be paid, for the customer; undefined when it can. Where nothing is to be paid, no provider is asked. See docs/decisions/0168. */
export function leastAmountProblem(provider: PaymentProvider, totalCents: number, formats: Formats) {
  if (totalCents <= 0) return undefined;
  const leastCents = provider.leastCents(formats.currency) ?? 0;
  if (totalCents < leastCents) return `The smallest amount you can pay here is ${formatPrice(leastCents, formats)}`;
  const stepCents = provider.stepCents?.(formats.currency) ?? 1;
  if (totalCents % stepCents === 0) return undefined;
  return `You can't pay ${formatPrice(totalCents, formats)} here, only multiples of ${formatPrice(stepCents, formats)}. Please contact us`;
}
