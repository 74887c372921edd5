import { data, href } from "react-router";
import { documentPage } from "#shop/documents/document-page.ts";
import { findMissingCharacters } from "#shop/documents/document-pdf.ts";
import { codePointOf } from "#shop/documents/printable-text.ts";
import { findDocument, readDocuments } from "#shop/documents/read-documents.ts";
import { Button } from "#ui/button.tsx";
import { DocumentSheet } from "#ui/document-sheet.tsx";
import { shopContext } from "#web/request-context.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/invoice";

/** An order's invoice, or another document of it: `?number=C2026-0001`. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { orderNumber } = params;
  const { db, settings } = context.get(shopContext);
  const { locale } = settings;
  const documents = await readDocuments(db, orderNumber);
  const address = `/owner${href("/orders/:orderNumber/invoice", { orderNumber })}`;
  const number = url.searchParams.get("number");
  const page = documentPage(documents, address, { number, locale });
  const shown = findDocument(documents, number);
  if (!page || !shown) throw data(null, 404);
  return { orderNumber, ...page, missing: await findMissingCharacters(shown, locale) };
}

export default function Invoice({ loaderData }: Route.ComponentProps) {
  const { orderNumber, document, pdfAddress, others, missing } = loaderData;
  return (
    <Screen
      title={document.title}
      actions={
        <>
          <Button href={pdfAddress}>Download PDF</Button>
          {others.map(({ title, address }) => (
            <Button key={address} href={address} look="quiet">
              {title}
            </Button>
          ))}
          <Button href={`/owner/orders/${orderNumber}`} look="quiet">
            Order
          </Button>
        </>
      }
    >
      {missing.length > 0 && <MissingFont characters={missing} />}
      <div className="max-w-3xl print:max-w-none">
        <DocumentSheet document={document} />
      </div>
    </Screen>
  );
}

/** As many characters as fit in a sentence. */
const mostNamed = 12;

function MissingFont({ characters }: { characters: string[] }) {
  const named = characters.slice(0, mostNamed).map((character) => `${character} (${codePointOf(character)})`);
  return (
    <p role="note" className="mb-6 rounded-lg border-l-4 border-spruce bg-raised px-4 py-3 wrap-anywhere print:hidden">
      No installed font has these characters, so the PDF shows their codes: <bdi>{named.join(", ")}</bdi>
      {characters.length > mostNamed && ` and ${characters.length - mostNamed} more`}. To print them, install Noto fonts
      on the shop’s server (on Debian: <code>apt install fonts-noto-core</code>) and restart the shop.
    </p>
  );
}
