import * as v from "valibot";
import { toOrderJson } from "#shop/orders/views/admin.ts";
import { findOrders } from "#shop/orders/views/find-orders.ts";
import { withLines } from "#shop/orders/views/read-order.ts";
import { dayOf, parseTimestamp } from "#shop/values/days.ts";
import { momentCursor, newestOrOldest, pageOf, pageQuery, readMomentCursor, searchText, toPage } from "./list-page.ts";
import { listedReturn, order, orderDetails, orderState } from "./order-schema.ts";
import { orderSteps, params, readOrder } from "./order-steps.ts";
import { readAs } from "./read-as.ts";
import { returnRoutes } from "./returns.ts";
import { type Resource, route } from "./route.ts";

const mustBeMoment = "must be a moment such as 2026-12-24T17:00:00Z";

const since = v.pipe(
  v.string(),
  v.description("Only those placed then or later"),
  v.examples(["2026-12-24T17:00:00Z"]),
  v.metadata({ format: "date-time" }),
  v.maxLength(40, mustBeMoment),
  readAs(parseTimestamp, mustBeMoment),
);

const listQuery = v.object({
  state: v.optional(orderState),
  since: v.optional(since),
  payment: v.optional(
    v.pipe(
      v.picklist(["unpaid", "overdue", "refunded"], "must be unpaid, overdue or refunded"),
      v.description(
        "Only those whose invoice came first and isn't paid yet, or is overdue; or those of which something was paid back, whatever their state",
      ),
    ),
  ),
  email: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(254, "must have at most 254 characters"),
      v.description("Only those of this customer"),
    ),
  ),
  q: searchText(
    200,
    "Words of the recipient, the address or the items; a parcel's tracking number or its beginning; or an order's number, whatever else is asked for",
  ),
  sort: newestOrOldest,
  ...pageQuery,
});

export const orders: Resource = {
  name: "Orders",
  description: "What customers have bought. Amounts are texts with two decimals.",
  schemas: { Order: order, OrderDetails: orderDetails, Return: listedReturn },
  routes: [
    route({
      method: "GET",
      path: "/orders",
      scope: "orders:read",
      summary: "List orders",
      query: listQuery,
      answer: pageOf(order),
      run: async ({ shop: { db, settings, now }, query: { q, since, cursor, payment, ...query } }) => {
        const after = readMomentCursor(cursor, /^\d{1,15}$/);
        const { orders, next } = await findOrders(db, {
          ...{ ...query, text: q, from: since },
          ...{ isUnpaid: payment === "unpaid", hasRefund: payment === "refunded" },
          overdueOn: payment === "overdue" ? dayOf(now(), settings.timeZone) : undefined,
          after: after && { createdAt: after.moment, id: Number(after.id) },
        });
        const listed = (await withLines(db, orders)).map(({ order }) => toOrderJson(order));
        return toPage(listed, next && momentCursor(next.createdAt, next.id));
      },
    }),
    route({
      method: "GET",
      path: "/orders/{orderNumber}",
      scope: "orders:read",
      summary: "Read an order",
      description: "With its history.",
      params,
      answer: orderDetails,
      run: readOrder,
    }),
    ...orderSteps,
    ...returnRoutes,
  ],
};
