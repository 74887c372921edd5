import { type Currency, formatPrice } from "../values/money.ts";
import type { DiscountTerms } from "./discount.ts";

/** What a code does, in a few words: "10% off". */
export function describeDiscount({ kind, value }: Pick<DiscountTerms, "kind" | "value">, currency: Currency) {
  switch (kind) {
    case "percent":
      return `${value / 100}% off`;
    case "amount":
      return `${formatPrice(value, currency)} off`;
    case "freeDelivery":
      return "Free shipping";
  }
}
