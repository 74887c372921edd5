import { documentResponse } from "#shop/documents/document-page.ts";
import { readDocuments } from "#shop/documents/read-documents.ts";
import { shopContext } from "#web/request-context.ts";
import type { Route } from "./+types/invoice-pdf";

/** A document of an order as PDF. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const documents = await readDocuments(context.get(shopContext).db, params.orderNumber);
  return documentResponse(documents, url.searchParams.get("number"));
}
