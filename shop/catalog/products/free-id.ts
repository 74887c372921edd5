import type { Database } from "#database/connect.ts";
import { findRedirect } from "../../redirects/redirects.ts";
import { cutText } from "../../text/cut-text.ts";
import { productAddress } from "../../values/product-address.ts";
import { addressSlug } from "../fields/address-slug.ts";
import { readDraft } from "./draft-products.ts";
import { findProductAt } from "./find-product-at.ts";

const longestMadeId = 60;

/** @returns the error if an ID is taken: by a product's ID or by its address */
export async function whyTaken(db: Database, id: string) {
  const found = await findProductAt(db, id);
  if (found && found.product.id !== id) return "This ID is another product's address";
  if (found?.isArchived) return "An archived product uses this ID. Unarchive that product instead.";
  if (found) return "Another product already uses this ID";
  if (await readDraft(db, id)) return "A draft uses this ID. Publish that draft instead.";
  return undefined;
}

/** @returns the error if an address is taken: by another product's address or by its ID */
export async function whyAddressTaken(db: Database, address: string) {
  const found = await findProductAt(db, address);
  if (found?.isArchived) return "An archived product already uses this address";
  if (found) return "Another product already uses this address";
  return (await readDraft(db, address)) && "A draft already uses this address";
}

/**
 * Makes an ID from a title, in a transaction that keeps other writers out. See docs/decisions/0172.
 *
 * @param own the IDs that the product has had itself
 */
export async function makeId(transaction: Database, title: string, own: string[] = []) {
  return freeId(transaction, cutText(addressSlug(title), longestMadeId).replace(/-+$/, ""), own);
}

/** An ID that is free: a word, or the word with a number. @param own IDs that may be taken */
export async function freeId(transaction: Database, word: string, own: string[] = []) {
  for (let number = 1; ; number++) {
    const id = number === 1 ? word : `${word}-${number}`;
    if (own.includes(id) || !(await isTaken(transaction, id))) return id;
  }
}

async function isTaken(db: Database, id: string) {
  return Boolean((await whyTaken(db, id)) ?? (await findRedirect(db, productAddress({ id }))));
}
