import { expect, test } from "vitest";
import { archiveProduct } from "#shop/catalog/products/archive-product.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { clothes } from "../../../tests/support/clothes.ts";
import { openUcpShop } from "../../../tests/ucp/open-ucp-shop.ts";
import { faultsIn } from "../../../tests/ucp/published-schemas.ts";

const schemas = {
  search: "shopping/catalog_search.json#/$defs/search_response",
  lookup: "shopping/catalog_lookup.json#/$defs/lookup_response",
  product: "shopping/catalog_lookup.json#/$defs/get_product_response",
};

interface Variant {
  id: string;
  inputs?: object[];
}
interface Product {
  id: string;
  title: string;
  variants: Variant[];
}

/** A shop with 30 groups of 8 variants and some products without siblings. */
async function openClothesShop() {
  const { shop, rest, tool, url } = await openUcpShop();
  await importRecords(shop.db, [
    ...clothes,
    catalogRecord({
      ...{ id: "honey", title: "Honey", address: "wild-honey", price: 8, compareAtPrice: 10, category: "groceries" },
      ...{ contentAmount: 250, contentUnit: "g", description: "From **our** [bees](/pages/bees).", stock: 0 },
      availabilityStatus: "Out of Stock",
    }),
    catalogRecord({ id: "later", title: "Honey of next year", publishAt: "2099-01-01T00:00:00Z" }),
  ]);
  /** Asks over REST, and checks the answer by the published schema. */
  async function ask(path: keyof typeof schemas, body: object) {
    const { status, json } = await rest(`/catalog/${path}`, body);
    expect(status, JSON.stringify(json)).toBe(200);
    const schema = json.ucp.status === "error" ? "shopping/types/error_response.json" : schemas[path];
    expect(faultsIn(schema, json)).toBe("");
    return json;
  }
  const titles = async (body: object) => {
    const { products } = await ask("search", { pagination: { limit: 50 }, ...body });
    return products.map(({ title }: Product) => title);
  };
  return { shop, rest, tool, url, ask, titles };
}

const idsOf = (products: Product[]) => products.map(({ id }) => id);

test("a group is a product with its siblings as variants, and a page leads to the next", async () => {
  const { ask, url } = await openClothesShop();
  const { products, pagination } = await ask("search", { query: "soft tee", pagination: { limit: 6 } });
  expect(pagination).toMatchObject({ has_next_page: true, total_count: 10, cursor: expect.any(String) });
  expect(products).toHaveLength(6);
  expect(products[0]).toMatchObject({
    id: "group:style-1",
    title: "Soft tee 1",
    url: `${url}/products/style-1-black-s`,
    price_range: { min: { amount: 2100, currency: "USD" }, max: { amount: 2600, currency: "USD" } },
    options: [
      { name: "Size", values: [{ label: "S" }, { label: "M" }, { label: "L" }, { label: "XL" }] },
      { name: "Colour", values: [{ label: "Black" }, { label: "Blue" }] },
    ],
    metadata: { brand: "Lyng" },
  });
  expect(products[0].variants).toHaveLength(8);
  expect(products[0].variants[0]).toMatchObject({
    id: "style-1-black-s",
    sku: "ST-1-BL-S",
    barcodes: [{ type: "GTIN" }],
    title: "S / Black",
    price: { amount: 2100, currency: "USD" },
    availability: { available: true, status: "in_stock" },
    media: [{ type: "image", url: `${url}/pictures/furniture/main-1200.webp` }],
  });
  const next = await ask("search", { query: "soft tee", pagination: { cursor: pagination.cursor } });
  expect(next.pagination).toEqual({ has_next_page: false, total_count: 10 });
  expect(new Set(idsOf([...products, ...next.products])).size).toBe(10);
  const blue = await ask("search", { query: "soft tee blue" });
  expect(blue.products[0].variants.map(({ id }: Variant) => id)).toEqual(
    ["s", "m", "l", "xl"].map((size) => `style-1-blue-${size}`),
  );
  expect((await ask("search", { query: "zzxqy" })).products).toEqual([]);
  const corrected = await ask("search", { query: "sfot tee" });
  expect(corrected.messages).toEqual([
    { type: "info", code: "search_corrected", content: "Showing results for “soft tee”." },
  ]);
});

test("filters narrow, and drafts, scheduled and archived products are never found", async () => {
  const { ask, titles, shop } = await openClothesShop();
  expect(await titles({ filters: { categories: ["Groceries"] } })).toEqual(["Honey"]);
  expect(await titles({ filters: { categories: ["unknown"] } })).toEqual([]);
  expect(await titles({ filters: { price: { max: 800 } } })).toEqual(["Honey"]);
  expect(await titles({ filters: { price: { min: 801, max: 2000 } } })).toEqual(["Rain jacket 0"]);
  expect(await titles({ filters: { price: { min: 2001 } } })).toHaveLength(30);
  expect(await titles({ filters: { brands: ["nord"], price: { min: 4900 } } })).toHaveLength(6);
  expect(await titles({ filters: { on_sale: true } })).toEqual(["Honey"]);
  expect(await titles({ query: "honey", filters: { available: true } })).toEqual([]);
  const sized = await ask("search", { query: "tee", filters: { options: [{ name: "Size", label: "M" }] } });
  expect(idsOf(sized.products[0].variants)).toEqual(["style-1-black-m", "style-1-blue-m"]);
  const foreign = await ask("search", { filters: { price: { max: 1 } }, context: { currency: "EUR" } });
  expect(foreign.pagination.total_count).toBe(31);
  expect(foreign.messages).toEqual([expect.objectContaining({ type: "info", code: "price_filter_ignored" })]);
  const abroad = await ask("search", { query: "honey", context: { address_country: "jp" } });
  expect(abroad.messages).toEqual([expect.objectContaining({ type: "warning", code: "region_restricted" })]);
  expect(await titles({ filters: { price: { min: 0 } }, sort: "lowestPrice" })).toEqual(
    expect.arrayContaining(["Honey", "Rain jacket 0"]),
  );
  await archiveProduct(shop, "honey", "test");
  for (const id of ["honey", "later", "wild-honey"]) {
    expect((await ask("lookup", { ids: [id] })).products).toEqual([]);
    expect((await ask("product", { id })).messages).toMatchObject([{ code: "not_found", severity: "unrecoverable" }]);
  }
  expect(await titles({ query: "honey" })).toEqual([]);
});

