import { cutText } from "../../../../text/cut-text.ts";
import { foldLetters } from "../../../../text/fold-text.ts";

/** Characters of the end of an address. */
const longest = 150;

/** What WordPress and others make of a name in addresses: "Men’s Shirts & Ties" → "mens-shirts-ties". */
export function oldSlug(name: string) {
  const letters = foldLetters(name).replaceAll(/[^\p{L}\p{M}\p{N}\s\-_./–—]/gu, "");
  const slug = letters.replaceAll(/[\s\-./–—]+/g, "-");
  return cutText(slug.replace(/^-/, ""), longest).replace(/-$/, "");
}
