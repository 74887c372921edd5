import { type Filter, filterLabel, type NamedBrand } from "#shop/catalog/filters.ts";
import type { PageFacts, ShopFacts } from "./page-meta.ts";
import { breadcrumbs } from "./structured-data.server.ts";

const descriptions: Record<Exclude<Filter, `brand-${string}`>, string> = {
  onSale: "Everything that is on sale now, with at least 10% off.",
  highRated: "What is rated highest: everything with 4 of 5 or better.",
  inStock: "Everything that is in stock and can be sent at once.",
  lowStock: "The last pieces: everything of which only a few are left.",
  beauty: "Beauty: make-up and care, with prices, ratings and what is in stock.",
  fragrances: "Fragrances: perfumes and scents for the home, with prices, ratings and what is in stock.",
  furniture: "Furniture: to sit, sleep and live with, with prices, ratings and what is in stock.",
  groceries: "Groceries: good food and drink for every day, with prices, ratings and what is in stock.",
  under10: "Everything for less than $10: small things for small change.",
  "10to50": "Everything from $10 to $50, gathered in one list.",
  "50to100": "Everything over $50 and up to $100, gathered in one list.",
  over100: "Everything over $100: what you buy once and keep.",
  perfumes: "Perfumes: every bottle, with prices, ratings and what is in stock.",
  vegetables: "Vegetables: what the fields give, with prices, ratings and what is in stock.",
  fruits: "Fruits: what the orchards give, with prices, ratings and what is in stock.",
  meat: "Meat: from the butcher's counter, with prices, ratings and what is in stock.",
  anyBrand: "Everything that bears its maker's name, of all brands.",
};

const products = { name: "Products", address: "/products" };
const allProducts =
  "All products: beauty, fragrances, furniture and groceries, with prices, ratings and what is in stock.";

interface List {
  q: string | undefined;
  filters: Filter[];
  brands: NamedBrand[];
  page: number;
  pages: number;
  total: number;
}

/**
 * What a product list is, for its `meta`. Sorted otherwise it is the same list, at the same address. Search engines find the lists of one filter;
 * what was searched for, and the thousands of lists of several, are left out.
 */
export function listFacts(shop: ShopFacts, { q, filters, brands, page, pages, total }: List): PageFacts {
  const filter = filters.length === 1 ? filters[0] : undefined;
  const labels = filters.flatMap((one) => filterLabel(one, brands) ?? []);
  const label = [q && `“${q}”`, ...labels].filter(Boolean).join(", ") || products.name;
  const description = filter ? describe(filter, label) : allProducts;
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  for (const one of filters) query.append("filter", one);
  if (page > 1) query.set("page", String(page));
  const title = page > 1 ? `${label}, page ${page}` : label;
  const address = query.size > 0 ? `${products.address}?${query}` : products.address;
  return {
    title,
    description: page > 1 ? `${description} Page ${page} of ${pages}.` : description,
    address,
    unlisted: total === 0 || q !== undefined || filters.length > 1,
    more: [breadcrumbs(shop, address === products.address ? [products] : [products, { name: title, address }])],
  };
}

function describe(filter: Filter, label: string) {
  if (filter in descriptions) return descriptions[filter as keyof typeof descriptions];
  return `Everything of the brand ${label}, with prices, ratings and what is in stock.`;
}
