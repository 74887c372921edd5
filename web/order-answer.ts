import type { CartOutdatedError, KeyUsedError } from "#shop/orders/place-order.ts";
import type { FieldErrors } from "#shop/validate.ts";

/** What whoever posted an order is told. */
export type OrderAnswer =
  /** `payAt`: where the shopper pays for it, when that isn't done. */
  | { orderNumber: string; payAt?: string }
  /** Which lines can't be ordered as they are, and what delivery costs, unless that is nothing and was seen so; nothing was ordered. */
  | { problems: CartOutdatedError["problems"]; delivery?: CartOutdatedError["delivery"] }
  /** The order that the key stands for, which has other contents; nothing more was ordered. */
  | { placed: KeyUsedError["placed"] }
  | { errors: FieldErrors }
  | { failure: "signedOut" | "unverified" | "notJson" | "tooMany" | "unpayable" | "unavailable" | "unexpected" };
