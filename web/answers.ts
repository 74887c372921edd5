import type { CartProduct } from "#shop/cart/compare-cart.ts";
import type { SavedCart } from "#shop/cart/saved-cart.ts";
import type { OutdatedCart, RefusalReason } from "#shop/checkout/checkout-answer.ts";
import type { IdempotencyConflictError } from "#shop/checkout/placed-order.ts";
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
  | OutdatedCart
  /** Nothing was ordered: an earlier request with this idempotency key placed an order with other contents. */
  | { placed: IdempotencyConflictError["placed"] }
  | { errors: FieldErrors }
  | { failure: "unverified" | "notJson" | RefusalReason };
