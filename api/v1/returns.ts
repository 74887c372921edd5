import * as v from "valibot";
import { returnItems } from "#shop/orders/payment/refund.ts";
import { acceptReturn, declineReturn } from "#shop/orders/returns/answer-return.ts";
import { findReturns } from "#shop/orders/returns/find-returns.ts";
import { staff } from "#shop/orders/state/events.ts";
import { findWithdrawals, withdrawalJson } from "#shop/orders/withdrawals/read-withdrawals.ts";
import { type Currency, defaultCurrency } from "#shop/values/currencies.ts";
import { cutPage, momentCursor, pageOf, pageQuery, readMomentCursor } from "./list-page.ts";
import { listedReturn, listedWithdrawal, returnState } from "./order-schema.ts";
import {
  itemEntries,
  neededText,
  optionalText,
  params,
  readOrder,
  reason,
  refundedAmount,
  returnedEntries,
  step,
} from "./order-steps.ts";
import { type Route, route } from "./route.ts";

const returnParams = v.object({
  ...params.entries,
  returnId: v.pipe(v.string(), v.maxLength(36, "must have at most 36 characters"), v.description("The request's ID")),
});

const path = "/orders/{orderNumber}/returns/{returnId}";
const returnStep = { ...step, params: returnParams } as const;

const mostItems = 200;
const tooManyItems = `must have at most ${mostItems} items`;

function receiveBody(currency: Currency) {
  return v.strictObject({
    items: v.pipe(
      v.array(v.strictObject(returnedEntries)),
      v.minLength(1, "must have an item"),
      v.maxLength(mostItems, tooManyItems),
    ),
    amount: refundedAmount(currency),
    reason,
  });
}

/** Customers' return requests. */
export const returnRoutes: Route[] = [
  route({
    method: "GET",
    path: "/returns",
    scope: "orders:read",
    summary: "List return requests",
    description: "Newest first.",
    query: v.object({ state: v.optional(returnState), ...pageQuery }),
    answer: pageOf(listedReturn),
    run: async ({ shop: { db }, query: { state, cursor, limit } }) => {
      const after = readMomentCursor(cursor, /^[\w-]{1,36}$/);
      const from = after && { createdAt: after.moment, id: after.id };
      const found = await findReturns(db, { state, after: from, limit: limit + 1 });
      const { data, nextCursor } = cutPage(found, limit, ({ createdAt, id }) => momentCursor(createdAt, id));
      return { data: data.map(({ json }) => json), nextCursor };
    },
  }),
  route({
    method: "GET",
    path: "/withdrawals",
    scope: "orders:read",
    summary: "List withdrawals from contracts",
    description: "Newest first. If the order was sent, `returnId` is its return request.",
    query: v.object(pageQuery),
    answer: pageOf(listedWithdrawal),
    run: async ({ shop: { db }, query: { cursor, limit } }) => {
      const after = readMomentCursor(cursor, /^[\w-]{1,36}$/);
      const from = after && { receivedAt: after.moment, id: after.id };
      const found = await findWithdrawals(db, { after: from, limit: limit + 1 });
      const { data, nextCursor } = cutPage(found, limit, ({ receivedAt, id }) => momentCursor(receivedAt, id));
      return { data: data.map(withdrawalJson), nextCursor };
    },
  }),
  route({
    ...returnStep,
    path: `${path}/accept`,
    summary: "Accept a return request",
    description: "In whole or in part. The customer is notified by email.",
    body: v.strictObject({
      items: v.optional(
        v.pipe(
          v.array(v.strictObject(itemEntries)),
          v.maxLength(mostItems, tooManyItems),
          v.description("Without it, all items of the request"),
        ),
      ),
      instructions: optionalText(
        "instructions",
        "How to send the items back, and why some are refused; without it or a label, the customer is told the seller's address",
      ),
    }),
    run: async ({ shop, actor, params, body, seen }) => {
      const items = body.items?.map(({ id: productId, quantity }) => ({ productId, quantity }));
      const accepted = { actor: staff(actor), items, instructions: body.instructions, version: seen?.version };
      await acceptReturn(shop, params.orderNumber, params.returnId, accepted);
      return readOrder({ shop, params });
    },
  }),
  route({
    ...returnStep,
    path: `${path}/decline`,
    summary: "Decline a return request",
    description: "Or close an accepted one whose items never came. The customer is notified by email.",
    body: v.strictObject({ reason: neededText("reason", "Why. The customer sees it.") }),
    run: async ({ shop, actor, params, body, seen }) => {
      const declined = { actor: staff(actor), reason: body.reason, version: seen?.version };
      await declineReturn(shop, params.orderNumber, params.returnId, declined);
      return readOrder({ shop, params });
    },
  }),
  route({
    ...returnStep,
    path: `${path}/receive`,
    summary: "Take back the items of a return request",
    description: "Records the items of an accepted request that came back, and refunds them together.",
    body: receiveBody(defaultCurrency),
    bodyIn: receiveBody,
    change: async ({ shop, actor, params, body, seen, note: alongside }) => {
      const items = body.items.map(({ id: productId, quantity, restock: isRestocked }) => ({
        ...{ productId, quantity, isRestocked },
      }));
      const { amount: amountCents, reason } = body;
      const received = { returnId: params.returnId, items, amountCents, reason, actor: staff(actor) };
      await returnItems(shop, params.orderNumber, { ...received, version: seen?.version, alongside });
    },
    run: readOrder,
  }),
];
