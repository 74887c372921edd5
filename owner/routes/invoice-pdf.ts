import { documentResponse } from "#shop/documents/document-page.ts";
import { readDocuments } from "#shop/documents/read-documents.ts";
import { shopContext } from "#web/request-context.ts";
import { answerStorageOutage } from "#web/storage-outage.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/invoice-pdf";

/** A document of an order as PDF. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  startDownload(request);
  const shop = context.get(shopContext);
  const documents = await readDocuments(shop.db, params.orderNumber);
  return answerStorageOutage(() => documentResponse(shop, documents, url.searchParams.get("number")));
}
