import {
  findCategory,
  inSentence,
  listInSentence,
  menuCategories,
  type ShopCategory,
} from "#shop/catalog/categories.ts";
import type { Filter } from "#shop/catalog/filters/filters.ts";
import { isOptionFilter } from "#shop/catalog/filters/option-filters.ts";
import { type PriceBand, parsePriceBand } from "#shop/catalog/filters/price-bands.ts";
import type { Currency } from "#shop/values/currencies.ts";
import type { Locale } from "#shop/values/locale.ts";
import { withCurrency } from "#shop/values/money.ts";
import type { PageMetadata, ShopIdentity } from "./page-meta.ts";
import { sharedPicture } from "./shared-picture.ts";
import { breadcrumbs } from "./structured-data.server.ts";

const descriptions: Record<Filter, string> = {
  onSale: "Everything with a discount of 10% or more.",
  highRated: "Our top-rated products: everything with 4 out of 5 or more.",
  inStock: "Everything in stock and ready to ship.",
  lowStock: "Almost gone: products with only a few left in stock.",
  under10: "Everything under $10: little things at little prices.",
  "10to50": "Everything from $10 to $50 in one place.",
  "50to100": "Everything over $50 and up to $100 in one place.",
  over100: "Everything over $100: pieces to buy once and keep.",
  anyBrand: "Branded products from every brand we carry.",
};

const products = { name: "Products", address: "/products" };

/** What the sample's categories and tags have, until owners describe or rename them. */
const sample: Record<string, { name: string; what: string }> = {
  beauty: { name: "Beauty", what: "makeup and beauty care" },
  fragrances: { name: "Fragrances", what: "perfumes and home fragrances" },
  furniture: { name: "Furniture", what: "furniture for your home" },
  groceries: { name: "Groceries", what: "good everyday food and drink" },
  meat: { name: "Meat", what: "all meat from the butcher's counter" },
};

interface ListShop extends ShopIdentity {
  categories: ShopCategory[];
  currency: Currency;
  locale: Locale;
}

interface List {
  q: string | undefined;
  filters: Filter[];
  /** What the shop calls the filters. */
  labels: string[];
  page: number;
  pages: number;
  total: number;
  /** Whether it has price bands that the menu doesn't offer. */
  hasOtherBands: boolean;
}

/**
 * The metadata of a product list. Another sort is the same list at the same canonical URL. Search engines index lists with at most one filter of
 * the menu, but neither searches nor the thousands of combined filters. See docs/decisions/0069.
 */
export function listMetadata(
  shop: ListShop,
  { q, filters, labels, page, pages, total, hasOtherBands }: List,
): PageMetadata {
  const [filter] = filters.length === 1 ? filters : [];
  const category = shop.categories.find(({ slug }) => slug === filter);
  const label = [q && `“${q}”`, ...labels].filter(Boolean).join(", ") || products.name;
  const description = withCurrency(describe(shop.categories, filter, label), shop);
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
    ...(category?.picture && { picture: sharedPicture(category.picture, category.name) }),
    unlisted: total === 0 || q !== undefined || filters.length > 1 || hasOtherBands || filters.some(isOptionFilter),
    more: [
      breadcrumbs(
        shop,
        address === products.address
          ? [products]
          : [products, ...parentCrumb(shop, category), { name: title, address }],
      ),
    ],
  };
}

function parentCrumb({ categories }: ListShop, category: ShopCategory | undefined) {
  const parent = findCategory(categories, category?.parent ?? undefined);
  return parent ? [{ name: parent.name, address: `${products.address}?filter=${parent.slug}` }] : [];
}

function describe(categories: ShopCategory[], filter: Filter | undefined, label: string) {
  if (filter === undefined) {
    const names = menuCategories(categories).map(({ name }) => name);
    return shopAll(`all ${listInSentence(names) || "products"}`);
  }
  const category = categories.find(({ slug }) => slug === filter);
  if (category) return category.description || shopAll(whatIn(category));
  const band = parsePriceBand(filter);
  if (isOptionFilter(filter)) return `Everything in ${label}, with prices, ratings and availability.`;
  return (
    descriptions[filter] ??
    (band ? describeBand(band) : `Everything from ${label}, with prices, ratings and availability.`)
  );
}

function describeBand({ above, upTo }: PriceBand) {
  const bounds = [above && `over $${above}`, upTo && `up to $${upTo}`].filter(Boolean);
  return `Everything ${bounds.join(" and ")} in one place.`;
}

function whatIn({ slug, name }: ShopCategory) {
  return sample[slug]?.name === name ? sample[slug].what : `all ${inSentence(name)}`;
}

function shopAll(what: string) {
  return `Shop ${what}, with prices, ratings and availability.`;
}
