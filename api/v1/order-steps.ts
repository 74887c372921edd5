import * as v from "valibot";
import { atMost, cleaned, typedText } from "#shop/forms/form-rules.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { fieldLimits } from "#shop/orders/field-limits.ts";
import { addNote, deliverOrder, returnOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import { markPaid, remind, undoPayment } from "#shop/orders/payment/offline-payment.ts";
import { refundOrder, returnItem } from "#shop/orders/payment/refund.ts";
import { captureNow } from "#shop/orders/payment/reservation.ts";
import { staff } from "#shop/orders/state/events.ts";
import { readAdminOrder, toOrderDetailsJson } from "#shop/orders/views/admin.ts";
import type { Shop } from "#shop/shop.ts";
import { type Currency, defaultCurrency } from "#shop/values/currencies.ts";
import { centsFromNumber, decimalAmount, numberFromCents } from "#shop/values/money.ts";
import { centsFromTypedAmount } from "#shop/values/typed-amount.ts";
import { orderDetails } from "./order-schema.ts";
import { readAs } from "./read-as.ts";
import { type Route, route } from "./route.ts";
import { yesOrNo } from "./shared-fields.ts";

export const params = v.object({ orderNumber: v.pipe(v.string(), v.description("The order's number")) });

/** Characters, before invisible ones are dropped. */
const longestText = 5000;

type Params = v.InferOutput<typeof params>;

/** What is the same for each step of an order. See docs/decisions/0259. */
export const step = {
  method: "POST",
  scope: "orders:write",
  params,
  answer: orderDetails,
  async current({ db }: Shop, { orderNumber }: Params) {
    const order = await readAdminOrder(db, orderNumber);
    return { shown: toOrderDetailsJson(order), version: order.version };
  },
} as const;

export async function readOrder({ shop: { db }, params: { orderNumber } }: { shop: Shop; params: Params }) {
  return toOrderDetailsJson(await readAdminOrder(db, orderNumber));
}

export function optionalText(name: keyof typeof fieldLimits, description: string) {
  return v.pipe(typedText(fieldLimits[name]), v.description(description));
}

export function neededText(name: keyof typeof fieldLimits, description: string) {
  return v.pipe(
    v.string("must be text"),
    atMost(longestText),
    cleaned,
    atMost(fieldLimits[name]),
    v.nonEmpty("must not be empty"),
    v.description(description),
  );
}

const note = optionalText("note", "Only the shop sees it");
export const reason = neededText("reason", "Why. The customer sees it.");

/** An amount as a number or, as orders have it, a text. @returns cents */
function amountOf(description: string, { leastCents, currency }: { leastCents: number; currency: Currency }) {
  const mustBe = `must be an amount such as ${decimalAmount(1250, currency)}${leastCents > 0 ? ", above 0" : ""}`;
  const number = v.pipe(v.number(mustBe), v.minValue(numberFromCents(leastCents, currency), mustBe));
  const text = v.pipe(v.string(), v.maxLength(20, mustBe));
  return v.pipe(
    v.union([number, text], mustBe),
    v.description(`${description} In units of the order's currency, with at most two decimals: 12.5 or "12.50".`),
    v.examples([12.5, "12.50"]),
    readAs(
      (given) => (typeof given === "number" ? centsFromNumber(given, currency) : centsFromTypedAmount(given, currency)),
      mustBe,
    ),
    v.check((cents) => cents >= leastCents, mustBe),
  );
}

const withNote = v.strictObject({ note });

/** Steps that move no money. */
const parcelSteps = [
  route({
    ...step,
    path: "/orders/{orderNumber}/fulfil",
    summary: "Mark an order as sent",
    description: "Or as ready for pickup. The customer is notified by email.",
    body: v.strictObject({
      carrier: optionalText("carrier", "Who delivers the parcel"),
      tracking: optionalText("tracking", "The tracking number"),
      note,
    }),
    run: async ({ shop, actor, params, body, seen }) => {
      const parcel = { carrier: body.carrier || null, tracking: body.tracking || null };
      const sent = { actor: staff(actor), ...parcel, ...(body.note && { note: body.note }) };
      await sendOrder(shop, params.orderNumber, sent, { version: seen?.version });
      return readOrder({ shop, params });
    },
  }),
  route({
    ...step,
    path: "/orders/{orderNumber}/deliver",
    summary: "Mark an order as delivered",
    description: "Or as picked up. The customer is notified by email.",
    body: withNote,
    run: async ({ shop, actor, params, body, seen }) => {
      await deliverOrder(shop, params.orderNumber, by(actor, body), { version: seen?.version });
      return readOrder({ shop, params });
    },
  }),
  route({
    ...step,
    path: "/orders/{orderNumber}/return",
    summary: "Mark an order as returned",
    description: "All its items are for sale again. Refund it separately.",
    body: withNote,
    run: async ({ shop, actor, params, body, seen }) => {
      await returnOrder(shop, params.orderNumber, by(actor, body), { version: seen?.version });
      return readOrder({ shop, params });
    },
  }),
  route({
    ...step,
    path: "/orders/{orderNumber}/remind",
    summary: "Remind a customer of an unpaid invoice",
    description: "By email with the invoice, at most once a day.",
    body: v.strictObject({}),
    run: async ({ shop, actor, params, seen }) => {
      await remind(shop, params.orderNumber, { actor: staff(actor) }, { version: seen?.version });
      return readOrder({ shop, params });
    },
  }),
  route({
    ...step,
    path: "/orders/{orderNumber}/note",
    summary: "Add a note to an order",
    description: "The customer doesn't see it.",
    body: v.strictObject({ note: neededText("note", "The note") }),
    run: async ({ shop, actor, params, body, seen }) => {
      await addNote(shop, params.orderNumber, by(actor, body), { version: seen?.version });
      return readOrder({ shop, params });
    },
  }),
];

const mustBePieces = "must be a whole number from 1";

/** Some pieces of an item. */
export const itemEntries = {
  id: v.pipe(
    v.string("must be text"),
    v.maxLength(200, "must have at most 200 characters"),
    v.description("The product's ID"),
  ),
  quantity: v.pipe(
    v.number(mustBePieces),
    v.integer(mustBePieces),
    v.minValue(1, mustBePieces),
    v.description("Pieces"),
  ),
};

/** The same of an item that came back. */
export const returnedEntries = {
  ...itemEntries,
  restock: v.pipe(yesOrNo, v.description("Whether they are for sale again")),
};

/** How much is refunded for what came back. */
export function refundedAmount(currency: Currency) {
  const description = "What is refunded, 0 for nothing. Without it, what was paid for them.";
  return v.optional(amountOf(description, { leastCents: 0, currency }));
}

const refunded = "Its state is in `refunds`. If the provider can't be reached, it is `pending` and is made later.";

function refundBody(currency: Currency) {
  return v.strictObject({
    amount: v.optional(amountOf("Without it, all that is left.", { leastCents: 1, currency })),
    reason,
  });
}

function returnItemBody(currency: Currency) {
  return v.strictObject({ ...returnedEntries, amount: refundedAmount(currency), reason });
}

/** Steps that move money. */
const moneySteps = [
  route({
    ...step,
    path: "/orders/{orderNumber}/pay",
    summary: "Mark an order as paid",
    description: "For payments by invoice or bank transfer. The customer is notified by email.",
    body: v.strictObject({ note: optionalText("note", "A note to the customer") }),
    change: async ({ shop, actor, params, body, seen, note: alongside }) => {
      await markPaid(shop, params.orderNumber, { ...by(actor, body), version: seen?.version, alongside });
    },
    run: readOrder,
  }),
  route({
    ...step,
    path: "/orders/{orderNumber}/undo-payment",
    summary: "Take back that an order was marked as paid",
    description:
      "Only as long as nothing followed from it: once the order was sent or refunded, or its invoice was issued with the payment, refund it instead. A customer who was emailed about the payment is notified.",
    body: withNote,
    change: async ({ shop, actor, params, body, seen, note: alongside }) => {
      await undoPayment(shop, params.orderNumber, { ...by(actor, body), version: seen?.version, alongside });
    },
    run: readOrder,
  }),
  route({
    ...step,
    path: "/orders/{orderNumber}/capture",
    summary: "Capture a reserved payment",
    description:
      "Takes the reserved amount less refunds, without waiting until the order is sent. A capture that the provider declines is tried again, and its `captureFailed` event has the reason.",
    body: v.strictObject({}),
    change: async ({ shop, actor, params, seen, note: alongside }) => {
      await captureNow(shop, params.orderNumber, { actor: staff(actor), version: seen?.version, alongside });
    },
    run: readOrder,
  }),
  route({
    ...step,
    path: "/orders/{orderNumber}/cancel",
    summary: "Cancel an order",
    description: `Only before it is sent. Its items are restocked, and what was paid is refunded. ${refunded}`,
    body: v.strictObject({ note: optionalText("note", "Why. The customer sees it.") }),
    change: async ({ shop, actor, params, body, seen, note: alongside }) => {
      await cancelOrder(shop, params.orderNumber, { ...by(actor, body), version: seen?.version, alongside });
    },
    run: readOrder,
  }),
  route({
    ...step,
    path: "/orders/{orderNumber}/refund",
    summary: "Refund an order",
    description: `In part or in full. Unpaid amounts are credited, so the customer has less to pay. ${refunded} One that the provider declines is \`failed\`.`,
    body: refundBody(defaultCurrency),
    bodyIn: refundBody,
    change: async ({ shop, actor, params, body, seen, note: alongside }) => {
      const { amount: amountCents, reason } = body;
      const refund = { amountCents, reason, actor: staff(actor), version: seen?.version, alongside };
      await refundOrder(shop, params.orderNumber, refund);
    },
    run: readOrder,
  }),
  route({
    ...step,
    path: "/orders/{orderNumber}/return-item",
    summary: "Take back an item of an order",
    description: `Takes back some pieces and refunds them. ${refunded}`,
    body: returnItemBody(defaultCurrency),
    bodyIn: returnItemBody,
    change: async ({ shop, actor, params, body, seen, note: alongside }) => {
      const { id: productId, quantity, restock: isRestocked, amount: amountCents, reason } = body;
      const item = { productId, quantity, isRestocked, amountCents, reason, actor: staff(actor) };
      await returnItem(shop, params.orderNumber, { ...item, version: seen?.version, alongside });
    },
    run: readOrder,
  }),
];

function by(actor: string, { note }: { note: string }) {
  return { actor: staff(actor), ...(note && { note }) };
}

export const orderSteps: Route[] = [...parcelSteps, ...moneySteps];
