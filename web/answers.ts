import type { CartProduct } from "#shop/cart/compare-cart.ts";
import type { SavedCart } from "#shop/cart/saved-cart.ts";
import type { CartOutdatedError } from "#shop/checkout/place-order.ts";
import type { IdempotencyConflictError } from "#shop/checkout/placed-order.ts";
import type { DeliveryTerms } from "#shop/delivery/delivery.ts";
import type { DiscountTerms } from "#shop/discounts/discount.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";

/** The JSON that endpoints outside the pages answer. Pages that were loaded before an upgrade read it too: never rename a field. */

/** The answer to `POST /cart/goods`: the products among those asked for that the catalog has. */
export interface CartProductsAnswer {
  goods: CartProduct[];
}

/** The answer to `/cart/saved`; null for a visitor who isn't signed in. */
export type SavedCartAnswer =
  | (SavedCart & {
      /** A hash of the customer's id. */
      owner: string;
      /** Whether the posted cart was saved. If not, this is the cart that another device saved before. */
      saved: boolean;
    })
  | null;

/** The answer to `POST /orders`. */
export type OrderAnswer =
  /** `payAt`: the provider's page, while the order isn't paid. */
  | { orderNumber: string; payAt?: string }
  /**
   * Nothing was ordered: these lines, the delivery cost or the discount have changed. `delivery` is left out while it is free and was seen as
   * free, `discount` without a code.
   */
  | {
      problems: CartOutdatedError["problems"];
      delivery?: { seenCents: number; costCents: number; terms: DeliveryTerms };
      discount?: { seenCents: number; terms: DiscountTerms };
    }
  /** Nothing was ordered: an earlier request with this idempotency key placed an order with other contents. */
  | { placed: IdempotencyConflictError["placed"] }
  | { errors: FieldErrors }
  | {
      failure:
        | "signedOut"
        | "unverified"
        | "notJson"
        | "currencyChanged"
        | "tooMany"
        | "unpayable"
        | "unavailable"
        | "unexpected";
    };
