import { data, href } from "react-router";
import { documentPage } from "#shop/documents/document-page.ts";
import { readDocuments } from "#shop/documents/read-documents.ts";
import { Button } from "#ui/button.tsx";
import { DocumentSheet } from "#ui/document-sheet.tsx";
import { shopContext } from "#web/request-context.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { requireOrderUser } from "../orders/own-order.server.ts";
import type { Route } from "./+types/order-invoice";

export function meta(args: Route.MetaArgs) {
  const title = args.loaderData?.document.title ?? "Invoice";
  return pageMeta(args, { title, description: "Your invoice, ready to print or save.", unlisted: true });
}

/** The invoice of the customer's own order, or another document of it: `?number=C2026-0001`. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { orderNumber } = params;
  const { uid } = requireOrderUser(context, orderNumber);
  const { db, settings } = context.get(shopContext);
  const documents = await readDocuments(db, orderNumber, { userId: uid });
  const address = href("/orders/:orderNumber/invoice", { orderNumber });
  const number = url.searchParams.get("number");
  const page = documentPage(documents, address, { number, locale: settings.locale });
  if (!page) throw data(null, 404);
  return { orderNumber, ...page };
}

export default function OrderInvoice({ loaderData }: Route.ComponentProps) {
  const { orderNumber, document, pdfAddress, others } = loaderData;
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6 sm:pt-12 print:max-w-none print:p-0">
      <h1 className="mb-8 text-4xl sm:text-5xl">{document.title}</h1>
      <DocumentSheet document={document} />
      <p className="mt-10 flex flex-wrap gap-3 print:hidden">
        <Button href={pdfAddress}>Download PDF</Button>
        <Button type="button" look="quiet" onClick={() => window.print()}>
          Print
        </Button>
        {others.map(({ title, address }) => (
          <Button key={address} to={address} look="quiet">
            {title}
          </Button>
        ))}
        <Button to={href("/order-confirmation/:orderNumber", { orderNumber })} look="quiet">
          Back to order
        </Button>
      </p>
    </div>
  );
}
