import type { Formats } from "../values/locale.ts";
import { formatPrice } from "../values/money.ts";
import { type DiscountedLine, type DiscountTerms, hasEligible, missingCents } from "./discount.ts";

/** Why a code can't be used. */
export type DiscountRefusal =
  | { reason: "unknown" | "expired" | "usedUp" | "usedByCustomer" | "unpaidOrder" | "otherItems" }
  | { reason: "minimum"; missingCents: number };

/** A code can't be used now. */
export class DiscountRefusedError extends Error {
  override name = "DiscountRefusedError";
  readonly refusal: DiscountRefusal;

  constructor(refusal: DiscountRefusal) {
    super(`Discount code refused: ${refusal.reason}`);
    this.refusal = refusal;
  }
}

/** Whether lines can use a code. @returns undefined if they can */
export function refusalFor(lines: DiscountedLine[], terms: DiscountTerms): DiscountRefusal | undefined {
  if (!hasEligible(lines, terms)) return { reason: "otherItems" };
  const missing = missingCents(lines, terms);
  return missing > 0 ? { reason: "minimum", missingCents: missing } : undefined;
}

/** What the customer reads. */
export function refusalMessage(refusal: DiscountRefusal, formats: Formats) {
  switch (refusal.reason) {
    case "unknown":
      return "This code isn't valid";
    case "expired":
      return "This code has expired";
    case "usedUp":
      return "This code has been used up";
    case "usedByCustomer":
      return "This code has been used up: you can use it only once";
    case "unpaidOrder":
      return "Your unpaid order uses this code. Pay for it or cancel it first";
    case "otherItems":
      return "This code isn't valid for the items in your cart";
    case "minimum":
      return `Spend ${formatPrice(refusal.missingCents, formats)} more to use this code`;
  }
}
