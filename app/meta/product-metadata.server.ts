import { href } from "react-router";
import {
  categoryPath,
  findCategory,
  inSentence,
  returnExceptionOf,
  type ShopCategory,
} from "#shop/catalog/categories.ts";
import type { Variant } from "#shop/catalog/groups/read-variants.ts";
import { knownOption } from "#shop/catalog/known-options.ts";
import type { Product } from "#shop/catalog/product.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { largestPicture } from "#shop/pictures/own-picture.ts";
import { isShownEverywhere } from "#shop/pictures/shown-everywhere.ts";
import { cutText } from "#shop/text/cut-text.ts";
import { plainTextOf } from "#shop/text/markdown.ts";
import { decimalAmount } from "#shop/values/money.ts";
import { type AddressedProduct, productAddress } from "#shop/values/product-address.ts";
import { fullTitle, type Options } from "#shop/values/product-options.ts";
import { type MerchantTerms, returnPolicy, shippingDetails } from "./merchant-terms.server.ts";
import { absolute, type PageMetadata, type ShopIdentity } from "./page-meta.ts";
import { codesAndWeight, priceSpecifications } from "./product-facts.server.ts";
import { sharedPicture } from "./shared-picture.ts";
import { breadcrumbs, structuredData } from "./structured-data.server.ts";

const longestDescription = 160;

interface ProductShop extends ShopIdentity, MerchantTerms {
  categories: ShopCategory[];
}

interface OfferContext {
  /** The product's siblings and itself, in the catalog's order; none for a product without siblings. */
  variants: Variant[];
  now: Date;
}

/** The metadata of a product's page. */
export function productMetadata(shop: ProductShop, product: Product, context: OfferContext): PageMetadata {
  const { variants } = context;
  const { description, priceCents } = product;
  // Search engines list a group once. See docs/decisions/0220.
  const address = productAddress(variants[0] ?? product);
  const isShared = variants.some(({ id, title }) => id !== product.id && title === product.title);
  const title = isShared ? fullTitle(product) : product.title;
  const words = product.seoDescription ?? plainTextOf(description);
  return {
    title: product.seoTitle ?? title,
    description: excerpt(words) || `See the price, pictures and availability of ${title}.`,
    address,
    picture: sharedPicture(product.thumbnail, altOfThumbnail(product) || title),
    type: "product",
    more: [
      { property: "product:price:amount", content: decimalAmount(priceCents, shop.currency) },
      { property: "product:price:currency", content: shop.currency },
      productData(product, shop, context),
      ...(variants.length > 0 ? [groupData(product, shop, variants)] : []),
      breadcrumbs(shop, [
        { name: "Products", address: "/products" },
        ...categoryCrumbs(shop, product),
        { name: product.title, address },
      ]),
    ],
  };
}

/** The metadata of an archived product's page, which remains for existing links. */
export function archivedProductMetadata(product: Product): PageMetadata {
  const { title } = product;
  return { title, description: `${title} is no longer available.`, address: productAddress(product), unlisted: true };
}

/** An archived product and a link to a sibling, or to similar ones. */
export function goneProduct(
  { title, thumbnail, category }: Product,
  categories: ShopCategory[],
  sibling: AddressedProduct | undefined,
) {
  return { title, thumbnail, list: sibling ? pageOf(sibling) : listOf(category, categories) };
}

function pageOf(sibling: AddressedProduct) {
  return { address: productAddress(sibling), label: "See the other options" };
}

function listOf(category: string, categories: ShopCategory[]) {
  const found = findCategory(categories, category);
  const address = href("/products");
  return found
    ? { address: `${address}?filter=${category}`, label: `Shop all ${inSentence(found.name)}` }
    : { address, label: "Shop all products" };
}

