import * as v from "valibot";
import type { ReturnState } from "#database/schema.ts";
import { weekdays } from "#shop/delivery/opening-hours.ts";
import { returnReasons, unstatedReason, withdrawalReason } from "#shop/orders/state/return-reasons.ts";
import { returnStateNames } from "#shop/orders/state/return-requests.ts";
import { orderStates } from "#shop/orders/state/state-machine.ts";
import { vatKinds } from "#shop/taxes/vat-kind.ts";
import { moment } from "./shared-fields.ts";

const text = v.string();
const mayBeText = v.nullable(v.string());
/** As the command line writes it. */
const amount = v.pipe(v.string(), v.description("In units of the order's currency"), v.examples(["19.00"]));

export const orderState = v.picklist(orderStates, `must be one of ${orderStates.join(", ")}`);

const item = v.strictObject({
  id: v.pipe(v.string(), v.description("The product's ID")),
  title: text,
  price: v.pipe(v.number(), v.description("Of one piece, in units of the order's currency")),
  thumbnail: text,
  brand: mayBeText,
  quantity: v.number(),
  options: v.optional(v.record(v.string(), v.string())),
  sku: v.optional(v.string()),
});

const interval = v.strictObject({
  from: v.pipe(v.string(), v.examples(["10:00"])),
  to: v.pipe(v.string(), v.description("24:00 for midnight"), v.examples(["18:00"])),
});

const pickupPlace = v.strictObject({
  name: text,
  street: text,
  zipCode: text,
  city: text,
  country: v.pipe(text, v.description("ISO 3166; empty for the shop's own")),
  note: text,
  openingHours: v.pipe(
    v.nullable(v.strictObject(v.entriesFromList(weekdays, v.array(interval)))),
    v.description("By day of the week, none for a closed day; null if the shop gives no hours"),
  ),
  holidayHours: v.pipe(
    v.nullable(v.array(interval)),
    v.description("On public holidays; null if they are those of the day of the week"),
  ),
});

const orderEntries = {
  orderNumber: text,
  email: text,
  totalPrice: amount,
  currency: v.pipe(v.string(), v.description("ISO 4217")),
  paymentMethod: text,
  billingAddress: v.pipe(
    v.string(),
    v.description("The buyer's. The order is sent there too, unless it has a `deliveryAddress`"),
  ),
  country: v.pipe(v.nullable(v.string()), v.description("The destination's, ISO 3166")),
  zipCode: v.pipe(mayBeText, v.description("The destination's")),
  deliveryAddress: v.pipe(mayBeText, v.description("Where the order is sent, if not to the billing address")),
  billingName: v.pipe(mayBeText, v.description("The buyer's name, if someone else is the recipient")),
  billingCountry: v.pipe(mayBeText, v.description("The billing address's, ISO 3166; null if it is the destination's")),
  billingZipCode: mayBeText,
  createdAt: moment,
  state: orderState,
  deliveryPrice: amount,
  deliveryName: mayBeText,
  pickupPlace: v.pipe(
    v.nullable(pickupPlace),
    v.description("Where the order is collected, as the place was when it was placed; null for other orders"),
  ),
  discountPrice: amount,
  vatPrice: amount,
  vatKind: v.pipe(
    v.nullable(v.picklist(Object.keys(vatKinds) as (keyof typeof vatKinds)[])),
    v.description(
      "How its VAT differs from the seller's own: it is the destination's, or none because of an export or reverse charge",
    ),
  ),
  discountCode: mayBeText,
  paymentReference: v.pipe(
    v.nullable(v.string()),
    v.description("The payment's reference, if the invoice comes first: a KID or a creditor reference (ISO 11649)"),
  ),
  dueOn: v.pipe(
    v.nullable(v.string()),
    v.description("The invoice's due date, if it comes first"),
    v.metadata({ format: "date" }),
  ),
  amountDue: v.pipe(amount, v.description("What the customer still has to pay outside the shop")),
  name: v.pipe(v.string(), v.description("The recipient")),
  phone: mayBeText,
  customerNote: mayBeText,
  giftMessage: mayBeText,
  company: v.pipe(mayBeText, v.description("The company that the order is for")),
  vatNumber: v.pipe(mayBeText, v.description("The company's VAT number, with its country's letters")),
  cartItems: v.array(item),
};

/** An order as `orders --json` prints it. */
export const order = v.strictObject(orderEntries);

