import { documentResponse } from "#shop/documents/document-page.ts";
import { readDocuments } from "#shop/documents/read-documents.ts";
import { shopContext } from "#web/request-context.ts";
import { answerStorageOutage } from "#web/storage-outage.ts";
import { requireOrderUser } from "../orders/own-order.server.ts";
import type { Route } from "./+types/order-invoice-pdf";

/** A document of the customer's own order as PDF. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { orderNumber } = params;
  const { uid } = requireOrderUser(context, orderNumber);
  const shop = context.get(shopContext);
  const documents = await readDocuments(shop.db, orderNumber, { userId: uid });
  return answerStorageOutage(() => documentResponse(shop, documents, url.searchParams.get("number")));
}
