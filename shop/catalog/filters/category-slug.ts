import { cutText } from "../../text/cut-text.ts";
import { shortenSlug, slugLimit, slugOf } from "../../text/slug.ts";
import { fixedFilters, parseFilter } from "./filters.ts";

/** Why a category can't have this slug; undefined if it can. */
export function slugProblem(slug: string) {
  if (isReserved(slug)) return `“${slug}” is the address of another filter`;
  if (parseFilter(slug) === undefined)
    return `Use lowercase letters, digits and single hyphens, at most ${slugLimit} characters`;
  return undefined;
}

/** The slug of a category that a catalog file names: every text has one, and a slug stays as it is. See docs/decisions/0151. */
export function importedSlug(text: string) {
  if (slugProblem(text) === undefined) return text;
  const slug = slugOf(text);
  return slugProblem(slug) === undefined ? slug : shortenSlug(`category-${slug}`);
}

/** What a category is called that a catalog file names: "mens-shirts" → "Mens shirts", "Men's Shirts" stays. */
export function importedName(text: string) {
  if (slugProblem(text) !== undefined) return cutText(text, slugLimit);
  const words = text.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isReserved(slug: string) {
  return slug.startsWith("brand-") || fixedFilters.some((filter) => filter.toLowerCase() === slug.toLowerCase());
}
