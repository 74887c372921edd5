import { Readable } from "node:stream";
import { href } from "react-router";
import { hasMoreCategories } from "#shop/catalog/categories.ts";
import { readAddressedProducts, readLastPosition } from "#shop/catalog/products/product-ids.ts";
import { pageAddress } from "#shop/content/pages.ts";
import type { Shop } from "#shop/shop.ts";
import { productAddress } from "#shop/values/product-address.ts";

/** The protocol's limit (https://www.sitemaps.org/protocol.html). */
const addressesPerFile = 50_000;

function pagesOf({ categories, pages }: Pick<Shop["settings"], "categories" | "pages">) {
  const slugs = categories.filter(({ kind }) => kind === "category").map(({ slug }) => slug);
  return [
    ...["/", "/products"],
    ...slugs.map((slug) => `${href("/products")}?filter=${slug}`),
    ...(hasMoreCategories(categories) ? [href("/categories")] : []),
    ...["/about", "/contact"],
    ...pages.map(({ slug }) => pageAddress(slug)),
  ];
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * The sitemap of all pages and products: one file, or an index of several.
 *
 * @param part the number of one of several files, from 1; undefined for the file or index at the start
 * @returns undefined if there is no such part
 */
export async function sitemap({ db, settings }: Shop, part?: number) {
  const { shopUrl } = settings;
  const pages = pagesOf(settings);
  const productsPerFile = addressesPerFile - pages.length;
  const parts = Math.max(1, Math.ceil((await readLastPosition(db)) / productsPerFile));
  if (part === undefined && parts > 1) return streamOf(index(shopUrl, parts));
  if (part !== undefined && !(part >= 1 && part <= parts && Number.isInteger(part))) return undefined;
  return streamOf(addresses({ db, shopUrl, pages, productsPerFile }, part ?? 1));
}

function* index(shopUrl: string, parts: number) {
  yield `${head}<sitemapindex ${namespace}>\n`;
  for (let part = 1; part <= parts; part++)
    yield `<sitemap>${location(shopUrl, `/sitemap.xml?part=${part}`)}</sitemap>\n`;
  yield "</sitemapindex>\n";
}

interface Sitemap {
  db: Shop["db"];
  shopUrl: string;
  pages: string[];
  productsPerFile: number;
}

async function* addresses({ db, shopUrl, pages, productsPerFile }: Sitemap, part: number) {
  yield `${head}<urlset ${namespace}>\n`;
  if (part === 1) yield urls(shopUrl, pages);
  for await (const products of readAddressedProducts(db, {
    skip: (part - 1) * productsPerFile,
    limit: productsPerFile,
  })) {
    yield urls(shopUrl, products.map(productAddress));
  }
  yield "</urlset>\n";
}

function urls(shopUrl: string, paths: string[]) {
  return paths.map((path) => `<url>${location(shopUrl, path)}</url>\n`).join("");
}

function location(shopUrl: string, path: string) {
  const url = new URL(path, shopUrl).href;
  return `<loc>${url.replaceAll("&", "&amp;").replaceAll("'", "&apos;")}</loc>`;
}

function streamOf(texts: Iterable<string> | AsyncIterable<string>) {
  return Readable.toWeb(Readable.from(texts, { objectMode: false })) as ReadableStream<Uint8Array>;
}
