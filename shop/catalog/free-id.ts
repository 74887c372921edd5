import type { Database } from "#database/connect.ts";
import { cutText } from "../cut-text.ts";
import { normalizeText } from "../normalize-text.ts";
import { findRedirect } from "../redirects/redirects.ts";
import { readArchivedProduct } from "./archive-product.ts";
import { brandSlug } from "./brand-slug.ts";
import { readDraft } from "./draft-products.ts";
import { productAddress } from "./product-address.ts";
import { readProduct } from "./read-products.ts";

const longestMadeId = 60;

/** @returns the error if an ID is taken */
export async function whyTaken(db: Database, id: string) {
  if (await readProduct(db, id)) return "Another product already uses this ID";
  if (await readDraft(db, id)) return "A draft uses this ID. Publish that draft instead.";
  if (await readArchivedProduct(db, id)) return "An archived product uses this ID. Unarchive that product instead.";
  return undefined;
}

/**
 * Makes an ID from a title, in a transaction that keeps other writers out.
 *
 * @param own the IDs that the product has had itself
 */
export async function makeId(transaction: Database, title: string, own: string[] = []) {
  // Folding takes Korean syllables apart, and links are typed with whole ones.
  const word = cutText(normalizeText(brandSlug(title), "NFC"), longestMadeId).replace(/-+$/, "");
  for (let number = 1; ; number++) {
    const id = number === 1 ? word : `${word}-${number}`;
    if (own.includes(id) || !(await isTaken(transaction, id))) return id;
  }
}

async function isTaken(db: Database, id: string) {
  return Boolean((await whyTaken(db, id)) ?? (await findRedirect(db, productAddress(id))));
}
