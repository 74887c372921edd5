import { decodeHTML } from "entities";
import * as v from "valibot";
import { safeParse } from "../../forms/validate.ts";
import { cleanText } from "../../text/clean-text.ts";
import { categoryPaths } from "../files/reading/other-shops/category-paths.ts";
import { combine } from "../files/reading/other-shops/combine-options.ts";
import type { OtherPicture, OtherProduct, OtherVariant } from "../files/reading/other-shops/other-product.ts";
import { MoveInError } from "./move-in-error.ts";
import type { OldProduct, OldShop } from "./old-shop.ts";
import type { PoliteReader } from "./polite-reader.ts";

/** WordPress's most. */
const perPage = 100;
/** What the interface says where nobody counts the pieces. */
const uncounted = 9999;

const text = v.fallback(v.nullish(v.string()), undefined);
const named = v.object({ id: v.number(), name: v.string() });
const pictures = v.fallback(v.array(v.object({ src: v.string(), alt: text })), []);

/** A product of the Store API (https://developer.woocommerce.com/docs/apis/store-api/resources-endpoints/products/), as far as it is read. */
const storeProduct = v.object({
  id: v.number(),
  parent: v.fallback(v.number(), 0),
  name: v.string(),
  slug: v.fallback(v.string(), ""),
  type: v.fallback(v.string(), "simple"),
  ...{ permalink: text, sku: text, description: text, short_description: text },
  prices: v.object({
    price: v.string(),
    regular_price: v.string(),
    currency_minor_unit: v.fallback(v.number(), 2),
  }),
  images: pictures,
  categories: v.fallback(v.array(named), []),
  tags: v.fallback(v.array(named), []),
  brands: v.fallback(v.array(named), []),
  attributes: v.fallback(
    v.array(
      v.object({
        name: v.string(),
        terms: v.fallback(v.array(v.object({ name: v.string(), slug: v.fallback(v.string(), "") })), []),
      }),
    ),
    [],
  ),
  variations: v.fallback(
    v.array(
      v.object({
        id: v.number(),
        attributes: v.array(v.object({ name: v.string(), value: v.nullish(v.string()) })),
      }),
    ),
    [],
  ),
  is_in_stock: v.fallback(v.boolean(), true),
  is_on_backorder: v.fallback(v.boolean(), false),
  sold_individually: v.fallback(v.boolean(), false),
  low_stock_remaining: v.fallback(v.nullish(v.number()), null),
  add_to_cart: v.fallback(v.object({ maximum: v.fallback(v.number(), uncounted) }), { maximum: uncounted }),
});

type StoreProduct = v.InferOutput<typeof storeProduct>;

interface Surroundings {
  /** The path of each category, by its id. */
  paths: Map<number, string[]>;
  /** Variations by their ids. */
  variations: Map<number, StoreProduct>;
}

/** WooCommerce's public Store API. */
export const wooCommerceShop: OldShop = {
  name: "WooCommerce",
  columns: [
    { column: "slug", becomes: "ID, address and group" },
    { column: "description", becomes: "Description, as Markdown" },
    { column: "brands", becomes: "Brand" },
    { column: "categories", becomes: "Category; further ones become tags" },
    { column: "regular_price, price", becomes: "Price, Sale price" },
    { column: "variations, attributes", becomes: "Options" },
    { column: "is_in_stock, add_to_cart", becomes: "Stock, as far as it is public" },
    { column: "sku", becomes: "SKU" },
    { column: "images", becomes: "Gallery and alt texts" },
  ],
  async read(reader, base) {
    // Without pretty addresses, WordPress has its interface in a parameter.
    for (const root of [`${base}/wp-json/wc/store/v1`, `${base}/?rest_route=/wc/store/v1`]) {
      const address = listAt(root, "products", 1);
      const { status, json } = await reader.read(address);
      if (status === 200 && Array.isArray(json)) return readProducts(reader, root);
    }
    return undefined;
  },
};

function listAt(root: string, list: string, page: number, more = "") {
  return `${root}/${list}${root.includes("?") ? "&" : "?"}per_page=${perPage}&page=${page}${more}`;
}

/** All items of a list. How many pages it has is in a header. @throws MoveInError */
async function* readList(reader: PoliteReader, root: string, list: string, more = ""): AsyncGenerator<unknown> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { status, headers, json } = await reader.read(listAt(root, list, page, more));
    if (status !== 200 || !Array.isArray(json)) throw new MoveInError(`The shop answers ${status} for its ${list}`);
    yield* json;
    const told = Number(headers["x-wp-totalpages"]);
    pages = Number.isInteger(told) ? told : json.length < perPage ? page : page + 1;
  }
}

