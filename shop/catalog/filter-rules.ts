import { type Filter, filterOfBrand } from "./filters.ts";

/** What decides which filters keep a product. */
export interface FilteredFacts {
  discountPercentage: number;
  rating: number;
  availabilityStatus: string;
  category: string;
  priceCents: number;
  /** In lower case. */
  tags: string[];
  brandSlug: string | null;
}

/** Raised whenever a rule changes: shops that are opened then make their lists anew. */
export const filterRulesVersion = "2";

type Rule = (facts: FilteredFacts) => boolean;

/** What each filter keeps. Discounts are percentages, ratings stars out of five. */
const rules: Record<Exclude<Filter, `brand-${string}`>, Rule> = {
  onSale: ({ discountPercentage }) => discountPercentage >= 10,
  highRated: ({ rating }) => rating >= 4,
  inStock: ({ availabilityStatus }) => availabilityStatus === "In Stock",
  lowStock: ({ availabilityStatus }) => availabilityStatus === "Low Stock",
  beauty: ({ category }) => category === "beauty",
  fragrances: ({ category }) => category === "fragrances",
  furniture: ({ category }) => category === "furniture",
  groceries: ({ category }) => category === "groceries",
  under10: ({ priceCents }) => priceCents < 1000,
  "10to50": ({ priceCents }) => priceCents >= 1000 && priceCents <= 5000,
  "50to100": ({ priceCents }) => priceCents > 5000 && priceCents <= 10000,
  over100: ({ priceCents }) => priceCents > 10000,
  perfumes: ({ tags }) => tags.includes("perfumes"),
  vegetables: ({ tags }) => tags.includes("vegetables"),
  fruits: ({ tags }) => tags.includes("fruits"),
  meat: ({ tags }) => tags.includes("meat"),
  anyBrand: ({ brandSlug }) => brandSlug !== null,
};

const ruledFilters = Object.keys(rules) as (keyof typeof rules)[];

/** All filters that keep a product. */
export function filtersOf(facts: FilteredFacts): Filter[] {
  const filters: Filter[] = ruledFilters.filter((filter) => rules[filter](facts));
  if (facts.brandSlug !== null) filters.push(filterOfBrand(facts.brandSlug));
  return filters;
}

/** The filters that a product comes into and leaves as its stock goes down. */
export const stockFilters = ["inStock", "lowStock"] as const satisfies Filter[];

/** The one of them that keeps the products with a status; undefined for what is out of stock. */
export function stockFilterOf(availabilityStatus: string) {
  return stockFilters.find((filter) => rules[filter]({ availabilityStatus } as FilteredFacts));
}
