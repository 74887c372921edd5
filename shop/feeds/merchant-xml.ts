import { createHash } from "node:crypto";
import { pathInWords } from "../catalog/categories.ts";
import { type KnownOption, knownOption } from "../catalog/known-options.ts";
import { unitPriceOf } from "../catalog/pricing/unit-price.ts";
import { isSoldOut } from "../catalog/stock/availability.ts";
import { readDeliveryOptions } from "../delivery/read-delivery.ts";
import { largestPicture } from "../pictures/own-picture.ts";
import { isShownEverywhere } from "../pictures/shown-everywhere.ts";
import type { ShopDatabase } from "../shop.ts";
import { cutText } from "../text/cut-text.ts";
import { plainTextOf } from "../text/markdown.ts";
import { dayOf } from "../values/days.ts";
import { hasCheckDigit } from "../values/gtin.ts";
import { decimalAmount } from "../values/money.ts";
import { productAddress } from "../values/product-address.ts";
import { fullTitle, readOptions } from "../values/product-options.ts";
import { type FeedProduct, readFeedProducts } from "./read-feed-products.ts";
import { createShipping } from "./shipping.ts";
import { element } from "./xml-text.ts";

/**
 * How a platform wants its products. Names and limits are those of Google's product data specification
 * (https://support.google.com/merchants/answer/7052112); Meta reads the same file otherwise, and has wider limits
 * (https://developers.facebook.com/docs/commerce-platform/catalog/fields). See docs/decisions/0275.
 */
export interface Dialect {
  inStock: string;
  outOfStock: string;
  /** Of everything in the shop, where it must be said. */
  condition?: string;
  /** Of products that have none. */
  needsBrand?: true;
  picture: (address: string) => string;
  /** Options that the platform has no name for. */
  otherOptions: (options: [name: string, value: string][]) => string;
}

export const google: Dialect = {
  inStock: "in_stock",
  outOfStock: "out_of_stock",
  picture: largestPicture,
  otherOptions: (options) =>
    options
      .map(([name, value]) => element("g:attribute_name", name) + element("g:attribute_value", value))
      .map((parts) => `<g:product_detail>\n${parts}</g:product_detail>\n`)
      .join(""),
};

export const meta: Dialect = {
  inStock: "in stock",
  outOfStock: "out of stock",
  condition: "new",
  needsBrand: true,
  // It shows JPEG and PNG alone.
  picture: (address) => largestPicture(address).replace(/^(\/pictures\/.*)\.webp$/, "$1.jpeg"),
  otherOptions: (options) =>
    element("g:additional_variant_attribute", options.map(([name, value]) => `${name}:${value}`).join(", ")),
};

/** Characters, as Google counts them at least. */
const limits = { id: 50, title: 150, description: 5000, brand: 70, productType: 750 };
/** Markup at most makes a text so many times as long. */
const markupFactor = 2;
const mostFurtherPictures = 10;
const heaviestGrams = 1_000_000;
const oneDay = 24 * 60 * 60_000;

/** A feed of all that shoppers see, piece by piece: an entry for each product, and for each sibling. */
export async function* writeMerchantXml(shop: Pick<ShopDatabase, "db" | "now" | "settings">, dialect: Dialect) {
  const { settings } = shop;
  const { countries, currency, taxes, timeZone } = settings;
  const shipping = createShipping({
    ...{ options: await readDeliveryOptions(shop.db), countries, currency, taxes },
    today: dayOf(shop.now(), timeZone),
  });
  const context = { settings, dialect, shipping, now: shop.now().getTime() };
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n';
  yield element("title", settings.shopName) + element("link", `${settings.shopUrl}/`);
  yield element("description", `Products of ${settings.shopName}`);
  for await (const products of readFeedProducts(shop))
    for (const product of products) yield `<item>\n${itemOf(product, context)}</item>\n`;
  yield "</channel>\n</rss>\n";
}

interface Context {
  settings: ShopDatabase["settings"];
  dialect: Dialect;
  shipping: (priceCents: number) => string;
  now: number;
}

