import type { Database } from "#database/connect.ts";
import { mailSizes } from "../pictures/picture-sizes.ts";
import { findPictureFile, uploadedId } from "../pictures/uploaded-pictures.ts";
import type { DocumentContent } from "./document.ts";
import { writePdf } from "./document-pdf.ts";

/** A document as PDF, with the logo that the shop had when it was issued. */
export async function printDocument(db: Database, document: DocumentContent): Promise<Buffer> {
  return writePdf(document, await readLogo(db, document.seller.logo));
}

async function readLogo(db: Database, address: string | undefined) {
  const id = address && uploadedId(address);
  const file = id ? await findPictureFile(db, id, mailSizes.logo) : undefined;
  // Its PNG may not be made yet, and PDF has no WebP.
  return file?.format === mailSizes.logo.format ? file.content : undefined;
}
