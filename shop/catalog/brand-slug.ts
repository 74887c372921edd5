import { foldLetters } from "../fold-text.ts";

/** A brand's slug for addresses: "Eik & Ask" → "eik-ask". A brand without letters or digits gets its code points. */
export function brandSlug(brand: string) {
  const slug = foldLetters(brand)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return slug || Array.from(brand, (character) => character.codePointAt(0)?.toString(16)).join("-");
}
