import type { Owner } from "#shop/owners/owners.ts";
import { splitWords } from "#shop/text/match-words.ts";
import { mayOpen } from "../access/acts.ts";
import { type Finding, findAlikeProducts, recordSearches } from "./find-records.server.ts";
import { findScreens } from "./find-screens.ts";
import type { FoundGroup } from "./found.ts";

/** So many questions are asked at once: orders need connections, too. See docs/decisions/0375. */
const atOnce = 3;

/**
 * The screens and records that have the words of a text and that a role may open; without a text, all screens of the menu. Products that have only some of the words, or
 * others that look like them, are found if nothing has the words. See docs/decisions/0395 and docs/decisions/0421.
 */
export async function find(shop: Finding, role: Owner["role"], text: string): Promise<FoundGroup[]> {
  const searches = splitWords(text).length === 0 ? [] : recordSearches.filter(({ list }) => mayOpen(role, list));
  const groups: FoundGroup[] = [{ name: "Screens", results: findScreens(role, text) }];
  for (let first = 0; first < searches.length; first += atOnce) {
    const some = searches.slice(first, first + atOnce);
    groups.push(
      ...(await Promise.all(some.map(async ({ name, find }) => ({ name, results: await find(shop, text) })))),
    );
  }
  const mayForgive = searches.some(({ name }) => name === "Products") && !groups.some(hasResults);
  if (mayForgive) groups.push({ name: "Products", results: await findAlikeProducts(shop, text) });
  return groups.filter(hasResults);
}

function hasResults({ results }: FoundGroup) {
  return results.length > 0;
}
