import type { RouterContextProvider } from "react-router";
import { staff } from "#shop/orders/events.ts";
import { countFoundOrders, findOrders, type OrderSearch } from "#shop/orders/find-orders.ts";
import { sendOrder } from "#shop/orders/fulfil-order.ts";
import { TransitionRefusedError } from "#shop/orders/state-machine.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { type OrderQuery, toOrderSearch } from "./order-query.server.ts";

/** Orders sent by one request, so that none takes long. */
const batchSize = 50;

type Context = Readonly<RouterContextProvider>;

function toSendSearch(query: OrderQuery, context: Context): Omit<OrderSearch, "limit"> {
  const search = toOrderSearch({ ...query, state: "paid" }, context.get(shopContext).settings.timeZone);
  return { ...search, sort: "oldest" };
}

/** How many paid orders the search finds. */
export function countOrdersToSend(query: OrderQuery, context: Context) {
  return countFoundOrders(context.get(shopContext).db, toSendSearch(query, context));
}

/**
 * Marks the next of the found paid orders as sent, the oldest first. Whoever is interrupted starts again: what was sent isn't found any more.
 *
 * @returns how many were sent, the others' errors, and the cursor after them; undefined at the end
 */
export async function sendNextOrders(query: OrderQuery, carrier: string | null, context: Context) {
  const shop = context.get(shopContext);
  const actor = staff(context.get(ownerContext).email);
  const { orders, next } = await findOrders(shop.db, { ...toSendSearch(query, context), limit: batchSize });
  const refused: string[] = [];
  for (const { orderNumber } of orders) {
    try {
      await sendOrder(shop, orderNumber, { actor, carrier, tracking: null });
    } catch (error) {
      // Somebody else changed it since it was found.
      if (!(error instanceof TransitionRefusedError)) throw error;
      refused.push(`${orderNumber}: ${error.message}`);
    }
  }
  return { sent: orders.length - refused.length, refused, after: next && `${next.createdAt}-${next.id}` };
}
