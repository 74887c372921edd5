import type { ListState } from "./list-address.ts";

/** What an empty list says. */
export function nothingText({ q, filters }: Pick<ListState, "q" | "filters">) {
  if (q) return `No products match “${q}”${filters.length > 0 ? " with these filters" : ""}.`;
  return filters.length > 1 ? "No products match these filters." : "There are no products here right now.";
}

/** Below it, after a search. */
export const nothingHint = "Try fewer or different words.";
