import { categories } from "./categories.ts";

/** A brand that the filter menu names. */
export interface NamedBrand {
  slug: string;
  name: string;
}

interface FilterChoice {
  value: string;
  label: string;
}

/** The filter menu, in groups, before the named brands. Values are those of the address (`?filter=`). */
export const filterGroups = [
  {
    name: "availability",
    label: "Deals and availability",
    choices: [
      { value: "onSale", label: "On sale" },
      { value: "highRated", label: "Top rated" },
      { value: "inStock", label: "In stock" },
      { value: "lowStock", label: "Low stock" },
    ],
  },
  { name: "category", label: "Category", choices: categories },
  {
    name: "price",
    label: "Price",
    choices: [
      { value: "under10", label: "Under $10" },
      { value: "10to50", label: "$10 to $50" },
      { value: "50to100", label: "$50 to $100" },
      { value: "over100", label: "Over $100" },
    ],
  },
  {
    name: "type",
    label: "Type",
    choices: [
      { value: "perfumes", label: "Perfumes" },
      { value: "vegetables", label: "Vegetables" },
      { value: "fruits", label: "Fruit" },
      { value: "meat", label: "Meat" },
    ],
  },
] as const satisfies { name: string; label: string; choices: readonly FilterChoice[] }[];

type ListedFilter = (typeof filterGroups)[number]["choices"][number]["value"];
export type Filter = ListedFilter | "anyBrand" | `brand-${string}`;

/** All filters but those of single brands. */
export const listedFilters: Filter[] = [
  ...filterGroups.flatMap(({ choices }) => choices.map(({ value }) => value)),
  "anyBrand",
];
const brandPrefix = "brand-";
/** An address may ask for so many filters at once. */
const maxFilters = 40;

/** Parses one filter of an address; undefined for an unknown one. */
export function parseFilter(value: string | null): Filter | undefined {
  if (!value) return undefined;
  const known = listedFilters.includes(value as Filter) || /^brand-[\p{L}\p{N}-]+$/u.test(value);
  return known ? (value as Filter) : undefined;
}

/** The filters that an address asks for, each once and always in the same order; whatever isn't one is left out. */
export function parseFilters(values: string[]): Filter[] {
  const placeOf = (filter: Filter) => (brandOfFilter(filter) === undefined ? listedFilters.indexOf(filter) : Infinity);
  return [...new Set(values.map(parseFilter))]
    .filter((filter) => filter !== undefined)
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
    .slice(0, maxFilters);
}

/** Filters of one group widen a list, those of different groups narrow it. */
export type FilterGroupName = (typeof filterGroups)[number]["name"] | "brand" | "onSale" | "highRated";

const groupOfListed = new Map<Filter, FilterGroupName>(
  filterGroups.flatMap(({ name, choices }) => choices.map(({ value }) => [value, name])),
);

/** The group that a filter belongs to. `onSale` and `highRated`, which the menu shows next to the stock, are groups of their own. */
export function groupOfFilter(filter: Filter): FilterGroupName {
  if (filter === "onSale" || filter === "highRated") return filter;
  return groupOfListed.get(filter) ?? "brand";
}

/** The slug in a brand filter (`brand-lyng` → `lyng`); undefined for the other filters. */
export function brandOfFilter(filter: Filter | undefined) {
  return filter?.startsWith(brandPrefix) ? filter.slice(brandPrefix.length) : undefined;
}

/** The filter that keeps a brand's products. */
export function filterOfBrand(slug: string): Filter {
  return `${brandPrefix}${slug}`;
}

/** The last group of the filter menu. */
export function brandChoices(brands: NamedBrand[]) {
  return {
    label: "Brand",
    choices: [
      { value: "anyBrand", label: "Any brand" },
      ...brands.map(({ slug, name }) => ({ value: filterOfBrand(slug), label: name })),
    ],
  };
}

/** The whole filter menu, in groups. */
export function filterMenu(brands: NamedBrand[]): { label: string; choices: readonly FilterChoice[] }[] {
  return [...filterGroups, brandChoices(brands)];
}

/** What the menu calls a filter; undefined for none, and for a brand that isn't among the given ones. */
export function filterLabel(filter: Filter | undefined, brands: NamedBrand[]): string | undefined {
  const choices = filterMenu(brands).flatMap((group) => group.choices);
  return choices.find(({ value }) => value === filter)?.label;
}
