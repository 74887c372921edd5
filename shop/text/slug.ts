import { cutText } from "./cut-text.ts";
import { foldLetters } from "./fold-text.ts";

/** Characters of a slug. */
export const slugLimit = 60;

/** A brand's slug for addresses: "Eik & Ask" → "eik-ask". A brand without letters or digits gets its code points. */
export function brandSlug(brand: string) {
  const slug = foldLetters(brand)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return slug || Array.from(brand, (character) => character.codePointAt(0)?.toString(16)).join("-");
}

/** The slug of anything else that has a name: "Men's Shirts" → "mens-shirts" */
export function slugOf(text: string) {
  return shortenSlug(brandSlug(text.replace(/['’]/g, "") || text));
}

/** Cuts a slug to what it may have at most. */
export function shortenSlug(slug: string) {
  return cutText(slug, slugLimit).replace(/-+$/, "");
}
