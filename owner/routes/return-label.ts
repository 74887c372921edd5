import { labelResponse } from "#shop/orders/returns/return-label.ts";
import { readOrder } from "#shop/orders/views/read-order.ts";
import { shopContext } from "#web/request-context.ts";
import { answerStorageOutage } from "#web/storage-outage.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/return-label";

/** The label of a return of an order. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  startDownload(request);
  const shop = context.get(shopContext);
  const order = await readOrder(shop.db, params.orderNumber);
  const isOfOrder = order?.returns.some(({ id }) => id === params.returnId) ?? false;
  return answerStorageOutage(() => labelResponse(shop, params.returnId, isOfOrder));
}
