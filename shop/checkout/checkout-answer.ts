import type { LineProblem } from "../cart/compare-cart.ts";
import type { DeliveryTerms } from "../delivery/delivery.ts";
import type { DiscountTerms } from "../discounts/discount.ts";
import { DiscountRefusedError, refusalMessage } from "../discounts/discount-refusal.ts";
import { isOutage } from "../errors.ts";
import type { FieldErrors } from "../forms/validate.ts";
import { RateLimitError } from "../limits/rate-limits.ts";
import { PaymentEndedError } from "../orders/payment/payment.ts";
import { type AgreedSums, pickAgreed } from "../orders/sums.ts";
import { PaymentUnreachableError } from "../payments/provider.ts";
import type { Shop } from "../shop.ts";
import type { Currency } from "../values/currencies.ts";
import { AreaInvalidError, DeliveryRefusedError } from "./choose-delivery.ts";
import type { ChangedLine } from "./compare-order.ts";
import { AccountDeletedError } from "./insert-order.ts";
import { CartOutdatedError, CurrencyChangedError } from "./place-order.ts";
import { IdempotencyConflictError } from "./placed-order.ts";
import { describeUnpaidLimit, UnpaidLimitError } from "./unpaid-orders.ts";

/** What became of an order that a checkout posted. */
export type CheckoutAnswer =
  /** @property payAt the provider's page, while the order isn't paid */
  | { outcome: "placed"; orderNumber: string; payAt?: string | undefined }
  | { outcome: "outdated"; cart: OutdatedCart }
  | { outcome: "refused"; refusal: Refusal };

/**
 * Nothing was ordered: these lines, the delivery cost or the discount have changed. `delivery` is left out while it is free and was seen as
 * free, `discount` without a code.
 *
 * @property hasOtherVat whether prices or VAT are another destination's than the shop's
 * @property lines those that cost something else where the order goes, or can't be ordered as they are; servers of earlier versions leave out these
 *   three
 */
export interface OutdatedCart {
  problems: LineProblem[];
  currency?: Currency;
  sums?: Record<"seen" | "current", AgreedSums>;
  lines?: ChangedLine[];
  delivery?: { seenCents: number; costCents: number; terms: DeliveryTerms };
  discount?: { seenCents: number; terms: DiscountTerms };
  hasOtherVat?: true;
}

/**
 * Why an order wasn't placed, or can't be paid: it is `invalid`, a choice isn't offered any more (`changed`), the customer has to pay another
 * order first (`unpaidLimit`), the account was deleted (`signedOut`), its provider takes no payment this small (`tooLittle`), or its idempotency key `placed` another order.
 */
export type Refusal =
  | { reason: "invalid" | "changed" | "unpaidLimit" | "tooLittle"; errors: FieldErrors }
  | { reason: "keyUsed"; placed: IdempotencyConflictError["placed"] }
  | { reason: RefusalReason };

export type RefusalReason = "signedOut" | "currencyChanged" | "tooMany" | "unpayable" | "unavailable" | "unexpected";

/** Whether the customer decided on something that has changed. */
export function isStale(answer: CheckoutAnswer) {
  const reasons: Refusal["reason"][] = ["changed", "unpaidLimit", "keyUsed", "currencyChanged"];
  return answer.outcome === "outdated" || (answer.outcome === "refused" && reasons.includes(answer.refusal.reason));
}

/** Whether an answer counts against the limit of failed orders. */
export function isFailure(answer: CheckoutAnswer) {
  const reason = answer.outcome === "refused" ? answer.refusal.reason : undefined;
  // A customer who has to pay or cancel an order first may try again right after it.
  return reason === "invalid" || (isStale(answer) && reason !== "unpaidLimit");
}

/** The answer to an error that ended an order. @throws outages */
export function answerError(shop: Pick<Shop, "settings" | "log">, error: unknown): CheckoutAnswer {
  if (isOutage(error)) throw error;
  if (error instanceof CartOutdatedError)
    return { outcome: "outdated", cart: describeOutdated(error, shop.settings.currency) };
  return { outcome: "refused", refusal: explainRefusal(shop, error) };
}

function explainRefusal({ settings, log }: Pick<Shop, "settings" | "log">, error: unknown): Refusal {
  if (error instanceof AreaInvalidError) return { reason: "invalid", errors: error.errors };
  if (error instanceof DeliveryRefusedError) return { reason: "changed", errors: error.errors };
  if (error instanceof DiscountRefusedError)
    return { reason: "changed", errors: { discountCode: refusalMessage(error.refusal, settings) } };
  if (error instanceof UnpaidLimitError)
    return { reason: "unpaidLimit", errors: { paymentMethod: describeUnpaidLimit(error, settings) } };
  if (error instanceof IdempotencyConflictError) return { reason: "keyUsed", placed: error.placed };
  if (error instanceof AccountDeletedError) return { reason: "signedOut" };
  if (error instanceof CurrencyChangedError) return { reason: "currencyChanged" };
  if (error instanceof PaymentEndedError) return { reason: "unpayable" };
  if (error instanceof RateLimitError) return { reason: "tooMany" };
  const isUnreachable = error instanceof PaymentUnreachableError;
  log(isUnreachable ? "Unpaid order not replaced" : "Order not saved", error);
  return { reason: isUnreachable ? "unavailable" : "unexpected" };
}

function describeOutdated(
  { problems, sums: { seen, current, delivery: option, discount, treatment, lines } }: CartOutdatedError,
  currency: Currency,
): OutdatedCart {
  const { priceCents, freeFromCents, days } = option;
  const terms = { priceCents, freeFromCents, days };
  const delivery = { seenCents: seen.deliveryCents, costCents: current.deliveryCents, terms };
  return {
    ...{ problems, currency, lines, sums: { seen: pickAgreed(seen), current: pickAgreed(current) } },
    ...((seen.deliveryCents > 0 || terms.priceCents > 0) && { delivery }),
    ...(discount && { discount: { seenCents: seen.discountCents, terms: discount } }),
    ...(treatment.kind !== null && { hasOtherVat: true }),
  };
}
