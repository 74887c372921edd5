import type { ShopCategory } from "#shop/catalog/categories.ts";
import { brandOfFilter, type CountedFacet, type Filter, type filterMenu } from "#shop/catalog/filters/filters.ts";
import { filterOfBand, parsePriceBand } from "#shop/catalog/filters/price-bands.ts";
import type { CatalogIndex } from "#shop/catalog/lists/index/catalog-index.ts";
import { brandsBySlug } from "#shop/catalog/lists/read-products.ts";
import type { Shop } from "#shop/shop.ts";
import { slugOf } from "#shop/text/slug.ts";

/** The page lists this many brands; shoppers search for the others. */
const listedBrandCount = 60;

/** The brands with the most products, and the selected ones. */
export function offeredBrands(index: CatalogIndex, filters: Filter[]) {
  const brands = index.brands();
  const listed = brands.slice(0, listedBrandCount);
  const chosen = filters.flatMap((filter) => brandOfFilter(filter) ?? []);
  const others = chosen.filter((slug) => !listed.some((brand) => brand.slug === slug));
  return { brands: [...listed, ...brandsBySlug(index, others)], hasMore: brands.length > listedBrandCount };
}

/** All categories, the tags that listed products have, and the selected ones. */
export function offeredCategories(index: CatalogIndex, categories: ShopCategory[], filters: Filter[]) {
  const shown = index.shownTags();
  return categories.filter(({ kind, slug }) => kind !== "tag" || shown.has(slugOf(slug)) || filters.includes(slug));
}

/** The catalog's price bands with the selected ones. @returns also the filters of those that the catalog doesn't have */
export function offeredBands(index: CatalogIndex, settings: Shop["settings"], filters: Filter[]) {
  const bands = index.priceBands(settings.currency);
  const known = new Set([...bands.map(filterOfBand), ...settings.categories.map(({ slug }) => slug)]);
  const others = filters.filter((filter) => !known.has(filter) && parsePriceBand(filter));
  return { bands: [...bands, ...others.flatMap((filter) => parsePriceBand(filter) ?? [])], others };
}

/** For the list's menu and panel. */
export function countedFacets(menu: ReturnType<typeof filterMenu>, counts: Map<Filter, number>): CountedFacet[] {
  return menu.map(({ label, choices }) => ({
    label,
    choices: choices.map(({ value, label, parent }) => ({
      value,
      label,
      count: counts.get(value) ?? 0,
      ...(parent !== undefined && { isChild: true }),
    })),
  }));
}
