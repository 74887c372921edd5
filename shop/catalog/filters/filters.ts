import { slugLimit } from "../../text/slug.ts";
import { defaultFormats, type Formats } from "../../values/locale.ts";
import type { ShopCategory } from "../categories.ts";
import { isOptionFilter, parseOptionFilter } from "./option-filters.ts";
import {
  bandsBetween,
  compareBands,
  filterOfBand,
  labelOfBand,
  type PriceBand,
  parsePriceBand,
  specifiedBounds,
} from "./price-bands.ts";

/** A brand that the filter menu names. */
export interface NamedBrand {
  slug: string;
  name: string;
}

export interface FilterChoice {
  value: string;
  label: string;
  /** The filter of the category that it is in. */
  parent?: Filter;
}

const availability = {
  label: "Deals and availability",
  choices: [
    { value: "onSale", label: "On sale" },
    { value: "highRated", label: "Top rated" },
    { value: "inStock", label: "In stock" },
    { value: "lowStock", label: "Low stock" },
  ],
};

/** A value of `?filter=`: one of the fixed filters, a price band, `brand-<slug>`, `option-<name>--<value>`, or the slug of a category or tag. */
export type Filter = string;

const specifiedBands = bandsBetween(specifiedBounds);

/** The filters that every shop has. */
export const fixedFilters: Filter[] = [
  ...availability.choices.map(({ value }) => value),
  ...specifiedBands.map(filterOfBand),
  "anyBrand",
];
const brandPrefix = "brand-";
/** An address may ask for so many filters at once. */
const maxFilters = 40;

/**
 * Parses one filter of an address; undefined for what can't be one. Whether the shop has a brand, category or tag of that name is
 * not known here.
 */
export function parseFilter(value: string | null): Filter | undefined {
  if (!value) return undefined;
  if (fixedFilters.includes(value) || /^brand-[\p{L}\p{N}-]+$/u.test(value)) return value;
  if (parseOptionFilter(value)) return value;
  const isSlug = value.length <= slugLimit && /^[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(-[\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*$/u.test(value);
  return isSlug && !value.startsWith(brandPrefix) ? value : undefined;
}

/** The filters that an address asks for, each once and always in the same order; whatever can't be one is left out. */
export function parseFilters(values: string[]): Filter[] {
  return [...new Set(values.map(parseFilter))]
    .filter((filter) => filter !== undefined)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .slice(0, maxFilters);
}

/** Fixed filters come first, then categories and tags, then brands, then options. */
function rankOf(filter: Filter) {
  if (brandOfFilter(filter) !== undefined) return fixedFilters.length + 1;
  if (isOptionFilter(filter)) return fixedFilters.length + 2;
  const rank = fixedFilters.indexOf(filter);
  return rank < 0 ? fixedFilters.length : rank;
}

/** Filters of one facet widen a list, those of different facets narrow it. See docs/decisions/0068. */
export type FacetName =
  | "availability"
  | "price"
  | "category"
  | "type"
  | "brand"
  | "onSale"
  | "highRated"
  | `option-${string}`;

/** The kinds of the shop's categories and tags, by their slugs, and the slugs of the categories in each. */
export type CategoryKinds = ReadonlyMap<string, Pick<ShopCategory, "kind"> & { children: string[] }>;

/**
 * The facet that a filter belongs to. `onSale` and `highRated`, which the menu shows next to the stock, are facets of their own. A category or tag
 * whose slug looks like a price band is none.
 */
export function facetOfFilter(filter: Filter, kinds: CategoryKinds): FacetName {
  if (filter === "onSale" || filter === "highRated") return filter;
  const option = parseOptionFilter(filter);
  if (option) return `option-${option.name}`;
  if (filter === "anyBrand" || brandOfFilter(filter) !== undefined) return "brand";
  if (availability.choices.some(({ value }) => value === filter)) return "availability";
  const kind = kinds.get(filter)?.kind;
  if (kind) return kind === "tag" ? "type" : "category";
  return parsePriceBand(filter) ? "price" : "category";
}

/** The slug in a brand filter (`brand-lyng` → `lyng`); undefined for the other filters. */
export function brandOfFilter(filter: Filter | undefined) {
  return filter?.startsWith(brandPrefix) ? filter.slice(brandPrefix.length) : undefined;
}

/** The filter that keeps a brand's products. */
export function filterOfBrand(slug: string): Filter {
  return `${brandPrefix}${slug}`;
}

/** A part of the filter panel. */
export interface CountedFacet {
  label: string;
  choices: CountedChoice[];
}

interface CountedChoice extends Pick<FilterChoice, "value" | "label"> {
  /** How many cards the list would have with it. */
  count: number;
  /** Whether it is a category in the one before. */
  isChild?: true;
  /** The color (CSS) that it names. */
  color?: string;
}

/** A part of the filter menu. */
export interface MenuFacet {
  label: string;
  choices: readonly FilterChoice[];
}

/**
 * The whole filter menu, by facets. A facet without choices is left out.
 *
 * @param bands the catalog's price bands, and those that the shopper chose
 */
export function filterMenu(
  categories: ShopCategory[],
  brands: NamedBrand[],
  formats: Formats = defaultFormats,
  bands: PriceBand[] = specifiedBands,
): MenuFacet[] {
  const facets = [
    availability,
    { label: "Category", choices: choicesOf(categories, "category") },
    { label: "Price", choices: priceChoices(categories, formats, bands) },
    { label: "Type", choices: choicesOf(categories, "tag") },
    brandChoices(brands),
  ];
  return facets.filter(({ choices }) => choices.length > 0);
}

/** Each band once, by price. */
function priceChoices(categories: ShopCategory[], formats: Formats, bands: PriceBand[]): FilterChoice[] {
  const labels = new Map(
    bands.toSorted(compareBands).map((band) => [filterOfBand(band), labelOfBand(band, formats)] as const),
  );
  for (const { slug } of categories) labels.delete(slug);
  return [...labels].map(([value, label]) => ({ value, label }));
}

function choicesOf(categories: ShopCategory[], kind: ShopCategory["kind"]): FilterChoice[] {
  return categories
    .filter((category) => category.kind === kind)
    .map(({ slug, name, parent }) => ({ value: slug, label: name, ...(parent !== null && { parent }) }));
}

function brandChoices(brands: NamedBrand[]): MenuFacet {
  return {
    label: "Brand",
    choices: [
      { value: "anyBrand", label: "Any brand" },
      ...brands.map(({ slug, name }) => ({ value: filterOfBrand(slug), label: name })),
    ],
  };
}

/**
 * The filters by what the menu calls them, without those that the shop doesn't have. Every shop has any price band.
 *
 * @param options those that the filters ask for
 */
export function namedFilters(
  filters: Filter[],
  categories: ShopCategory[],
  brands: NamedBrand[],
  formats: Formats = defaultFormats,
  options: MenuFacet[] = [],
): FilterChoice[] {
  const bands = filters.flatMap((filter) => parsePriceBand(filter) ?? []);
  const choices = [
    ...filterMenu(categories, brands, formats, bands).flatMap(({ choices }) => choices),
    ...options.flatMap((option) =>
      option.choices.map(({ value, label }) => ({ value, label: `${option.label} ${label}` })),
    ),
  ];
  const byValue = new Map(choices.map((choice) => [choice.value, choice]));
  return filters.flatMap((filter) => byValue.get(filter) ?? []);
}
