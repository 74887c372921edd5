import { normalizeText } from "../../text/normalize-text.ts";
import { brandSlug } from "../../text/slug.ts";

/** Characters of an address, both as it is typed and as a slug. */
export const addressLimit = 200;

/** A text as the last part of a product's address: "Linen Shirt – Blå" → "linen-shirt-bla". */
export function addressSlug(text: string) {
  // Folding takes Korean syllables apart, and links are typed with whole ones.
  return normalizeText(brandSlug(text), "NFC");
}

/** A typed address as a slug; null for none, which the product's own ID means too. */
export function readAddress(id: string, typed: string) {
  const text = lastPart(typed);
  const slug = text === "" || text === id ? id : addressSlug(text);
  return slug === id ? null : slug;
}

/** Why a typed text can't be a product's address; undefined if it can. */
export function addressProblem(id: string, typed: string) {
  const slug = readAddress(id, typed);
  if (slug === null) return undefined;
  if (!/[\p{L}\p{N}]/u.test(lastPart(typed))) return "must have a letter or digit";
  return slug.length > addressLimit ? `must be at most ${addressLimit} characters long` : undefined;
}

/** Owners copy whole paths. */
function lastPart(typed: string) {
  return typed.replace(/^\/?products\//i, "");
}
