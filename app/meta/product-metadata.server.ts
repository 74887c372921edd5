import { href } from "react-router";
import { categoryPath, findCategory, inSentence, type ShopCategory } from "#shop/catalog/categories.ts";
import type { Product } from "#shop/catalog/product.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { isShownEverywhere } from "#shop/pictures/shown-everywhere.ts";
import { cutText } from "#shop/text/cut-text.ts";
import { plainTextOf } from "#shop/text/markdown.ts";
import { type Currency, decimalAmount } from "#shop/values/money.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { largestPicture } from "#ui/picture.tsx";
import { absolute, type PageMetadata, type ShopIdentity } from "./page-meta.ts";
import { codesAndWeight, priceSpecifications } from "./product-facts.server.ts";
import { sharedPicture } from "./shared-picture.ts";
import { breadcrumbs, structuredData } from "./structured-data.server.ts";

const longestDescription = 160;

interface ProductShop extends ShopIdentity {
  categories: ShopCategory[];
  currency: Currency;
}

/** The metadata of a product's page. */
export function productMetadata(shop: ProductShop, product: Product): PageMetadata {
  const { title, description, priceCents } = product;
  const address = productAddress(product);
  const words = product.seoDescription ?? plainTextOf(description);
  return {
    title: product.seoTitle ?? title,
    description: excerpt(words) || `See the price, pictures and availability of ${title}.`,
    address,
    picture: sharedPicture(product.thumbnail, altOfThumbnail(product) || title),
    type: "product",
    more: [
      { property: "product:price:amount", content: decimalAmount(priceCents) },
      { property: "product:price:currency", content: shop.currency },
      productData(product, shop, absolute(shop, address)),
      breadcrumbs(shop, [
        { name: "Products", address: "/products" },
        ...categoryCrumbs(shop, product),
        { name: title, address },
      ]),
    ],
  };
}

/** The metadata of an archived product's page, which remains for existing links. */
export function archivedProductMetadata(product: Product): PageMetadata {
  const { title } = product;
  return { title, description: `${title} is no longer available.`, address: productAddress(product), unlisted: true };
}

/** An archived product and a link to similar ones. */
export function goneProduct({ title, thumbnail, category }: Product, categories: ShopCategory[]) {
  const found = findCategory(categories, category);
  const address = href("/products");
  const list = found
    ? { address: `${address}?filter=${category}`, label: `Shop all ${inSentence(found.name)}` }
    : { address, label: "Shop all products" };
  return { title, thumbnail, list };
}

/** Without a rating, which would need a count: docs/decisions/0046. */
function productData(product: Product, shop: ProductShop, url: string) {
  const { title, description, brand, category, priceCents } = product;
  const found = findCategory(shop.categories, category);
  return structuredData("Product", {
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
      price: decimalAmount(priceCents),
      priceCurrency: shop.currency,
      priceSpecification: priceSpecifications(product, shop.currency),
      availability: `https://schema.org/${availabilityOf(product)}`,
    },
  });
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
