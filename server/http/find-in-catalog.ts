import type { Context, Handler } from "hono";
import { brandOfFilter, filterOfBrand, namedFilters, parseFilters } from "#shop/catalog/filters/filters.ts";
import { readCatalogIndex } from "#shop/catalog/lists/index/current-index.ts";
import {
  brandsBySlug,
  countChoices,
  findBrands,
  readSuggestions,
  readTrending,
} from "#shop/catalog/lists/read-products.ts";
import { readAskedPrice } from "#shop/catalog/lists/search/asked-price.ts";
import type { Shop } from "#shop/shop.ts";
import { parseSearchText } from "#shop/text/search-words.ts";

const suggestionCount = 6;
const foundBrandCount = 30;

/** Answers `GET /search-suggestions?q=` with the cards of the best matches, while the shopper types; without `q`, with the trending ones. */
export function suggestProducts(shop: Shop): Handler {
  return answerJson(async ({ req }) => {
    const typed = req.query("q");
    if (typed === undefined) return readTrending(shop.db);
    const q = parseSearchText(typed);
    if (q === undefined) return [];
    const price = await readAskedPrice(shop.db, q, shop.settings);
    return price
      ? readSuggestions(shop.db, price.q, suggestionCount, [price.filter])
      : readSuggestions(shop.db, q, suggestionCount);
  });
}

/**
 * Answers `GET /brands?brand=` with the filters of brands whose name contains a text, and how many cards of a list (`q`, `filter`) each matches:
 * `{ value, label, count }`.
 */
export function findBrandFilters({ db, settings }: Shop): Handler {
  return answerJson(async ({ req }) => {
    const index = await readCatalogIndex(db);
    const brands = findBrands(index, parseSearchText(req.query("brand") ?? null) ?? "", foundBrandCount);
    const found = brands.map(({ slug, name }) => ({ value: filterOfBrand(slug), label: name }));
    const asked = parseFilters(req.queries("filter") ?? []);
    const chosenBrands = brandsBySlug(
      index,
      asked.flatMap((filter) => brandOfFilter(filter) ?? []),
    );
    const chosen = namedFilters(asked, settings.categories, chosenBrands, undefined, index.findOptions(asked));
    const counts = await countChoices(
      db,
      {
        q: parseSearchText(req.query("q") ?? null),
        filters: chosen.map(({ value }) => value),
        choices: found.map(({ value }) => value),
      },
      index,
    );
    return found.map((choice) => ({ ...choice, count: counts.get(choice.value) ?? 0 }));
  });
}

/** The same text is often asked for again a moment later, after a correction. */
const cacheControl = "private, max-age=10";

function answerJson(read: (context: Context) => unknown): Handler {
  return async (context) => {
    const found = await read(context);
    context.header("Cache-Control", cacheControl);
    return context.json(found as object);
  };
}
