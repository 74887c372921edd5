import { test as base, expect } from "vitest";
import { importProductsOnly, productOf } from "../journeys/owner.ts";
import { openRunningShop, type RunningShop } from "../support/running-shop.ts";

/** One product for each side of each filter's bounds; its name is what is special about it. */
const products = [
  productOf({ id: "a", title: "Discount 10", discountPercentage: 10, price: 20 }),
  productOf({ id: "b", title: "Discount 9.99", discountPercentage: 9.99, price: 20 }),
  productOf({ id: "c", title: "Rating 4", rating: 4, price: 20 }),
  productOf({ id: "d", title: "Rating 3.99", rating: 3.99, price: 20 }),
  productOf({ id: "e", title: "Low Stock", stock: 4, availabilityStatus: "Low Stock", price: 20 }),
  productOf({ id: "f", title: "Perfume", category: "fragrances", tags: ["perfumes"], price: 99, brand: "Eik" }),
  productOf({ id: "g", title: "Vegetable", tags: ["vegetables"], price: 9.99 }),
  productOf({ id: "h", title: "Fruit", tags: ["fruits"], price: 10 }),
  productOf({ id: "i", title: "Meat", tags: ["meat"], price: 50, brand: "Gran" }),
  productOf({ id: "j", title: "Dear Chair", category: "furniture", price: 50.01, brand: "Eik" }),
  productOf({ id: "k", title: "Dearer Chair", category: "furniture", price: 100, brand: "Furu" }),
  productOf({ id: "l", title: "Dearest Chair", category: "furniture", price: 100.01, brand: "Furu" }),
  productOf({ id: "m", title: "Powder", category: "beauty", price: 20, brand: "Bjørk" }),
];

/** A shop with these products alone. */
const test = base.extend<{ $file: { shop: RunningShop } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what the fixture needs
    async ({}, use) => {
      const { shop, close } = await openRunningShop("sqlite");
      await importProductsOnly(shop, ...products);
      await use(shop);
      await close();
    },
    { scope: "file" },
  ],
});

test("filter onSale: discount of at least 10", async ({ shop }) => {
  await expectFilter(shop, "onSale", ["Discount 10"]);
});

test("filter highRated: rating of at least 4", async ({ shop }) => {
  await expectFilter(shop, "highRated", ["Rating 4"]);
});

test("filters inStock and lowStock match availabilityStatus", async ({ shop }) => {
  await expectFilter(shop, "lowStock", ["Low Stock"]);
  await expectFilter(shop, "inStock", titlesWithout("Low Stock"));
});

test("filters of categories: beauty, fragrances, furniture, groceries", async ({ shop }) => {
  await expectFilter(shop, "beauty", ["Powder"]);
  await expectFilter(shop, "fragrances", ["Perfume"]);
  await expectFilter(shop, "furniture", ["Dear Chair", "Dearer Chair", "Dearest Chair"]);
  await expectFilter(
    shop,
    "groceries",
    titlesWithout("Powder", "Perfume", "Dear Chair", "Dearer Chair", "Dearest Chair"),
  );
});

test("filters of price bands: under 10; 10 to 50 inclusive; above 50 up to 100; over 100", async ({ shop }) => {
  const above50 = ["Perfume", "Dear Chair", "Dearer Chair"];
  await expectFilter(shop, "under10", ["Vegetable"]);
  await expectFilter(shop, "10to50", titlesWithout("Vegetable", "Dearest Chair", ...above50));
  await expectFilter(shop, "50to100", above50);
  await expectFilter(shop, "over100", ["Dearest Chair"]);
});

test("tag filters: perfumes, vegetables, fruits, meat", async ({ shop }) => {
  await expectFilter(shop, "perfumes", ["Perfume"]);
  await expectFilter(shop, "vegetables", ["Vegetable"]);
  await expectFilter(shop, "fruits", ["Fruit"]);
  await expectFilter(shop, "meat", ["Meat"]);
});

test("brand filters: any brand, and three named brands", async ({ shop }) => {
  const page = await readPage(shop, "/products");
  const [, brands = ""] = /<optgroup label="Brand">(.*?)<\/optgroup>/s.exec(page) ?? [];
  const choices = Array.from(brands.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g), ([, value, name]) => [
    value,
    name,
  ]);
  expect(choices).toEqual([
    ["anyBrand", "Any brand"],
    ["brand-eik", "Eik"],
    ["brand-furu", "Furu"],
    ["brand-bjork", "Bjørk"],
  ]);
  await expectFilter(shop, "brand-furu", ["Dearer Chair", "Dearest Chair"]);
  await expectFilter(shop, "anyBrand", ["Perfume", "Meat", "Dear Chair", "Dearer Chair", "Dearest Chair", "Powder"]);
});

test("sorts: name, highestPrice, lowestPrice, rating", async ({ shop }) => {
  const compare = new Intl.Collator("en").compare;
  for (const [sort, sorted] of [
    ["name", products.toSorted((a, b) => compare(a.title, b.title))],
    ["highestPrice", products.toSorted((a, b) => b.price - a.price)],
    ["lowestPrice", products.toSorted((a, b) => a.price - b.price)],
    ["rating", products.toSorted((a, b) => Number(b.rating) - Number(a.rating))],
  ] as const) {
    const titles = sorted.map(({ title }) => title);
    expect(titlesIn(await readPage(shop, `/products?sort=${sort}`)), sort).toEqual(titles);
  }
});

test("trending count: 4, sorted by rating descending", async ({ shop }) => {
  const home = await readPage(shop, "/");
  const [, trending = ""] = /Trending Products(.*?)<\/section>/s.exec(home) ?? [];
  const cards = Array.from(trending.matchAll(/<a [^>]*>(.*?)<\/a>/gs), ([, card = ""]) => textOf(card));
  expect(cards).toEqual(
    [/^Rating 4\$/, /^Rating 3.99\$/, /^Dear Chair/, /^Dearer Chair/].map((text) => expect.stringMatching(text)),
  );
});

async function expectFilter(shop: RunningShop, filter: string, titles: string[]) {
  expect(titlesIn(await readPage(shop, `/products?filter=${filter}`)), filter).toEqual(titles);
}

function titlesWithout(...left: string[]) {
  return products.map(({ title }) => title).filter((title) => !left.includes(title));
}

async function readPage(shop: RunningShop, path: string) {
  return (await fetch(shop.url + path)).text();
}

/** The products' titles in a list. */
function titlesIn(page: string) {
  return Array.from(page.matchAll(/<article[^>]*>.*?<h2[^>]*>(.*?)<\/h2>/gs), ([, title = ""]) => textOf(title));
}

function textOf(html: string) {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .trim();
}