function itemOf(product: FeedProduct, context: Context) {
  const { settings, dialect, shipping } = context;
  const { shopName, shopUrl, categories } = settings;
  const { weightGrams } = product;
  const options = readOptions(product.options);
  const title = product.sharesTitle ? fullTitle({ ...product, options }) : product.title;
  const gtin = knownGtin(product.gtin);
  const brand = product.brand ?? (dialect.needsBrand && !gtin ? shopName : null);
  return [
    element("g:id", shortId(product.id)),
    element("g:title", cutText(title, limits.title)),
    element("g:description", cutText(descriptionOf(product) || title, limits.description)),
    element("g:link", new URL(productAddress(product), shopUrl).href),
    picturesOf(product, shopUrl, dialect),
    element("g:availability", isSoldOut(product) ? dialect.outOfStock : dialect.inStock),
    element("g:condition", dialect.condition),
    pricesOf(product, context),
    unitPricing(product),
    element("g:brand", brand && cutText(brand, limits.brand)),
    element("g:gtin", gtin),
    // A wrong "no" does more harm than none.
    element("g:identifier_exists", gtin || brand ? undefined : "no"),
    element("g:product_type", cutText(pathInWords(categories, product.category), limits.productType)),
    element("g:item_group_id", product.group && shortId(product.group)),
    optionsOf(options, dialect),
    element("g:shipping_weight", weightGrams && weightGrams <= heaviestGrams ? `${weightGrams} g` : undefined),
    shipping(product.priceCents),
  ].join("");
}

/** An ID of few enough characters. A longer one ends in a hash of the whole. */
function shortId(id: string) {
  if (id.length <= limits.id) return id;
  const hash = createHash("sha256").update(id).digest("hex").slice(0, 12);
  return `${cutText(id, limits.id - hash.length - 1)}-${hash}`;
}

function descriptionOf({ description, seoDescription }: FeedProduct) {
  return plainTextOf(cutText(description, markupFactor * limits.description)) || seoDescription;
}

function picturesOf({ thumbnail, images }: FeedProduct, shopUrl: string, { picture }: Dialect) {
  const shown = new Set([thumbnail, ...(JSON.parse(images) as string[])].filter(isShownEverywhere).map(picture));
  const [first, ...further] = Array.from(shown, (address) => new URL(address, shopUrl).href);
  return [
    element("g:image_link", first),
    ...further.slice(0, mostFurtherPictures).map((address) => element("g:additional_image_link", address)),
  ].join("");
}

/** The price that shoppers see, with the former one where they see that, or a sale that is announced. */
function pricesOf(product: FeedProduct, { settings: { currency, feeds }, now }: Context) {
  const { priceCents, formerCents, saleCents, saleStartsAt, saleEndsAt } = product;
  const prices = (usual: number, sale?: number, from?: number, to?: number | null) =>
    element("g:price", `${decimalAmount(usual, currency)} ${currency}`) +
    element("g:sale_price", sale && `${decimalAmount(sale, currency)} ${currency}`) +
    element("g:sale_price_effective_date", from && to && `${second(from)}/${second(to)}`);
  // It has begun: any moment before the feed is read does.
  if (formerCents) return prices(formerCents, priceCents, now - oneDay, saleStartsAt === null ? saleEndsAt : null);
  // Public feeds don't give away a sale that hasn't started.
  const isAnnounced = feeds.access === "key" && saleCents !== null && saleCents < priceCents;
  return isAnnounced && saleStartsAt && saleEndsAt
    ? prices(priceCents, saleCents, saleStartsAt, saleEndsAt)
    : prices(priceCents);
}

function second(time: number) {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

const units: Record<string, string> = { piece: "ct" };

function unitPricing(product: FeedProduct) {
  const base = unitPriceOf(product);
  if (!base) return "";
  const { contentAmount, contentUnit } = product;
  const measure = `${contentAmount} ${units[contentUnit ?? ""] ?? contentUnit}`;
  return (
    element("g:unit_pricing_measure", measure) +
    element("g:unit_pricing_base_measure", `1 ${units[base.unit] ?? base.unit}`)
  );
}

/** A barcode that is one in all shops: numbers that begin with 2, 02 or 04 are a shop's own, and 98 and 99 are coupons. */
function knownGtin(gtin: string | null) {
  if (!gtin || !hasCheckDigit(gtin)) return undefined;
  const digits = gtin.padStart(14, "0").slice(1);
  const isOwn = /^(2|02|04|98|99)/.test(gtin.length === 8 ? gtin : digits);
  return isOwn || /^0+$/.test(gtin) ? undefined : gtin;
}

const attributes: Record<KnownOption["property"], string> = {
  color: "g:color",
  size: "g:size",
  material: "g:material",
  pattern: "g:pattern",
};

function optionsOf(options: Record<string, string> | null, { otherOptions }: Dialect) {
  const entries = Object.entries(options ?? {});
  const known = entries.flatMap(([name, value]) => {
    const property = knownOption(name)?.property;
    return property ? [element(attributes[property], value)] : [];
  });
  return known.join("") + otherOptions(entries.filter(([name]) => !knownOption(name)));
}
