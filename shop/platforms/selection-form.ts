import * as v from "valibot";
import { linesLimit, quantityLimit } from "../cart/cart-reducer.ts";
import { typedCodeLimit } from "../discounts/typed-code.ts";
import { cleaned } from "../forms/form-rules.ts";
import { isStorableText, storableText } from "../forms/validate.ts";

// What platforms send, as far as the shop uses it: https://ucp.dev/2026-04-08/schemas/shopping/checkout.json. Limits come before everything else.

/** UTF-16 units. */
const longest = { id: 500, name: 320, addressPart: 200 };
const most = { codes: 10, methods: 10, destinations: 10, groups: 10, claims: 20 };

function text(limit: number) {
  return v.pipe(v.string(), v.maxLength(limit), v.transform(storableText), cleaned);
}

/** An array whose items are checked once there aren't too many of them. */
function list<Item extends v.GenericSchema>(limit: number, item: Item) {
  return v.config(v.pipe(v.array(v.unknown()), v.maxLength(limit), v.array(item)), { abortEarly: true });
}

const lineItem = v.pipe(
  v.object({
    item: v.object({ id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(longest.id), v.check(isStorableText)) }),
    quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  }),
  v.transform(({ item: { id }, quantity }) => ({ id, quantity: Math.min(quantity, quantityLimit) })),
);

const lineItems = list(linesLimit, lineItem);

const context = v.object({
  address_country: v.optional(text(longest.addressPart)),
  postal_code: v.optional(text(longest.addressPart)),
  eligibility: v.optional(
    v.pipe(
      list(most.claims, text(longest.name)),
      v.transform((claims) => [...new Set(claims)]),
    ),
  ),
});

const consent = v.object({
  analytics: v.optional(v.boolean()),
  preferences: v.optional(v.boolean()),
  marketing: v.optional(v.boolean()),
  sale_of_data: v.optional(v.boolean()),
});

const buyer = v.object({
  first_name: v.optional(text(longest.name)),
  last_name: v.optional(text(longest.name)),
  email: v.optional(text(longest.name)),
  phone_number: v.optional(text(longest.name)),
  consent: v.optional(consent),
});

const discounts = v.object({ codes: v.optional(list(most.codes, text(typedCodeLimit)), []) });

const addressPart = v.optional(text(longest.addressPart));

const destination = v.object({
  id: addressPart,
  extended_address: addressPart,
  street_address: addressPart,
  address_locality: addressPart,
  address_region: addressPart,
  address_country: addressPart,
  postal_code: addressPart,
  first_name: addressPart,
  last_name: addressPart,
  phone_number: addressPart,
});

const selectedId = v.nullish(text(longest.addressPart));

const method = v.object({
  id: addressPart,
  type: v.optional(v.picklist(["shipping", "pickup"])),
  destinations: v.optional(list(most.destinations, destination)),
  selected_destination_id: selectedId,
  groups: v.optional(list(most.groups, v.object({ selected_option_id: selectedId })), []),
});

const fulfillment = v.object({ methods: v.optional(list(most.methods, method), []) });

export type Context = v.InferOutput<typeof context>;
export type Buyer = v.InferOutput<typeof buyer>;
export type SentFulfillment = v.InferOutput<typeof fulfillment>;
export type SentDestination = v.InferOutput<typeof destination>;
export type SentItem = v.InferOutput<typeof lineItem>;

const selection = {
  context: v.optional(context),
  buyer: v.optional(buyer),
  discounts: v.optional(discounts),
};

/** A cart that a platform creates, or replaces. */
export const platformCartForm = v.object({ line_items: lineItems, ...selection });

export type PlatformCartForm = v.InferOutput<typeof platformCartForm>;

const checkoutFields = { ...selection, fulfillment: v.optional(fulfillment) };

/** A checkout that replaces another. */
export const platformCheckoutForm = v.object({ line_items: lineItems, ...checkoutFields });

export type PlatformCheckoutForm = v.InferOutput<typeof platformCheckoutForm>;

/** A checkout that a platform creates. Of a cart's, its own lines don't count. */
export const newPlatformCheckoutForm = v.object({
  line_items: lineItems,
  cart_id: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(longest.id), v.check(isStorableText))),
  ...checkoutFields,
});

export type NewPlatformCheckoutForm = v.InferOutput<typeof newPlatformCheckoutForm>;

/** What completes a checkout. The shop takes payments only in its own checkout, so nothing of it is read. */
export const completionForm = v.optional(v.object({}), {});