/** Without a rating, which would need a count: docs/decisions/0046. */
function productData(product: Product, shop: ProductShop, { variants, now }: OfferContext) {
  const url = absolute(shop, productAddress(product));
  const { title, description, brand, category, priceCents } = product;
  const found = findCategory(shop.categories, category);
  const exception = returnExceptionOf(shop.categories, category);
  const shipping = shippingDetails(shop, priceCents, now);
  return structuredData("Product", {
    ...(variants.length > 0 && variantProperties(product, shop, variants)),
    name: title,
    description: plainTextOf(description) || undefined,
    url,
    ...codesAndWeight(product),
    category: found ? inSentence(found.name) : category,
    brand: brand ? { "@type": "Brand", name: brand } : undefined,
    image: picturesOf(product)?.map((picture) => absolute(shop, picture)),
    offers: {
      "@type": "Offer",
      url,
      price: decimalAmount(priceCents, shop.currency),
      priceCurrency: shop.currency,
      priceSpecification: priceSpecifications(product, shop.currency),
      availability: `https://schema.org/${availabilityOf(product)}`,
      shippingDetails: shipping.length > 0 ? shipping : undefined,
      hasMerchantReturnPolicy: returnPolicy(shop, exception?.isSealed === false),
    },
  });
}

/** Siblings that one page names. Search engines follow the others from there. */
const mostNamed = 100;

/**
 * The group of a product, where each sibling has a page (https://developers.google.com/search/docs/appearance/structured-data/product-variants): of
 * those on other pages, only the address.
 */
function groupData(product: Product, shop: ProductShop, variants: Variant[]) {
  const { title, description, brand, group } = product;
  const [first = product] = variants;
  const named = [product, ...variants.filter(({ id }) => id !== product.id).slice(0, mostNamed - 1)];
  const names = new Set(variants.flatMap(({ options }) => Object.keys(options ?? {})));
  return structuredData("ProductGroup", {
    "@id": groupId(shop, variants),
    name: title,
    description: plainTextOf(description) || undefined,
    url: absolute(shop, productAddress(first)),
    brand: brand ? { "@type": "Brand", name: brand } : undefined,
    productGroupID: group,
    variesBy: [...names].map((name) => knownOption(name)?.address ?? name),
    hasVariant: named.map((variant) => {
      const url = absolute(shop, productAddress(variant));
      return variant === product ? { "@id": `${url}#product`, url } : { url };
    }),
  });
}

function groupId(shop: ProductShop, [first]: Variant[]) {
  return first && `${absolute(shop, productAddress(first))}#group`;
}

/** What a product has as one of a group. */
function variantProperties(product: Product, shop: ProductShop, variants: Variant[]) {
  return {
    "@id": `${absolute(shop, productAddress(product))}#product`,
    isVariantOf: { "@id": groupId(shop, variants) },
    inProductGroupWithID: product.group,
    ...optionProperties(product.options),
  };
}

/** Sizes and colors in the properties that search engines know, and other options by their names. */
function optionProperties(options: Options) {
  const entries = Object.entries(options ?? {}).map(([name, value]) => ({ name, value, known: knownOption(name) }));
  const others = entries.filter(({ known }) => !known);
  return {
    ...Object.fromEntries(entries.flatMap(({ known, value }) => (known ? [[known.property, value]] : []))),
    ...(others.length > 0 && {
      additionalProperty: others.map(({ name, value }) => ({ "@type": "PropertyValue", name, value })),
    }),
  };
}

function availabilityOf(product: Product) {
  if (isSoldOut(product)) return "OutOfStock";
  return product.availabilityStatus === "Low Stock" ? "LimitedAvailability" : "InStock";
}

function categoryCrumbs({ categories }: ProductShop, { category }: Product) {
  return categoryPath(categories, category).map(({ name, slug }) => ({
    name,
    address: `${href("/products")}?filter=${slug}`,
  }));
}

/** The product's pictures in their largest size; undefined without any that search engines show. */
function picturesOf({ thumbnail, images }: Product) {
  const shown = [thumbnail, ...images].filter(isShownEverywhere);
  return shown.length > 0 ? [...new Set(shown.map(largestPicture))] : undefined;
}

function altOfThumbnail({ thumbnail, images, imageAlts }: Product) {
  return imageAlts?.[images.indexOf(thumbnail)];
}

/** Cuts a text at a word, to the length that search engines show. */
function excerpt(text: string) {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= longestDescription) return line;
  const beginning = cutText(line, longestDescription - 1);
  return `${beginning.replace(/[\s,;:.–-]+\S*$/, "")}…`;
}
