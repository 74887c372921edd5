import * as v from "valibot";
import { safeParse } from "../../forms/validate.ts";
import { cleanText } from "../../text/clean-text.ts";
import { categoryPaths } from "../files/reading/other-shops/category-paths.ts";
import type { OtherPicture, OtherProduct, OtherVariant } from "../files/reading/other-shops/other-product.ts";
import type { OldProduct, OldShop } from "./old-shop.ts";
import type { PoliteReader } from "./polite-reader.ts";

/** Shopify's most. */
const perPage = 250;
/** A shop with more of them has made most by rules. */
const mostCollections = 100;

const text = v.fallback(v.nullish(v.string()), undefined);
const picture = v.object({
  src: v.string(),
  alt: text,
  variant_ids: v.optional(v.fallback(v.array(v.unknown()), []), []),
});

/** A product of `/products.json` (https://shopify.dev/docs/api/liquid/objects/product), as far as it is read. */
const shopifyProduct = v.object({
  id: v.number(),
  title: v.string(),
  handle: v.pipe(v.string(), v.nonEmpty()),
  body_html: text,
  vendor: text,
  product_type: text,
  tags: v.fallback(v.union([v.array(v.string()), v.string()]), []),
  options: v.fallback(v.array(v.object({ name: v.string() })), []),
  images: v.fallback(v.array(picture), []),
  variants: v.array(
    v.object({
      id: v.number(),
      ...{ option1: text, option2: text, option3: text, sku: text },
      price: v.union([v.string(), v.number()]),
      compare_at_price: v.fallback(v.nullish(v.union([v.string(), v.number()])), null),
      grams: v.fallback(v.nullish(v.number()), null),
      available: v.fallback(v.optional(v.boolean()), undefined),
      featured_image: v.fallback(v.nullish(picture), null),
    }),
  ),
});

type ShopifyProduct = v.InferOutput<typeof shopifyProduct>;

/** Shopify's public list of products. */
export const shopifyShop: OldShop = {
  name: "Shopify",
  columns: [
    { column: "handle", becomes: "ID, address and group" },
    { column: "body_html", becomes: "Description, as Markdown" },
    { column: "vendor", becomes: "Brand" },
    { column: "product_type", becomes: "Category" },
    { column: "collections", becomes: "Category, where there is no type; tags otherwise" },
    { column: "price, compare_at_price", becomes: "Price, Compare-at price" },
    { column: "available", becomes: "Stock: 0 if it is false" },
    { column: "sku, grams", becomes: "SKU, Weight in grams" },
    { column: "images", becomes: "Gallery" },
  ],
  async read(reader, base) {
    const first = await reader.read(listAt(base, 1));
    const products = productsIn(first.json);
    return first.status === 200 && products ? readProducts(reader, base, products) : undefined;
  },
};

function listAt(base: string, page: number) {
  return `${base}/products.json?limit=${perPage}&page=${page}`;
}

function productsIn(json: unknown) {
  const result = safeParse(v.object({ products: v.array(v.unknown()) }), json);
  return result.success ? result.output.products : undefined;
}

async function* readProducts(reader: PoliteReader, base: string, first: unknown[]): AsyncGenerator<OldProduct> {
  const collectionsOf = await readCollections(reader, base);
  const seen = new Set<number>();
  let products: unknown[] | undefined = first;
  for (let page = 2; products && products.length > 0; page++) {
    const before = seen.size;
    for (const written of products) {
      const result = safeParse(shopifyProduct, written);
      if (!result.success) yield { leftOut: "products that can't be read" };
      else if (!seen.has(result.output.id)) {
        seen.add(result.output.id);
        yield { product: toOther(result.output, collectionsOf.get(result.output.id) ?? [], seen.size) };
      }
    }
    // Some shops answer every page with the first one.
    if (seen.size === before || products.length < perPage) return;
    products = productsIn((await reader.read(listAt(base, page))).json);
  }
}

/** The titles of each product's collections, by its id. */
async function readCollections(reader: PoliteReader, base: string) {
  const titles = new Map<number, string[]>();
  const { json } = await reader.read(`${base}/collections.json?limit=${perPage}`);
  const list = v.object({ collections: v.array(v.object({ handle: v.string(), title: v.string() })) });
  const result = safeParse(list, json);
  const collections = result.success ? result.output.collections.slice(0, mostCollections) : [];
  for (const { handle, title } of collections) {
    if (/^(all|frontpage)$/.test(handle)) continue;
    for (const id of await readIds(reader, `${base}/collections/${encodeURIComponent(handle)}`))
      titles.set(id, [...(titles.get(id) ?? []), title]);
  }
  return titles;
}

async function readIds(reader: PoliteReader, collection: string) {
  const ids = new Set<number>();
  for (let page = 1; ; page++) {
    const products = productsIn((await reader.read(listAt(collection, page))).json) ?? [];
    const before = ids.size;
    for (const product of products) {
      const result = safeParse(v.object({ id: v.number() }), product);
      if (result.success) ids.add(result.output.id);
    }
    if (products.length < perPage || ids.size === before) return ids;
  }
}

function toOther(product: ShopifyProduct, collections: string[], line: number): OtherProduct {
  const { title, handle, body_html, vendor, product_type, tags, images } = product;
  const type = cleanText(product_type ?? "");
  const paths = [...(type ? [type] : []), ...collections.filter((name) => name !== type)].map((name) => [name]);
  return {
    ...{ handle, title: cleanText(title), description: body_html ?? "", brand: cleanText(vendor ?? "") || null },
    categories: categoryPaths(paths),
    tags: (typeof tags === "string" ? tags.split(",") : tags).map((tag) => cleanText(tag)).filter(Boolean),
    pictures: images.map(toPicture),
    variants: product.variants.map((variant) => toVariant(variant, product, line)),
  };
}

function toPicture({ src, alt }: { src: string; alt?: string | null | undefined }): OtherPicture {
  return { address: src.replace(/^\/\//, "https://"), alt: cleanText(alt ?? "") };
}

function toVariant(variant: ShopifyProduct["variants"][number], product: ShopifyProduct, line: number): OtherVariant {
  const { id, price, compare_at_price, grams, available, sku, featured_image } = variant;
  const own = featured_image ?? product.images.find(({ variant_ids }) => variant_ids.includes(id));
  const former = Number(compare_at_price ?? 0);
  return {
    line,
    options: optionsOf(variant, product),
    price: toNumber(price),
    compareAtPrice: former > Number(price) ? former : null,
    // How many there are isn't public.
    stock: available === false ? 0 : undefined,
    sku: cleanText(sku ?? "") || null,
    weightGrams: grams || null,
    ...(own && { pictures: [toPicture(own)] }),
  };
}

function toNumber(price: string | number) {
  const number = Number(price);
  return price === "" || Number.isNaN(number) ? price : number;
}

/** A product without options has one that is called "Title", with the value "Default Title". */
function optionsOf({ option1, option2, option3 }: ShopifyProduct["variants"][number], { options }: ShopifyProduct) {
  const values = [option1, option2, option3].map((value) => cleanText(value ?? ""));
  const given = options.flatMap(({ name }, index): [string, string][] => {
    const value = values[index];
    return value ? [[cleanText(name), value]] : [];
  });
  return given.length === 1 && /^default( title)?$/i.test(given[0]?.[1] ?? "") ? [] : given;
}
