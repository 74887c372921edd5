import { data, href } from "react-router";
import { documentPage } from "#shop/documents/document-page.ts";
import { readDocuments } from "#shop/documents/read-documents.ts";
import { DocumentSheet } from "#ui/document-sheet.tsx";
import { shopContext } from "#web/request-context.ts";
import { Screen } from "../frame/screen.tsx";
import type { Route } from "./+types/invoice";

/** An order's invoice, or another document of it: `?number=C2026-0001`. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { orderNumber } = params;
  const documents = await readDocuments(context.get(shopContext).db, orderNumber);
  const address = `/owner${href("/orders/:orderNumber/invoice", { orderNumber })}`;
  const page = documentPage(documents, address, url.searchParams.get("number"));
  if (!page) throw data(null, 404);
  return { orderNumber, ...page };
}

export default function Invoice({ loaderData }: Route.ComponentProps) {
  const { orderNumber, document, pdfAddress, others } = loaderData;
  return (
    <Screen
      title={document.title}
      actions={
        <>
          <a href={pdfAddress} className="button button-main">
            Download PDF
          </a>
          {others.map(({ title, address }) => (
            <a key={address} href={address} className="button button-quiet">
              {title}
            </a>
          ))}
          <a href={`/owner/orders/${orderNumber}`} className="button button-quiet">
            Order
          </a>
        </>
      }
    >
      <div className="max-w-3xl print:max-w-none">
        <DocumentSheet document={document} />
      </div>
    </Screen>
  );
}
