import * as v from "valibot";
import { linesLimit, quantityLimit } from "../cart/cart-limits.ts";
import { isStorableText, storableText } from "../validate.ts";
import { paymentFields } from "./payment-form.ts";

/** Bytes of an order's JSON. The largest cart of ordinary ids takes half of them. */
export const orderBytesLimit = 64 * 1024;

const noKey = "The purchase has no key";
const noAddress = "Billing address is required";

const line = v.object({
  id: v.pipe(v.string(), v.check(isStorableText)),
  quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(quantityLimit)),
  priceCents: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** Lines are counted before any of them is looked at, and the first that is wrong ends the looking. */
const lines = v.config(
  v.pipe(
    v.array(v.unknown()),
    v.minLength(1),
    v.maxLength(linesLimit),
    v.array(line),
    v.check((lines) => new Set(lines.map(({ id }) => id)).size === lines.length),
  ),
  { abortEarly: true, message: "These are no lines of a cart" },
);

/**
 * What a checkout posts: of each line only the product's id, how many, and the price that the shopper saw (in cents), which
 * is compared and never charged; so is what delivery was seen to cost, which is nothing unless it is said.
 */
export const orderForm = v.object({
  paymentMethod: paymentFields.paymentMethod,
  billingAddress: v.pipe(v.string(noAddress), v.transform(storableText), paymentFields.billingAddress),
  checkoutKey: v.pipe(v.string(noKey), v.uuid(noKey)),
  lines,
  deliveryCents: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
});

export type OrderForm = v.InferOutput<typeof orderForm>;
