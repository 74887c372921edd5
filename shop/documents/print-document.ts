import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { mailSizes } from "../pictures/picture-sizes.ts";
import { findPictureFile, uploadedId } from "../pictures/uploaded-pictures.ts";
import type { ShopDatabase } from "../shop.ts";
import type { DocumentContent } from "./document.ts";
import { writePdf } from "./document-pdf.ts";

/** PDFs have some 50 kB. */
const mostBytes = 4 * 1024 * 1024;
const written = new LRUCache<string, Buffer>({ maxSize: mostBytes, sizeCalculation: ({ length }) => length });
const writing = new Map<string, Promise<Buffer>>();

type Files = Pick<ShopDatabase, "db" | "pictureFiles" | "settings">;

/** A document as PDF, with the logo that the shop had when it was issued. The last ones are kept, and those who ask at once share one. @throws StorageUnavailableError for the logo */
export async function printDocument(shop: Files, document: DocumentContent): Promise<Buffer> {
  const { locale } = shop.settings;
  const logo = await readLogo(shop, document.seller.logo);
  const key = hash("sha256", JSON.stringify([document, logo !== undefined, locale]));
  const known = written.get(key) ?? writing.get(key);
  if (known) return known;
  const pdf = writePdf(document, { locale, logo }).finally(() => writing.delete(key));
  writing.set(key, pdf);
  written.set(key, await pdf);
  return pdf;
}

async function readLogo(shop: Pick<Files, "db" | "pictureFiles">, address: string | undefined) {
  const id = address && uploadedId(address);
  const file = id ? await findPictureFile(shop, id, mailSizes.logo) : undefined;
  // Its PNG may not be made yet, and PDF has no WebP.
  return file?.format === mailSizes.logo.format ? file.content : undefined;
}
