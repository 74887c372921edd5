import type { Formats } from "../values/locale.ts";
import { formatPrice } from "../values/money.ts";
import { formatPercent } from "../values/written-numbers.ts";
import type { DiscountTerms } from "./discount.ts";

/** What a code does, in a few words: "10% off". */
export function describeDiscount({ kind, value }: Pick<DiscountTerms, "kind" | "value">, formats: Formats) {
  switch (kind) {
    case "percent":
      return `${formatPercent(value / 100, formats)} off`;
    case "amount":
      return `${formatPrice(value, formats)} off`;
    case "freeDelivery":
      return "Free shipping";
  }
}
