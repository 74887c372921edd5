import type { ShopDatabase } from "../shop.ts";
import type { Locale } from "../values/locale.ts";
import { type DescribedDocument, describeDocument } from "./describe-document.ts";
import { type DocumentContent, documentFile, documentTitle } from "./document.ts";
import { printDocument } from "./print-document.ts";
import { findDocument } from "./read-documents.ts";

/** The page of one of an order's documents. */
export interface DocumentPage {
  document: DescribedDocument;
  pdfAddress: string;
  /** The order's other documents, with links. */
  others: { title: string; address: string }[];
}

/**
 * @param documents all of an order's
 * @param address the invoice's; the other documents are at `<address>?number=…`, and PDFs at `<address>.pdf`
 * @param number of the document; null for the invoice
 * @returns undefined if there is no such document
 */
export function documentPage(
  documents: DocumentContent[],
  address: string,
  { number, locale }: { number: string | null; locale: Locale },
): DocumentPage | undefined {
  const shown = findDocument(documents, number);
  if (!shown) return undefined;
  const invoice = findDocument(documents, null);
  const queryOf = (document: DocumentContent) => (document === invoice ? "" : `?number=${document.number}`);
  return {
    document: describeDocument(shown, locale),
    pdfAddress: `${address}.pdf${queryOf(shown)}`,
    others: documents
      .filter((document) => document !== shown)
      .map((document) => ({ title: documentTitle(document), address: `${address}${queryOf(document)}` })),
  };
}

/** Answers with one of an order's documents as PDF, or 404. @param number null for the invoice */
export async function documentResponse(
  shop: Pick<ShopDatabase, "db" | "pictureFiles" | "settings">,
  documents: DocumentContent[],
  number: string | null,
) {
  const document = findDocument(documents, number);
  if (!document) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(await printDocument(shop, document)), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${documentFile(document)}"`,
    },
  });
}