test("a look-up says which identifier led to which variant", async () => {
  const { ask, rest, tool, url } = await openClothesShop();
  const ids = [
    "group:style-1",
    "style-2-blue-m",
    "style-2-blue-m",
    "wild-honey",
    `${url}/products/wild-honey`,
    "none",
    "style-2-blue-s",
  ];
  const { products, messages } = await ask("lookup", { ids });
  expect(messages).toEqual([{ type: "info", code: "not_found", content: "none" }]);
  const { messages: unseen } = await ask("lookup", { ids: ["none", "\0", " "] });
  expect(unseen.map(({ content }: { content: string }) => content)).toEqual(["none", "ids[1]", "ids[2]"]);
  const inputs = products.map(({ id, variants }: Product) => [id, variants.map(({ id, inputs }) => [id, inputs])]);
  expect(Object.fromEntries(inputs)).toEqual({
    "group:style-1": [["style-1-black-s", [{ id: "group:style-1", match: "featured" }]]],
    "group:style-2": [
      ["style-2-blue-m", [{ id: "style-2-blue-m", match: "exact" }]],
      ["style-2-blue-s", [{ id: "style-2-blue-s", match: "exact" }]],
    ],
    honey: [
      [
        "honey",
        [
          { id: "wild-honey", match: "exact" },
          { id: `${url}/products/wild-honey`, match: "exact" },
        ],
      ],
    ],
  });
  const cheap = await ask("lookup", { ids: ["group:style-1", "honey"], filters: { price: { min: 2600 } } });
  expect(cheap.products.map(({ variants }: Product) => idsOf(variants as Product[]))).toEqual([["style-1-blue-s"]]);
  const many = Array.from({ length: 51 }, (_, index) => `id-${index}`);
  expect(await rest("/catalog/lookup", { ids: many })).toMatchObject({
    status: 400,
    json: { code: "request_too_large" },
  });
  const overMcp = await tool("lookup_catalog", { catalog: { ids: many } });
  expect(overMcp).toMatchObject({ status: 400, json: { error: { code: -32602 } } });
  const same = await tool("lookup_catalog", { catalog: { ids } });
  expect(same.json.result.structuredContent.products).toEqual(products);
});

test("selected options narrow a product's variants, and values say what can be had with them", async () => {
  const { ask, shop } = await openClothesShop();
  await importRecords(shop.db, [
    { ...clothes.find(({ id }) => id === "style-1-black-l"), stock: 0, availabilityStatus: "Out of Stock" },
  ]);
  const select = (body: object) => ask("product", { id: "group:style-1", ...body });
  const { product } = await select({ selected: [{ name: "Colour", label: "black" }], preferences: ["Colour"] });
  expect(product.selected).toEqual([{ name: "Colour", label: "black" }]);
  expect(idsOf(product.variants)).toEqual(["s", "m", "l", "xl"].map((size) => `style-1-black-${size}`));
  expect(product.options[0]).toEqual({
    name: "Size",
    values: ["S", "M", "L", "XL"].map((label) => ({ label, exists: true, available: label !== "L" })),
  });
  const relaxed = await select({
    selected: [
      { name: "Colour", label: "Pink" },
      { name: "Size", label: "M" },
    ],
    preferences: ["Size", "Colour"],
  });
  expect(relaxed.product.selected).toEqual([{ name: "Size", label: "M" }]);
  const featured = await select({});
  expect(idsOf(featured.product.variants)).toEqual(["style-1-black-s"]);
  expect(featured.product.selected).toEqual([
    { name: "Size", label: "S" },
    { name: "Colour", label: "Black" },
  ]);
  const variant = await ask("product", { id: "style-1-blue-m", selected: [{ name: "Size", label: "S" }] });
  expect(idsOf(variant.product.variants)).toEqual(["style-1-blue-m"]);
  expect(variant.product).toMatchObject({ id: "group:style-1", selected: [{ label: "M" }, { label: "Blue" }] });
  expect(await select({ filters: { price: { max: 1 } } })).toMatchObject({ messages: [{ code: "not_found" }] });
});

test("a product without siblings is its own variant, with its unit price and its description in three formats", async () => {
  const { ask, url } = await openClothesShop();
  const { product } = await ask("product", { id: "honey" });
  expect(product).toMatchObject({
    id: "honey",
    handle: "wild-honey",
    description: {
      plain: "From our bees.",
      markdown: "From **our** [bees](/pages/bees).",
      html: `<p>From <strong>our</strong> <a href="${url}/pages/bees">bees</a>.</p>\n`,
    },
    list_price_range: { min: { amount: 1000 }, max: { amount: 1000 } },
    variants: [
      {
        id: "honey",
        price: { amount: 800 },
        list_price: { amount: 1000 },
        availability: { available: false, status: "out_of_stock" },
        unit_price: {
          amount: 3200,
          currency: "USD",
          measure: { value: 250, unit: "g" },
          reference: { value: 1000, unit: "g" },
        },
      },
    ],
  });
  expect(product).not.toHaveProperty("options");
});
