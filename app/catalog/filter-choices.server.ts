import { brandOfFilter, type Filter, filterLabel, filterMenu, type NamedBrand } from "#shop/catalog/filters.ts";
import { readBrands, readBrandsBySlug } from "#shop/catalog/read-products.ts";
import type { Shop } from "#shop/shop.ts";

/** A group of filters. */
export interface FilterGroup {
  label: string;
  choices: FilterChoice[];
}

export interface FilterChoice {
  value: string;
  label: string;
  /** How many products it would leave. */
  count: number;
}

/** A list tells of so many brands right away; the others are found by their names. */
const listedBrandCount = 60;

/** The brands that a list offers: those with the most products, and those that are chosen. */
export async function readOfferedBrands(db: Shop["db"], filters: Filter[]) {
  const most = await readBrands(db, listedBrandCount + 1);
  const listed = most.slice(0, listedBrandCount);
  const chosen = filters.flatMap((filter) => brandOfFilter(filter) ?? []);
  const others = chosen.filter((slug) => !listed.some((brand) => brand.slug === slug));
  return { brands: [...listed, ...(await readBrandsBySlug(db, others))], hasMore: most.length > listedBrandCount };
}

/** All filters that a list offers. */
export function offeredFilters(brands: NamedBrand[]): Filter[] {
  return filterMenu(brands).flatMap(({ choices }) => choices.map(({ value }) => value as Filter));
}

/** The filters that a list offers, for its menu and its panel. */
export function countedGroups(brands: NamedBrand[], counts: Map<Filter, number>): FilterGroup[] {
  return filterMenu(brands).map(({ label, choices }) => ({
    label,
    choices: choices.map(({ value, label }) => ({ value, label, count: counts.get(value as Filter) ?? 0 })),
  }));
}

/** The filters that are in force, by name. One that the catalog doesn't have isn't. */
export function namedFilters(filters: Filter[], brands: NamedBrand[]) {
  return filters.flatMap((value) => {
    const label = filterLabel(value, brands);
    return label === undefined ? [] : [{ value, label }];
  });
}
