import { expect, test } from "vitest";
import { runDue } from "../../../tests/support/due-jobs.ts";
import {
  type Interruption,
  serveShopify,
  serveWooCommerce,
  shopifyTee,
  storeProduct,
} from "../../../tests/support/old-shops.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { serve } from "../../../tests/support/serve.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { findRedirect } from "../../redirects/redirects.ts";
import { readCategories } from "../categories.ts";
import { importCatalog } from "../files/import-catalog.ts";
import { previewImport } from "../files/import-preview.ts";
import { importUpload, previewUpload, readUpload } from "../files/uploads/catalog-uploads.ts";
import { readProduct } from "../lists/read-products.ts";
import { readMoveInState, startMoveIn } from "./move-in-job.ts";
import { oldShopAddress, saveOldShop } from "./read-old-shop.ts";

const ada = "ada@example.com";

async function read({ host, url }: { host: string; url: string }, signal = new AbortController().signal) {
  const file = `${await temporaryFolder()}/shop.move-in`;
  await saveOldShop(file, url, { allowedPrivateHosts: [host], signal, paceMs: 1 });
  return file;
}

test("a Shopify shop's products become siblings, page by page, and again nothing", async () => {
  const tees = Array.from({ length: 260 }, (_, index) => shopifyTee(index + 1));
  const mug = {
    ...shopifyTee(900, { title: "Mug", handle: "mug", product_type: "", tags: "gift, blue" }),
    options: [{ name: "Title" }],
    variants: [{ ...shopifyTee(900).variants[0], option1: "Default Title", option2: null }],
  };
  const site = await serveShopify([...tees, mug], { Summer: [1, 900], All: [1] });
  const { shop } = await openTestShop("sqlite", { allowedPrivateHosts: [site.host] });
  const file = await read(site);
  expect(site.asked).toEqual([
    "/products.json?limit=250&page=1",
    "/collections.json?limit=250",
    "/collections/summer/products.json?limit=250&page=1",
    "/products.json?limit=250&page=2",
  ]);
  const preview = await previewImport(shop.db, file);
  expect(preview.counts).toMatchObject({ new: 781 });
  expect(preview.notes.export).toMatchObject({ shop: "Shopify", address: site.url, products: 261, variants: 781 });
  expect(preview.pictures).toBe(522);
  await importCatalog(shop.db, file);
  expect(await readProduct(shop.db, "soft-tee-1")).toMatchObject({
    ...{ title: "Søft Tee 1", priceCents: 129900, compareAtCents: 150000, brand: "Nord", sku: "TEE-1-0" },
    ...{ description: "Soft & **warm**", group: "soft-tee-1", options: { Size: "M", Colour: "Red" }, stock: 100 },
    ...{ weightGrams: 180, tags: ["cotton", "new", "Summer"] },
  });
  expect(await readProduct(shop.db, "soft-tee-1-m-blue")).toMatchObject({
    ...{ thumbnail: "https://cdn.shopify.example/1-blue.jpg", options: { Size: "M", Colour: "Blue" } },
  });
  expect(await readProduct(shop.db, "soft-tee-1-l-red")).toMatchObject({
    stock: 0,
    availabilityStatus: "Out of Stock",
  });
  const single = await readProduct(shop.db, "mug");
  expect(single).toMatchObject({ category: "summer", tags: ["gift", "blue"] });
  expect(single?.options).toBeUndefined();
  expect(await findRedirect(shop.db, "/collections/tees")).toBe("/products?filter=tees");
  expect((await previewImport(shop.db, await read(site))).counts).toMatchObject({ new: 0, changed: 0, unchanged: 781 });
});

test("a WooCommerce shop's products, variations and category paths are read", async () => {
  const attributes = [
    {
      id: 1,
      name: "Colour",
      terms: [
        { name: "Dark blue", slug: "dark-blue" },
        { name: "Red", slug: "red" },
      ],
    },
    {
      id: 0,
      name: "Size",
      terms: [
        { name: "M", slug: "M" },
        { name: "L", slug: "L" },
      ],
    },
  ];
  const variation = (id: number, changes: object) => storeProduct(id, { parent: 7, type: "variation", ...changes });
  const prices = { price: "9900", regular_price: "12900", currency_minor_unit: 2 };
  const products = [
    ...Array.from({ length: 120 }, (_, index) => storeProduct(index + 100)),
    storeProduct(7, {
      ...{ name: "Men&#8217;s Tee", slug: "mens-tee", type: "variable", attributes },
      variations: [
        {
          id: 71,
          attributes: [
            { name: "Colour", value: "dark-blue" },
            { name: "Size", value: "M" },
          ],
        },
        {
          id: 72,
          attributes: [
            { name: "Colour", value: "red" },
            { name: "Size", value: null },
          ],
        },
      ],
    }),
    storeProduct(8, { type: "grouped" }),
    storeProduct(9, { slug: "few", low_stock_remaining: 2, description: "" }),
    storeProduct(10, { slug: "most", add_to_cart: { maximum: 12 } }),
    storeProduct(11, { slug: "none", is_in_stock: false }),
    { id: 12, name: "Broken" },
  ];
  const categories = [
    { id: 12, name: "Mugs", parent: 3 },
    { id: 3, name: "Kitchen &amp; Home", parent: 0 },
  ];
  const variations = [variation(71, { prices }), variation(72, { is_in_stock: false })];
  const site = await serveWooCommerce({ products, variations, categories });
  const { shop } = await openTestShop("sqlite");
  const file = await read(site);
  expect(site.asked.filter((path) => path.startsWith("/wp-json/wc/store/v1/products?per_page=100&page="))).toHaveLength(
    4,
  );
  const { notes } = await previewImport(shop.db, file);
  expect(notes.export).toMatchObject({
    ...{ shop: "WooCommerce", products: 124, variants: 126 },
    leftOut: [
      { reason: "grouped products", count: 1 },
      { reason: "products that can't be read", count: 1 },
    ],
  });
  await importCatalog(shop.db, file);
  expect(await readProduct(shop.db, "mug-100")).toMatchObject({
    ...{
      title: "Mug 100 – blå",
      priceCents: 1950,
      description: "A *mug*",
      category: "mugs",
      tags: ["Gifts"],
      stock: 100,
    },
    ...{ imageAlts: ["A mug & a saucer"], sku: "MUG-100" },
  });
  expect(await findRedirect(shop.db, "/product/mens-tee/")).toBe("/products/mens-tee");
  const mugs = (await readCategories(shop.db)).find(({ slug }) => slug === "mugs");
  expect(mugs).toMatchObject({ name: "Mugs", parent: "kitchen-home" });
  expect(await readProduct(shop.db, "mens-tee")).toMatchObject({
    ...{ title: "Men’s Tee", priceCents: 9900, compareAtCents: 12900, options: { Colour: "Dark blue", Size: "M" } },
  });
  for (const id of ["mens-tee-red-m", "mens-tee-red-l"])
    expect(await readProduct(shop.db, id)).toMatchObject({ stock: 0, group: "mens-tee" });
  expect(await readProduct(shop.db, "few")).toMatchObject({ stock: 2, description: "Short" });
  expect(await readProduct(shop.db, "most")).toMatchObject({ stock: 12 });
  expect(await readProduct(shop.db, "none")).toMatchObject({ stock: 0 });
});

