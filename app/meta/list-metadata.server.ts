import { type Filter, filterLabel, type NamedBrand } from "#shop/catalog/filters.ts";
import type { PageMetadata, ShopIdentity } from "./page-meta.ts";
import { breadcrumbs } from "./structured-data.server.ts";

const descriptions: Record<Exclude<Filter, `brand-${string}`>, string> = {
  onSale: "Everything on sale right now, at 10% off or more.",
  highRated: "Our top-rated products: everything with 4 out of 5 or more.",
  inStock: "Everything in stock and ready to ship.",
  lowStock: "Almost gone: products with only a few left in stock.",
  beauty: "Shop makeup and beauty care, with prices, ratings and availability.",
  fragrances: "Shop perfumes and home fragrances, with prices, ratings and availability.",
  furniture: "Shop furniture for your home, with prices, ratings and availability.",
  groceries: "Shop good everyday food and drink, with prices, ratings and availability.",
  under10: "Everything under $10: little things at little prices.",
  "10to50": "Everything from $10 to $50 in one place.",
  "50to100": "Everything over $50 and up to $100 in one place.",
  over100: "Everything over $100: pieces to buy once and keep.",
  perfumes: "Shop all perfumes, with prices, ratings and availability.",
  vegetables: "Shop all vegetables, with prices, ratings and availability.",
  fruits: "Shop all fruit, with prices, ratings and availability.",
  meat: "Shop all meat from the butcher's counter, with prices, ratings and availability.",
  anyBrand: "Branded products from every brand we carry.",
};

const products = { name: "Products", address: "/products" };
const allProducts = "Shop all beauty, fragrances, furniture and groceries, with prices, ratings and availability.";

interface List {
  q: string | undefined;
  filters: Filter[];
  brands: NamedBrand[];
  page: number;
  pages: number;
  total: number;
}

/**
 * The metadata of a product list. Another sort is the same list at the same canonical URL. Search engines index lists with at most one filter, but
 * neither searches nor the thousands of combined filters.
 */
export function listMetadata(shop: ShopIdentity, { q, filters, brands, page, pages, total }: List): PageMetadata {
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
  return `Everything from ${label}, with prices, ratings and availability.`;
}
