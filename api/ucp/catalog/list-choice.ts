import { pathInWords } from "#shop/catalog/categories.ts";
import { type Filter, filterOfBrand } from "#shop/catalog/filters/filters.ts";
import { filterOfOption, optionSlug } from "#shop/catalog/filters/option-filters.ts";
import type { PriceRange } from "#shop/catalog/lists/index/price-ranks.ts";
import type { Message } from "#shop/platforms/refusal.ts";
import type { LiveSettings } from "#shop/shop.ts";
import { foldText } from "#shop/text/fold-text.ts";
import { brandSlug } from "#shop/text/slug.ts";
import { countryOf } from "#shop/values/countries.ts";
import type { CatalogContext, CatalogFilters } from "./catalog-schemas.ts";

/** What a request asks for, as the shop's lists know it. */
export interface AskedList {
  filters: Filter[];
  price?: PriceRange;
  /** Whether nothing can have what is asked for: the shop has none of the categories. */
  isEmpty: boolean;
  /** What the platform should know. */
  messages: Message[];
}

const nothing: Filter[] = [];

type ListShop = Pick<LiveSettings, "categories" | "currency" | "countries" | "shopName">;

/** Translates the filters of a request. */
export function askedList(shop: ListShop, filters: CatalogFilters, context: CatalogContext): AskedList {
  const { categories, tags, brands = [], options = [], available, on_sale, price } = filters;
  const inCategories = categories && namedCategories(shop, "category", categories);
  const tagged = tags && namedCategories(shop, "tag", tags);
  const isForeign = context.currency !== undefined && context.currency.toUpperCase() !== shop.currency;
  return {
    filters: [
      ...(inCategories ?? nothing),
      ...(tagged ?? nothing),
      ...brands.map((brand) => filterOfBrand(brandSlug(brand))),
      ...options.map(({ name, label }) => filterOfOption({ name: optionSlug(name), value: optionSlug(label) })),
      ...(available ? ["inStock", "lowStock"] : nothing),
      ...(on_sale ? ["onSale"] : nothing),
    ],
    ...(price && !isForeign && { price }),
    isEmpty: inCategories?.length === 0 || tagged?.length === 0,
    messages: [...(price && isForeign ? [ignoredPrice(shop)] : []), ...regionMessages(shop, context)],
  };
}

/** The filters of the categories or tags that are called so: by their path, name or address. */
function namedCategories({ categories }: ListShop, kind: "category" | "tag", names: string[]) {
  const wanted = new Set(names.map((name) => foldText(name).trim()));
  return categories
    .filter((category) => category.kind === kind)
    .filter(({ slug, name }) =>
      [slug, name, pathInWords(categories, slug)].some((known) => wanted.has(foldText(known).trim())),
    )
    .map(({ slug }) => slug);
}

function ignoredPrice({ currency }: ListShop): Message {
  const content = `The price filter is ignored: prices are in ${currency} and aren't converted.`;
  return { type: "info", code: "price_filter_ignored", content, path: "$.products" };
}

function regionMessages({ countries, shopName }: ListShop, { address_country = "" }: CatalogContext): Message[] {
  const country = countryOf(address_country.toUpperCase());
  if (!country || countries.some(({ code }) => code === country.code)) return [];
  return [{ type: "warning", code: "region_restricted", content: `${shopName} doesn't deliver to ${country.name}.` }];
}
