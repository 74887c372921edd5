import { labelResponse } from "#shop/orders/returns/return-label.ts";
import { readCustomersOrder } from "#shop/orders/views/read-order.ts";
import { shopContext } from "#web/request-context.ts";
import { answerStorageOutage } from "#web/storage-outage.ts";
import { requireOrderUser } from "../orders/own-order.server.ts";
import type { Route } from "./+types/return-label";

/** The label of a return of the customer's own order. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { orderNumber, returnId } = params;
  const { uid } = requireOrderUser(context, orderNumber);
  const shop = context.get(shopContext);
  const order = await readCustomersOrder(shop.db, uid, orderNumber);
  const isOwn = order?.returns.some(({ id }) => id === returnId) ?? false;
  return answerStorageOutage(() => labelResponse(shop, returnId, isOwn));
}
