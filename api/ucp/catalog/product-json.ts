import { pathInWords } from "#shop/catalog/categories.ts";
import type { ShownGroup } from "#shop/catalog/lists/read-groups.ts";
import { baseUnits, unitPriceOf } from "#shop/catalog/pricing/unit-price.ts";
import type { Product } from "#shop/catalog/product.ts";
import { groupIdentifier } from "#shop/catalog/products/find-identified.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { largestPicture } from "#shop/pictures/own-picture.ts";
import type { LiveSettings } from "#shop/shop.ts";
import { cutText } from "#shop/text/cut-text.ts";
import { plainTextOf } from "#shop/text/markdown.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { optionsText } from "#shop/values/product-options.ts";

export type JsonShop = Pick<LiveSettings, "shopUrl" | "shopName" | "currency" | "categories">;

/** Characters of a description in a list. */
const longestExcerpt = 600;
/** The catalog's ratings are out of five. */
const bestRating = 5;

interface Given {
  group: ShownGroup;
  /** All formats of the product's description; otherwise a list has its beginning. */
  description?: { plain: string; markdown?: string; html?: string };
}

/** A product as the protocol has it, whose variants are our siblings: https://ucp.dev/2026-04-08/schemas/shopping/types/product.json. */
export function productJson(shop: JsonShop, { group, description }: Given) {
  const { variants, prices } = group;
  const [leader] = variants;
  const formerPrices = variants.flatMap(({ formerCents }) => formerCents ?? []);
  const range = (lowest: number, highest: number) => ({ min: price(shop, lowest), max: price(shop, highest) });
  return {
    id: leader.group == null ? leader.id : groupIdentifier(leader.group),
    ...(leader.address != null && { handle: leader.address }),
    title: leader.title,
    description: description ?? { plain: excerptOf(leader) },
    url: shop.shopUrl + productAddress(leader),
    categories: categoriesJson(shop, leader),
    price_range: range(...prices),
    ...(formerPrices.length > 0 && {
      list_price_range: range(Math.min(...formerPrices), Math.max(...formerPrices)),
    }),
    ...nonEmpty("media", mediaJson(shop, leader)),
    ...nonEmpty("options", optionsJson(group)),
    ...ratingJson(leader),
    ...nonEmpty("tags", leader.tags),
    ...(leader.brand ? { metadata: { brand: leader.brand } } : {}),
    variants: variants.map((variant) => variantJson(shop, variant)),
  };
}

/** https://ucp.dev/2026-04-08/schemas/shopping/types/variant.json. Its ID is what carts take. */
export function variantJson(shop: JsonShop, variant: Product) {
  const { id, address, sku, gtin, options, priceCents, formerCents } = variant;
  const isAvailable = !isSoldOut(variant);
  return {
    id,
    ...(sku && { sku }),
    ...(gtin && { barcodes: [{ type: "GTIN", value: gtin }] }),
    ...(address != null && { handle: address }),
    title: Object.values(options ?? {}).join(" / ") || variant.title,
    description: { plain: optionsText(options) || variant.title },
    url: shop.shopUrl + productAddress(variant),
    categories: categoriesJson(shop, variant),
    price: price(shop, priceCents),
    ...(formerCents != null && { list_price: price(shop, formerCents) }),
    ...unitPriceJson(shop, variant),
    availability: { available: isAvailable, status: isAvailable ? "in_stock" : "out_of_stock" },
    ...nonEmpty(
      "options",
      Object.entries(options ?? {}).map(([name, label]) => ({ name, label })),
    ),
    ...nonEmpty("media", mediaJson(shop, variant)),
    ...ratingJson(variant),
    ...nonEmpty("tags", variant.tags),
    seller: { name: shop.shopName },
  };
}

function price({ currency }: JsonShop, amount: number) {
  return { amount, currency };
}

/** The beginning of a product's description, without markup. */
function excerptOf({ description, title }: Product) {
  const words = plainTextOf(description);
  return cutText(words, longestExcerpt) || title;
}

function categoriesJson({ categories }: JsonShop, { category }: Product) {
  return [{ value: pathInWords(categories, category) || category, taxonomy: "merchant" }];
}

/** The thumbnail first. Those inside of addresses are left out. */
function mediaJson({ shopUrl }: JsonShop, { thumbnail, images, imageAlts, title }: Product) {
  const pictures = [...new Set([thumbnail, ...images])].map((address) => ({
    address,
    url: pictureUrl(address, shopUrl),
  }));
  return pictures.flatMap(({ address, url }) => {
    if (url === undefined) return [];
    return { type: "image", url, alt_text: imageAlts?.[images.indexOf(address)] || title };
  });
}

function pictureUrl(address: string, shopUrl: string) {
  const url = URL.parse(largestPicture(address), shopUrl);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** Those in which siblings differ, and those that all of them share. */
function optionsJson({ variants, options }: ShownGroup) {
  const [leader] = variants;
  const shared = Object.entries(leader.options ?? {}).filter(
    ([shared]) => !options.some(({ name }) => name.toLowerCase() === shared.toLowerCase()),
  );
  return [...options, ...shared.map(([name, value]) => ({ name, values: [value] }))].map(({ name, values }) => ({
    name,
    values: values.map((label) => ({ label })),
  }));
}

/** Left out for a product without ratings: the catalog has 0 for it. */
function ratingJson({ rating }: Product) {
  return rating > 0 ? { rating: { value: rating, scale_min: 0, scale_max: bestRating } } : {};
}

/** In the content's own unit, so that the protocol's formula gives the same: 250 g for 1000 g. */
function unitPriceJson({ currency }: JsonShop, product: Product) {
  const { contentAmount, contentUnit } = product;
  const unitPrice = unitPriceOf(product);
  if (!unitPrice || !contentAmount || !contentUnit) return {};
  const reference = { value: baseUnits[contentUnit]?.size, unit: contentUnit };
  return {
    unit_price: { amount: unitPrice.cents, currency, measure: { value: contentAmount, unit: contentUnit }, reference },
  };
}

function nonEmpty<Name extends string, Item>(name: Name, items: Item[]) {
  return (items.length > 0 ? { [name]: items } : {}) as { [Key in Name]?: Item[] };
}
