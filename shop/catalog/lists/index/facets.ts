import type { ProductsTable } from "#database/schema.ts";
import { slugOf } from "../../../text/slug.ts";
import { tagSlugsOf } from "../../category-labels.ts";
import { brandOfFilter, type FacetName, type Filter } from "../../filters/filters.ts";
import { shownDiscount } from "../../pricing/former-price.ts";

/** The columns that filters look at. */
export type FacetColumns = Pick<
  ProductsTable,
  | "availabilityStatus"
  | "brand"
  | "brandSlug"
  | "category"
  | "discountPercentage"
  | "formerCents"
  | "priceCents"
  | "rating"
  | "tags"
>;

/** One facet, as the index knows it: each product has one value in it, and each filter keeps some of the values. */
export interface Facet {
  valueOf: (product: FacetColumns) => string;
  /** Without it, a filter keeps the value that is called the same. */
  keeps?: (filter: Filter, value: string) => boolean;
  /** Whether a filter also keeps the values within its own. */
  isNested?: true;
}

const stockFilters: Record<string, Filter> = { "In Stock": "inStock", "Low Stock": "lowStock" };

/** By their names, all but the price and the options. Discounts are percentages, ratings stars out of five. */
export const facets: Record<Exclude<FacetName, "price" | `option-${string}`>, Facet> = {
  onSale: { valueOf: (product) => (shownDiscount(product) >= 10 ? "onSale" : "") },
  highRated: { valueOf: ({ rating }) => (rating >= 4 ? "highRated" : "") },
  availability: { valueOf: ({ availabilityStatus }) => stockFilters[availabilityStatus] ?? "" },
  category: { valueOf: ({ category }) => category, isNested: true },
  type: {
    valueOf: (product) => tagSlugsOf(product).join("\n"),
    keeps: (filter, slugs) => slugs.split("\n").includes(slugOf(filter)),
  },
  brand: {
    // One slug may be written in several ways, which all count.
    valueOf: ({ brand, brandSlug }) => (brandSlug === null ? "" : `${brandSlug}\n${brand}`),
    keeps: (filter, value) =>
      value !== "" && (filter === "anyBrand" || parseBrand(value).slug === brandOfFilter(filter)),
  },
};

/** The slug and the name in a value of the facet `brand`. */
export function parseBrand(value: string) {
  const end = value.indexOf("\n");
  return { slug: value.slice(0, end), name: value.slice(end + 1) };
}
