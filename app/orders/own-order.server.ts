import { data, type RouterContextProvider } from "react-router";
import { returnableLines } from "#shop/orders/state/return-requests.ts";
import { type OrderDetails, readCustomersOrder } from "#shop/orders/views/read-order.ts";
import { isOrderNumber } from "#shop/values/order-number.ts";
import { shopContext } from "#web/request-context.ts";
import { requireUser } from "../accounts/session.server.ts";

/** The customer who asks for an order. @throws a redirect for an anonymous visitor, who comes back to it after signing in */
export function requireOrderUser(context: Readonly<RouterContextProvider>, orderNumber: string) {
  return requireUser(context, isOrderNumber(orderNumber) ? `order-${orderNumber}` : undefined);
}

/** Reads a customer's own order. @throws 404 for any other one */
export async function requireOwnOrder(context: Readonly<RouterContextProvider>, orderNumber: string) {
  const { uid } = requireOrderUser(context, orderNumber);
  const shop = context.get(shopContext);
  const order = await readCustomersOrder(shop.db, uid, orderNumber);
  if (!order) throw data(null, 404);
  return { shop, uid, order };
}

/** The pieces of each line that the customer still has and hasn't asked to return. @property index the line's place in the order */
export function shownReturnableLines({ lines, ...order }: OrderDetails) {
  const indexed = lines.map(({ productId, title, options, thumbnail, quantity }, index) => ({
    ...{ productId, index, title, options, thumbnail, quantity },
  }));
  return returnableLines({ ...order, lines: indexed });
}