async function* readProducts(reader: PoliteReader, root: string): AsyncGenerator<OldProduct> {
  const paths = await readCategoryPaths(reader, root);
  const variations = new Map<number, StoreProduct>();
  for await (const written of readList(reader, root, "products", "&type=variation")) {
    const result = safeParse(storeProduct, written);
    if (result.success) variations.set(result.output.id, result.output);
  }
  const seen = new Set<number>();
  for await (const written of readList(reader, root, "products")) {
    const result = safeParse(storeProduct, written);
    if (!result.success) yield { leftOut: "products that can't be read" };
    else if (!seen.has(result.output.id)) {
      seen.add(result.output.id);
      yield toOld(result.output, { paths, variations }, seen.size);
    }
  }
}

async function readCategoryPaths(reader: PoliteReader, root: string) {
  const found = new Map<number, { name: string; parent: number }>();
  for await (const written of readList(reader, root, "products/categories")) {
    const result = safeParse(v.object({ ...named.entries, parent: v.fallback(v.number(), 0) }), written);
    if (result.success) found.set(result.output.id, { ...result.output, name: plain(result.output.name) });
  }
  const pathOf = (id: number, depth = 0): string[] => {
    const category = found.get(id);
    if (!category || depth > 9) return [];
    return [...pathOf(category.parent, depth + 1), category.name];
  };
  return new Map([...found.keys()].map((id) => [id, pathOf(id)]));
}

function toOld(product: StoreProduct, surroundings: Surroundings, line: number): OldProduct {
  const { type, slug } = product;
  if (type !== "simple" && type !== "variable") return { leftOut: `${type} products` };
  const variants = type === "variable" ? variantsOf(product, surroundings, line) : [toVariant(product, [], line)];
  if (variants.length === 0) return { leftOut: "products without a variation that can be read" };
  const description = product.description || product.short_description || "";
  return {
    product: {
      handle: slugFrom(slug) || String(product.id),
      title: plain(product.name),
      description,
      brand: plain(product.brands[0]?.name ?? "") || null,
      categories: categoryPaths(product.categories.map(({ id, name }) => surroundings.paths.get(id) ?? [plain(name)])),
      tags: product.tags.map(({ name }) => plain(name)).filter(Boolean),
      pictures: product.images.map(toPicture),
      variants,
      ...addressesOf(product),
    },
  };
}

/** WordPress writes letters of other alphabets in addresses as bytes. */
function slugFrom(written: string) {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function addressesOf({ permalink }: StoreProduct): Pick<OtherProduct, "addresses"> {
  const url = URL.parse(permalink ?? "");
  return url && url.pathname !== "/" ? { addresses: [url.pathname.replace(/\/$/, "")] } : {};
}

function variantsOf(product: StoreProduct, { variations }: Surroundings, line: number) {
  return product.variations.flatMap(({ id, attributes }): OtherVariant[] => {
    const variation = variations.get(id);
    if (!variation) return [];
    const options = attributes.map(({ name, value }) => ({
      name: plain(name),
      values: valuesOf(name, value, product),
    }));
    return combine(options).map((pairs) => toVariant(variation, pairs, line));
  });
}

/** An attribute's value by its name. A variation without one is sold with each. */
function valuesOf(attribute: string, slug: string | null | undefined, { attributes }: StoreProduct) {
  const terms = attributes.find(({ name }) => name === attribute)?.terms ?? [];
  if (!slug) return terms.map(({ name }) => plain(name));
  return [plain(terms.find((term) => term.slug === slug)?.name ?? slug)];
}

function toVariant(product: StoreProduct, options: OtherVariant["options"], line: number): OtherVariant {
  const { price, regular_price, currency_minor_unit } = product.prices;
  const amount = (minor: string) => (minor === "" ? undefined : Number(minor) / 10 ** currency_minor_unit);
  const usual = amount(regular_price) ?? amount(price);
  const current = amount(price);
  const isReduced = current !== undefined && usual !== undefined && current < usual;
  return {
    ...{ line, options, price: usual, stock: stockOf(product), sku: cleanText(product.sku ?? "") || null },
    salePrice: isReduced ? current : null,
    ...(options.length > 0 && { pictures: product.images.map(toPicture) }),
  };
}

/** As far as it is public: none, a few left, or the most that a cart may have. */
function stockOf({ is_in_stock, is_on_backorder, sold_individually, low_stock_remaining, add_to_cart }: StoreProduct) {
  if (!is_in_stock) return 0;
  if (is_on_backorder) return undefined;
  if (low_stock_remaining != null) return low_stock_remaining;
  const { maximum } = add_to_cart;
  return sold_individually || maximum <= 0 || maximum >= uncounted ? undefined : maximum;
}

function toPicture({ src, alt }: { src: string; alt?: string | null | undefined }): OtherPicture {
  return { address: src.replace(/^\/\//, "https://"), alt: plain(alt ?? "") };
}

/** Names come with entities. */
function plain(written: string) {
  return cleanText(decodeHTML(written));
}