const event = v.strictObject({
  step: v.pipe(v.string(), v.description("`placed`, `paid`, `sent`, `delivered`, `refunded`, `noted` and others")),
  createdAt: moment,
  actor: text,
  note: mayBeText,
  amount: v.nullable(amount),
  carrier: mayBeText,
  tracking: mayBeText,
  productId: v.pipe(v.nullable(v.string()), v.description("The item that came back")),
  quantity: v.nullable(v.number()),
  items: v.optional(
    v.pipe(
      v.array(v.strictObject({ productId: text, quantity: v.number() })),
      v.description("If it is about several items"),
    ),
  ),
  returnId: v.optional(v.pipe(v.string(), v.description("The ID of its return request"))),
});

export const returnState = v.picklist(
  Object.keys(returnStateNames) as ReturnState[],
  `must be one of ${Object.keys(returnStateNames).join(", ")}`,
);

const returnEntries = {
  id: text,
  kind: v.pipe(v.string(), v.description("`return`, or `withdrawal` from the contract")),
  state: returnState,
  createdAt: moment,
  items: v.array(
    v.strictObject({
      id: v.pipe(v.string(), v.description("The product's ID")),
      title: text,
      quantity: v.number(),
      accepted: v.pipe(
        v.nullable(v.number()),
        v.description("How many the shop takes back; null until it has decided"),
      ),
      reason: v.pipe(
        v.string(),
        v.description(
          [...Object.keys(returnReasons), unstatedReason, withdrawalReason].map((name) => `\`${name}\``).join(", "),
        ),
      ),
    }),
  ),
  comment: v.pipe(v.string(), v.description("The customer's")),
  answer: v.pipe(v.string(), v.description("The shop's instructions, or its reason to decline")),
  label: v.pipe(mayBeText, v.description("The file name of the return label")),
};

/** A return request as `returns --json` prints it. */
export const listedReturn = v.strictObject({ ...returnEntries, orderNumber: text });

/** A statement of withdrawal. */
export const listedWithdrawal = v.strictObject({
  id: text,
  orderNumber: v.pipe(
    mayBeText,
    v.description("The order that it matches, or that staff have found; null if there is none"),
  ),
  typedOrderNumber: text,
  name: text,
  email: text,
  content: v.pipe(v.string(), v.description("What the customer withdraws from, in words")),
  isLate: v.pipe(v.boolean(), v.description("Whether the period had ended")),
  receivedAt: moment,
  confirmedAt: v.pipe(v.nullable(moment), v.description("When the confirmation was emailed")),
  doneAt: v.nullable(moment),
  matchedBy: v.pipe(mayBeText, v.description("Who found the order, where none matched")),
  matchedAt: v.nullable(moment),
  returnId: v.pipe(mayBeText, v.description("The return request that follows from it; null without one")),
});

const refundEntries = { amount, reason: text, actor: text, createdAt: moment, lastError: mayBeText };

/** An order as `order NUMBER --json` prints it. */
export const orderDetails = v.strictObject({
  ...orderEntries,
  customerId: v.pipe(v.string(), v.description("The customer's `uid`")),
  deliveryDays: v.number(),
  deliveryDaysFrom: v.optional(
    v.pipe(v.number(), v.description("If the delivery is a range of days; `deliveryDays` is the last")),
  ),
  events: v.array(event),
  refunds: v.array(
    v.strictObject({
      id: text,
      state: v.pipe(
        v.picklist(["pending", "settled", "failed"]),
        v.description("Whether the payment provider has paid it back"),
      ),
      ...refundEntries,
    }),
  ),
  returns: v.pipe(v.array(v.strictObject(returnEntries)), v.description("The customer's return requests")),
  credited: v.pipe(amount, v.description("What was taken off an invoice before it was paid")),
  refunded: amount,
  netPrice: v.pipe(amount, v.description("`totalPrice` less what was credited and refunded")),
  refundable: v.pipe(amount, v.description("What can still be refunded")),
  reservation: v.optional(
    v.pipe(
      v.strictObject({
        reserved: amount,
        toRelease: v.pipe(amount, v.description("What of `reserved` won't be captured, as it was refunded")),
        captured: amount,
        released: amount,
        until: v.nullable(moment),
      }),
      v.description("If the payment was reserved first: how much is still reserved, was captured, and was released"),
    ),
  ),
  waitingRefunds: v.array(v.strictObject({ ...refundEntries, attempts: v.number() })),
  failedRefunds: v.array(v.strictObject({ ...refundEntries, outstanding: amount })),
});
