import { hasMoreCategories } from "../catalog/categories.ts";
import { readAddressedProducts, readLastPosition } from "../catalog/products/product-ids.ts";
import { pageAddress } from "../content/pages.ts";
import type { Shop } from "../shop.ts";
import { productAddress } from "../values/product-address.ts";
import type { WrittenFile } from "./kept-files.ts";

/** The protocol's limit (https://www.sitemaps.org/protocol.html). */
const addressesPerFile = 50_000;

function pagesOf({ categories, pages }: Pick<Shop["settings"], "categories" | "pages">) {
  const slugs = categories.filter(({ kind }) => kind === "category").map(({ slug }) => slug);
  return [
    ...["/", "/products"],
    ...slugs.map((slug) => `/products?filter=${slug}`),
    ...(hasMoreCategories(categories) ? ["/categories"] : []),
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
export async function sitemap(
  { db, settings }: Pick<Shop, "db" | "settings">,
  part?: number,
): Promise<WrittenFile | undefined> {
  const { shopUrl } = settings;
  const pages = pagesOf(settings);
  const productsPerFile = addressesPerFile - pages.length;
  const parts = Math.max(1, Math.ceil((await readLastPosition(db)) / productsPerFile));
  if (part === undefined && parts > 1) return fileOf("/sitemap.xml", () => index(shopUrl, parts));
  if (part !== undefined && !(part >= 1 && part <= parts && Number.isInteger(part))) return undefined;
  const number = part ?? 1;
  return fileOf(`/sitemap.xml?part=${number}`, () => addresses({ db, shopUrl, pages, productsPerFile }, number));
}

function fileOf(path: string, write: WrittenFile["write"]): WrittenFile {
  return { path, type: "application/xml; charset=utf-8", write };
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
