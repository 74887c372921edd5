import type { Database } from "#database/connect.ts";
import { listReader } from "../../../changes/catalog-version.ts";
import { parseSearchText, searchedWords, singularOf } from "../../../text/search-words.ts";
import type { Formats } from "../../../values/locale.ts";
import type { ShopCategory } from "../../categories.ts";
import type { Filter } from "../../filters/filters.ts";
import { readPricePhrase } from "../../filters/price-phrase.ts";
import { areNames } from "./search-index.ts";

/**
 * The price that the words of a search ask for, as a filter, with the other words. See docs/decisions/0427.
 *
 * @returns undefined where they ask for none, or where a product is called so: "socks 36-40"
 */
export async function readAskedPrice(
  db: Database,
  text: string,
  settings: Formats & { categories: Pick<ShopCategory, "slug">[] },
): Promise<{ q: string | undefined; filter: Filter } | undefined> {
  const phrase = readPricePhrase(text, settings);
  if (!phrase || settings.categories.some(({ slug }) => slug === phrase.filter)) return undefined;
  const words = searchedWords(text).flatMap(({ keys }) => keys.map(singularOf));
  if (!phrase.hasCurrency && (await areNames(await listReader(db), words))) return undefined;
  return { q: parseSearchText(phrase.rest), filter: phrase.filter };
}
