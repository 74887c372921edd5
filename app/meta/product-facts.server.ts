import { href } from "react-router";
import { isSoldOut } from "#shop/catalog/availability.ts";
import { categories, categoryLabel } from "#shop/catalog/categories.ts";
import type { Product } from "#shop/catalog/product.ts";
import { productAddress } from "#shop/catalog/product-address.ts";
import { decimalAmount } from "#shop/money.ts";
import { largestPicture, ownPicture } from "../components/picture.tsx";
import { absolute, type PageFacts, type SharedPicture, type ShopFacts } from "./page-meta.ts";
import { breadcrumbs, structuredData } from "./structured-data.server.ts";

const currency = "USD";
const longestDescription = 160;

/** What a product's page is, for its `meta`. */
export function productFacts(shop: ShopFacts, product: Product): PageFacts {
  const { id, title, description, priceCents } = product;
  const address = productAddress(id);
  return {
    title,
    description: excerpt(description) || `${title}, with its price, its pictures and how many there are.`,
    address,
    picture: sharedPicture(product),
    type: "product",
    more: [
      { property: "product:price:amount", content: decimalAmount(priceCents) },
      { property: "product:price:currency", content: currency },
      productData(product, shop, absolute(shop, address)),
      breadcrumbs(shop, [
        { name: "Products", address: "/products" },
        ...categoryCrumb(product),
        { name: title, address },
      ]),
    ],
  };
}

/** What the page of a product is that is no longer sold: it stays for those who have its address. */
export function goneFacts({ id, title }: Product): PageFacts {
  return { title, description: `${title} is no longer sold.`, address: productAddress(id), unlisted: true };
}

/** What that page shows: the product, and the way to others like it. */
export function goneProduct({ title, thumbnail, category }: Product) {
  const label = categoryLabel(category);
  const address = href("/products");
  const list = label
    ? { address: `${address}?filter=${category}`, label: `All ${label.toLowerCase()}` }
    : { address, label: "All products" };
  return { title, thumbnail, list };
}

/** Without the rating, which would need a count: see docs/decisions/2026-11-21-ratings.md. */
function productData(product: Product, shop: ShopFacts, url: string) {
  const { id, title, description, brand, category, priceCents } = product;
  return structuredData("Product", {
    name: title,
    description: description || undefined,
    url,
    sku: id,
    category,
    brand: brand ? { "@type": "Brand", name: brand } : undefined,
    image: picturesOf(product).map((picture) => absolute(shop, picture)),
    offers: {
      "@type": "Offer",
      url,
      price: decimalAmount(priceCents),
      priceCurrency: currency,
      availability: `https://schema.org/${availabilityOf(product)}`,
    },
  });
}

function availabilityOf(product: Product) {
  if (isSoldOut(product)) return "OutOfStock";
  return product.availabilityStatus === "Low Stock" ? "LimitedAvailability" : "InStock";
}

function categoryCrumb({ category }: Product) {
  const known = categories.find(({ value }) => value === category);
  return known ? [{ name: known.label, address: `${href("/products")}?filter=${known.value}` }] : [];
}

/** The product's pictures in their largest size, without those that stand in their address themselves. */
function picturesOf({ thumbnail, images }: Product) {
  const linked = [thumbnail, ...images].filter((src) => !/^data:/i.test(src));
  return [...new Set(linked.map(largestPicture))];
}

/** The picture to share: networks show no drawings (SVG) and load nothing that has no address. */
function sharedPicture({ thumbnail, title: alt }: Product): SharedPicture | undefined {
  if (/^data:|\.svg(\?|$)/i.test(thumbnail)) return undefined;
  const size = ownPicture(thumbnail) ? { width: 1200, height: 1200 } : undefined;
  return { address: largestPicture(thumbnail), alt, size };
}

/** As much of a text as search engines show, in whole words. */
function excerpt(text: string) {
  const characters = [...text.replace(/\s+/g, " ")];
  if (characters.length <= longestDescription) return characters.join("");
  const beginning = characters.slice(0, longestDescription - 1).join("");
  return `${beginning.replace(/[\s,;:.–-]+\S*$/, "")}…`;
}
