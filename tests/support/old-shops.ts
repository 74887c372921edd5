import type { IncomingMessage, ServerResponse } from "node:http";
import { serve } from "./serve.ts";

/** What an old shop's stand-in was asked for. */
interface Asked {
  asked: string[];
}

/** Answers some requests in another way. @returns whether it did */
export type Interruption = (path: string, response: ServerResponse) => boolean;

const none: Interruption = () => false;

/**
 * A stand-in of a Shopify shop's public lists, as https://shopify.dev/docs/api/ajax and shops describe them: `/products.json` and `/collections.json`, of at most 250 items a page. After
 * the last page come empty ones.
 */
export async function serveShopify(
  products: { id: number; [field: string]: unknown }[],
  collections: Record<string, number[]> = {},
  interrupt: Interruption = none,
) {
  return serveLists(interrupt, (url, response) => {
    const limit = Math.min(Number(url.searchParams.get("limit") ?? 30), 250);
    const page = Number(url.searchParams.get("page") ?? 1);
    const cut = <Item>(items: Item[]) => items.slice((page - 1) * limit, page * limit);
    const [, handle] = /^\/collections\/([^/]+)\/products\.json$/.exec(url.pathname) ?? [];
    if (url.pathname === "/products.json") return send(response, { products: cut(products) });
    if (url.pathname === "/collections.json") {
      const all = Object.keys(collections).map((title, id) => ({ id, title, handle: title.toLowerCase() }));
      return send(response, { collections: cut(all) });
    }
    const title = Object.keys(collections).find((name) => name.toLowerCase() === handle);
    if (title === undefined) return response.writeHead(404).end("<html>");
    return send(response, { products: cut(products.filter(({ id }) => collections[title]?.includes(id))) });
  });
}

/**
 * A stand-in of WooCommerce's Store API (https://developer.woocommerce.com/docs/apis/store-api/): products, variations by `type=variation`, and categories, of at most 100 items a page,
 * with the number of pages in headers. A page past the last one is empty.
 */
export async function serveWooCommerce(
  lists: { products: unknown[]; variations?: unknown[]; categories?: unknown[] },
  interrupt: Interruption = none,
) {
  const root = "/wp-json/wc/store/v1";
  return serveLists(interrupt, (url, response) => {
    const isVariation = url.searchParams.get("type") === "variation";
    const all = {
      [`${root}/products`]: isVariation ? (lists.variations ?? []) : lists.products,
      [`${root}/products/categories`]: lists.categories ?? [],
    }[url.pathname];
    if (!all) return response.writeHead(404).end("<html>");
    const perPage = Math.min(Number(url.searchParams.get("per_page") ?? 10), 100);
    const page = Number(url.searchParams.get("page") ?? 1);
    response.setHeader("X-WP-Total", all.length).setHeader("X-WP-TotalPages", Math.ceil(all.length / perPage));
    return send(response, all.slice((page - 1) * perPage, page * perPage));
  });
}

async function serveLists(interrupt: Interruption, answer: (url: URL, response: ServerResponse) => unknown) {
  const seen: Asked = { asked: [] };
  const site = await serve((request: IncomingMessage, response) => {
    const path = request.url ?? "";
    seen.asked.push(path);
    if (!interrupt(path, response)) answer(new URL(path, "http://old.example"), response);
  });
  return { ...site, ...seen };
}

function send(response: ServerResponse, json: unknown) {
  return response.setHeader("content-type", "application/json; charset=utf-8").end(JSON.stringify(json));
}

/** A product as Shopify's `/products.json` has it. */
export function shopifyTee(id: number, changes: Record<string, unknown> = {}) {
  const image = { id: id * 10, position: 1, src: `https://cdn.shopify.example/${id}.jpg?v=1`, variant_ids: [] };
  const blue = {
    id: id * 10 + 1,
    position: 2,
    src: `https://cdn.shopify.example/${id}-blue.jpg`,
    variant_ids: [id * 100 + 1],
  };
  const variant = (number: number, option1: string, option2: string) => ({
    id: id * 100 + number,
    ...{ title: `${option1} / ${option2}`, option1, option2, option3: null, sku: `TEE-${id}-${number}` },
    ...{ requires_shipping: true, taxable: true, featured_image: null, available: number !== 2 },
    ...{ price: "1299.00", grams: 180, compare_at_price: number === 0 ? "1500.00" : "", position: number + 1 },
    product_id: id,
  });
  return {
    id,
    title: `Søft Tee ${id}`,
    handle: `soft-tee-${id}`,
    body_html: "<p>Soft &amp; <strong>warm</strong></p><script>alert(1)</script>",
    published_at: "2026-01-01T00:00:00+01:00",
    vendor: "Nord",
    product_type: "Tees",
    tags: ["cotton", "new"],
    variants: [variant(0, "M", "Red"), variant(1, "M", "Blue"), variant(2, "L", "Red")],
    images: [image, blue],
    options: [
      { name: "Size", position: 1, values: ["M", "L"] },
      { name: "Colour", position: 2, values: ["Red", "Blue"] },
    ],
    ...changes,
  };
}

/** A product of WooCommerce's Store API. */
export function storeProduct(id: number, changes: Record<string, unknown> = {}) {
  return {
    id,
    ...{ parent: 0, name: `Mug ${id} &#8211; blå`, slug: `mug-${id}`, type: "simple", variation: "" },
    permalink: `https://old.example/product/${changes.slug ?? `mug-${id}`}/`,
    ...{ sku: `MUG-${id}`, short_description: "<p>Short</p>", description: "<p>A <em>mug</em></p>", on_sale: false },
    prices: {
      ...{ price: "1950", regular_price: "1950", sale_price: "1950", price_range: null },
      ...{ currency_code: "NOK", currency_minor_unit: 2, currency_symbol: "kr" },
    },
    images: [{ id: 1, src: `https://old.example/mug-${id}.jpg`, thumbnail: "", name: "", alt: "A mug &amp; a saucer" }],
    categories: [{ id: 12, name: "Mugs", slug: "mugs", link: "" }],
    ...{ tags: [{ id: 5, name: "Gifts", slug: "gifts" }], brands: [], attributes: [], variations: [] },
    ...{ is_purchasable: true, is_in_stock: true, is_on_backorder: false, low_stock_remaining: null },
    ...{ sold_individually: false, add_to_cart: { text: "Add to cart", minimum: 1, maximum: 9999, multiple_of: 1 } },
    ...changes,
  };
}