test("a shop that wants to be left alone gets its time, and one that fails is given up", async () => {
  let times = 0;
  const interrupt: Interruption = (_, response) => {
    times += 1;
    if (times === 2) response.writeHead(429, { "retry-after": "1" }).end();
    if (times === 3) response.writeHead(502).end();
    return times === 2 || times === 3;
  };
  const site = await serveShopify([shopifyTee(1)], {}, interrupt);
  await read(site);
  expect(site.asked).toHaveLength(4);
  const broken = await serveShopify([], {}, (_, response) => Boolean(response.writeHead(500).end()));
  await expect(read(broken)).rejects.toThrow("127.0.0.1 answers 500. Try again later.");
  const closed = await serveShopify([], {}, (_, response) =>
    Boolean(response.writeHead(503, { "retry-after": "100000" }).end()),
  );
  await expect(read(closed)).rejects.toThrow("answers 503");
  expect(closed.asked).toHaveLength(1);
});

test("what is no shop, has no products, is private or never ends is told in one line", async () => {
  const page = await serve((_, response) => response.end("<html>Hello"));
  await expect(read(page)).rejects.toThrow("There is no Shopify or WooCommerce shop at http://127.0.0.1");
  await expect(read(await serveShopify([]))).rejects.toThrow("There are no products at http://127.0.0.1");
  const { url } = await serveShopify([shopifyTee(1)]);
  await expect(read({ host: "elsewhere.example:80", url })).rejects.toThrow("127.0.0.1 is a private address");
  await expect(read({ host: "127.0.0.1:1", url: "http://127.0.0.1:1" })).rejects.toThrow("can't be reached");
  const deep = await serve((_, response) => response.end("[".repeat(1_000_000)));
  await expect(read(deep)).rejects.toThrow("There is no Shopify or WooCommerce shop");
  const same = await serve((_, response) => {
    response.end(JSON.stringify({ products: Array.from({ length: 250 }, (_, index) => shopifyTee(index + 1)) }));
  });
  expect(await read(same)).toBeDefined();
});

test.each([
  ["old.example", "https://old.example"],
  [" HTTP://Old.example:8080/shop/ ", "http://old.example:8080"],
  ["https://old.example/products/tee?variant=1", "https://old.example"],
  ["https://old.example/nb/collections/all", "https://old.example/nb"],
  ["https://ada:secret@old.example/", "https://old.example"],
])("the address %s is %s", (typed, base) => {
  expect(oldShopAddress(typed).base).toBe(base);
});

test.each(["", "   ", "old shop", "ftp://old.example", "file:///etc/passwd", "tee", "x".repeat(500_000)])(
  "%.20s is no address of a shop",
  (typed) => {
    expect(() => oldShopAddress(typed)).toThrow("Enter the shop's address");
  },
);

test("an owner has an old shop read in the background, sees the preview and imports it", async () => {
  const site = await serveShopify([shopifyTee(1)]);
  const { shop } = await openTestShop("sqlite", { allowedPrivateHosts: [site.host] });
  const id = await startMoveIn(shop, ada, site.url);
  expect(await readMoveInState(shop.db, ada, id)).toEqual({ state: "reading", address: site.url });
  expect(await readMoveInState(shop.db, "eve@example.com", id)).toBeUndefined();
  await runDue(shop, "moveIns");
  expect(await readMoveInState(shop.db, ada, id)).toEqual({ state: "done" });
  const upload = await readUpload(shop.db, ada, id);
  if (!upload) throw new Error("It isn't there");
  const options = { replace: false, inFileOrder: false };
  expect((await previewUpload(shop, upload, options))?.counts).toMatchObject({ new: 3 });
  expect(await importUpload(shop, upload, options)).toMatchObject({ products: 3, removed: 0 });
  const waiting = shop.db.selectFrom("pictureFetches").select("state");
  expect(await waiting.execute()).toEqual([{ state: "waiting" }, { state: "waiting" }]);
  const failing = await startMoveIn(shop, ada, "http://127.0.0.1:1");
  await runDue(shop, "moveIns");
  expect(await readMoveInState(shop.db, ada, failing)).toEqual({
    state: "failed",
    problem: "127.0.0.1 is a private address",
  });
});
