import { brandOfFilter, type CountedFacet, type Filter, type filterMenu } from "#shop/catalog/filters/filters.ts";
import { filterOfBand, parsePriceBand } from "#shop/catalog/filters/price-bands.ts";
import { readBrands, readBrandsBySlug, readPriceBands } from "#shop/catalog/lists/read-products.ts";
import type { Shop } from "#shop/shop.ts";

/** The page lists this many brands; shoppers search for the others. */
const listedBrandCount = 60;

/** The brands with the most products, and the selected ones. */
export async function readOfferedBrands(db: Shop["db"], filters: Filter[]) {
  const most = await readBrands(db, listedBrandCount + 1);
  const listed = most.slice(0, listedBrandCount);
  const chosen = filters.flatMap((filter) => brandOfFilter(filter) ?? []);
  const others = chosen.filter((slug) => !listed.some((brand) => brand.slug === slug));
  return { brands: [...listed, ...(await readBrandsBySlug(db, others))], hasMore: most.length > listedBrandCount };
}

/** The catalog's price bands with the selected ones. @returns also the filters of those that the catalog doesn't have */
export async function readOfferedBands({ db, settings }: Pick<Shop, "db" | "settings">, filters: Filter[]) {
  const bands = await readPriceBands(db, settings.currency);
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
