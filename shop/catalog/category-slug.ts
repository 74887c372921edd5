import { listedFilters } from "./filters.ts";
import { brandSlug } from "./fold-text.ts";

const slugLimit = 60;

/** "Men's Shirts" → "men-s-shirts" */
export function slugOf(text: string) {
  return brandSlug(text).slice(0, slugLimit).replace(/-$/, "");
}

/** Why a category can't have this slug; undefined if it can. */
export function slugProblem(slug: string) {
  if (!/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(slug) || slug.length > slugLimit)
    return `Use lowercase letters, digits and single hyphens, at most ${slugLimit} characters`;
  const isTaken = slug.startsWith("brand-") || listedFilters.some((filter) => filter.toLowerCase() === slug);
  return isTaken ? `“${slug}” is the address of another filter` : undefined;
}
