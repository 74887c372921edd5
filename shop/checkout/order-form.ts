import * as v from "valibot";
import { linesLimit, quantityLimit } from "../cart/cart-reducer.ts";
import { typedCode } from "../discounts/typed-code.ts";
import { billingAddressLimit, zipCodeLimit } from "../forms/account-fields.ts";
import { atMost, cleaned } from "../forms/form-rules.ts";
import { isStorableText, storableText } from "../forms/validate.ts";
import { type ExtraName, extraNames, extraRules } from "../orders/extra-fields.ts";
import { cards, offlineMethod } from "../orders/payment-method.ts";
import { adjustmentColumns } from "../orders/sums.ts";
import { providerSetups } from "../payments/registry.ts";
import { countryOf } from "../values/countries.ts";
import { recipientNameLimit, recipientRules } from "./delivery-address.ts";
import { nameFields, noMethod, paymentFields } from "./payment-form.ts";

/** Bytes of an order's JSON. The largest cart needs about half of them. */
export const orderBytesLimit = 64 * 1024;

const noKey = "The purchase has no key";
const noAddress = "Billing address is required";

export const cents = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const line = v.object({
  id: v.pipe(v.string(), v.check(isStorableText)),
  quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(quantityLimit)),
  priceCents: cents,
  /** The catalog's price, where the customer saw another one because of the VAT of their destination. */
  catalogCents: v.optional(cents),
});

/** Counts the lines before it checks any, and stops at the first wrong one. */
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

/** What delivery and discounts came to at the checkout, in cents. It posts only those that aren't 0. */
const adjustments = v.entriesFromList(adjustmentColumns, v.optional(cents));

/** ISO 3166 */
export const countryCode = v.optional(
  v.pipe(
    v.string(),
    cleaned,
    v.toUpperCase(),
    v.check((typed) => typed === "" || countryOf(typed) !== undefined, "Use an ISO 3166 code such as NO"),
    v.transform((typed) => typed || undefined),
  ),
);

/** Its country decides the rule. */
export const typedZipCode = storableLine(zipCodeLimit);

/** An optional text that any database can hold. @param limit UTF-16 units */
function storableLine(limit: number) {
  return v.optional(
    v.pipe(
      v.string(),
      v.transform(storableText),
      cleaned,
      atMost(limit),
      v.transform((typed) => typed || undefined),
    ),
  );
}

/** The same rules as in the browser, for a text that any database can hold. */
function storable<Rule extends v.GenericSchema>(rule: Rule) {
  const made = v.transform((typed: unknown) => (typeof typed === "string" ? storableText(typed) : typed));
  return v.optional(v.pipe(v.unknown(), made, rule));
}

const extras = Object.fromEntries(extraNames.map((name) => [name, storable(extraRules[name])])) as {
  [Name in ExtraName]: ReturnType<typeof storable<(typeof extraRules)[Name]>>;
};

/** The number of an option or a place, or the same as a text. */
const rowId = v.pipe(
  v.union([v.pipe(v.string(), v.regex(/^\d{1,15}$/)), v.number()]),
  v.transform(Number),
  v.safeInteger(),
  v.minValue(1),
);

/** The link of a platform's checkout. Whatever else is sent, it leads nowhere. */
const platformCheckout = v.optional(v.pipe(v.string(), v.maxLength(100), v.transform(storableText)));

/** All that an order may have; the shop offers some of them. */
const methods = [...cards.map(({ value }) => value), offlineMethod.value, ...providerSetups.keys()];

/**
 * What a checkout posts: each line's product, quantity and price, and the sums that the lines don't imply. Prices and sums are what the customer
 * saw, in cents: the server compares them with its own and never charges them unchecked. `checkoutKey` is the idempotency key. See docs/decisions/0007.
 */
export const orderForm = v.object({
  paymentMethod: v.picklist(methods, noMethod),
  billingAddress: v.pipe(v.string(noAddress), v.transform(storableText), paymentFields.billingAddress),
  firstname: storable(nameFields.firstname),
  lastname: storable(nameFields.lastname),
  country: countryCode,
  zipCode: typedZipCode,
  /** The parcel's, where it doesn't go to the billing address: country and zip code above are the buyer's then. */
  recipientName: storableLine(recipientNameLimit),
  deliveryAddress: storableLine(billingAddressLimit),
  deliveryCountry: countryCode,
  deliveryZipCode: typedZipCode,
  checkoutKey: v.pipe(v.string(noKey), v.uuid(noKey)),
  /** In which the customer saw all amounts; left out for US dollars. */
  currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
  lines,
  discountCode: typedCode,
  ...extras,
  /** The chosen delivery option; left out for the default one. */
  delivery: v.optional(rowId),
  /** Where the customer collects the order; left out for the option's first place. */
  pickupPlace: v.optional(rowId),
  /** What the customer saw of that option, and of its place. */
  deliverySeen: v.optional(
    v.object({
      ...{ name: v.string(), days: v.number() },
      ...{ daysFrom: v.optional(v.number()), skipsWeekends: v.optional(v.literal(true)) },
      place: v.optional(v.string()),
    }),
  ),
  ...adjustments,
  /** The platform's checkout that the buyer came from. */
  platformCheckout,
});

/** What staff correct of an order with a delivery address, besides what all orders have. */
export const correctedElsewhere = v.object({
  ...recipientRules,
  billingCountry: countryCode,
  billingZipCode: typedZipCode,
});

export type OrderForm = v.InferOutput<typeof orderForm>;

/** The price by which the customer's cart had the product. */
export function catalogCents({ priceCents, catalogCents = priceCents }: OrderForm["lines"][number]) {
  return catalogCents;
}
