import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openPage } from "../journeys/open-page.ts";
import { productOf } from "../journeys/owner.ts";
import { test as base, expect } from "../journeys/shop-test.ts";
import { addToCart, lineOf } from "../journeys/shopper.ts";
import { runShopCommand } from "../support/server-process.ts";

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

/** A shop of its own, with these products alone. */
const test = base.extend({
  shop: [
    async ({ shop }, use) => {
      const folder = await mkdtemp(join(tmpdir(), "torg-catalog-"));
      await writeFile(join(folder, "catalog.json"), JSON.stringify(products));
      await runShopCommand(shop.environment, "import", join(folder, "catalog.json"), "--replace");
      await rm(folder, { recursive: true });
      await use(shop);
    },
    { scope: "worker" },
  ],
});

test("filter onSale: discount of at least 10", async ({ page }) => {
  await expectFilter(page, "onSale", ["Discount 10"]);
});

test("filter highRated: rating of at least 4", async ({ page }) => {
  await expectFilter(page, "highRated", ["Rating 4"]);
});

test("filters inStock and lowStock match availabilityStatus", async ({ page }) => {
  await expectFilter(page, "lowStock", ["Low Stock"]);
  await expectFilter(page, "inStock", titlesWithout("Low Stock"));
});

test("filters of categories: beauty, fragrances, furniture, groceries", async ({ page }) => {
  await expectFilter(page, "beauty", ["Powder"]);
  await expectFilter(page, "fragrances", ["Perfume"]);
  await expectFilter(page, "furniture", ["Dear Chair", "Dearer Chair", "Dearest Chair"]);
  await expectFilter(
    page,
    "groceries",
    titlesWithout("Powder", "Perfume", "Dear Chair", "Dearer Chair", "Dearest Chair"),
  );
});

test("filters of price bands: under 10; 10 to 50 inclusive; above 50 up to 100; over 100", async ({ page }) => {
  const above50 = ["Perfume", "Dear Chair", "Dearer Chair"];
  await expectFilter(page, "under10", ["Vegetable"]);
  await expectFilter(page, "10to50", titlesWithout("Vegetable", "Dearest Chair", ...above50));
  await expectFilter(page, "50to100", above50);
  await expectFilter(page, "over100", ["Dearest Chair"]);
});

test("tag filters: perfumes, vegetables, fruits, meat", async ({ page }) => {
  await expectFilter(page, "perfumes", ["Perfume"]);
  await expectFilter(page, "vegetables", ["Vegetable"]);
  await expectFilter(page, "fruits", ["Fruit"]);
  await expectFilter(page, "meat", ["Meat"]);
});

test("brand filters: any brand, and three named brands", async ({ page }) => {
  await openPage(page, "/products");
  const branded = ["Perfume", "Meat", "Dear Chair", "Dearer Chair", "Dearest Chair", "Powder"];
  const brands = page.getByLabel("Filter").locator("optgroup[label=Brand] option");
  await expect(brands).toHaveText(["Any brand", "Eik", "Furu", "Bjørk"]);
  await page.getByLabel("Filter").selectOption("Furu");
  await expect(page).toHaveURL("/products?filter=brand-furu");
  await expectShown(page, ["Dearer Chair", "Dearest Chair"]);
  await expectFilter(page, "anyBrand", branded);
});

test("sorts: name, highestPrice, lowestPrice, rating", async ({ page }) => {
  const compare = new Intl.Collator("en").compare;
  for (const [sort, sorted] of [
    ["name", products.toSorted((a, b) => compare(a.title, b.title))],
    ["highestPrice", products.toSorted((a, b) => b.price - a.price)],
    ["lowestPrice", products.toSorted((a, b) => a.price - b.price)],
    ["rating", products.toSorted((a, b) => Number(b.rating) - Number(a.rating))],
  ] as const) {
    await page.goto(`/products?sort=${sort}`);
    await expect(page.getByLabel("Sort by")).toHaveValue(sort);
    await expectShown(
      page,
      sorted.map(({ title }) => title),
    );
  }
});

test("trending count: 4, sorted by rating descending", async ({ page }) => {
  await page.goto("/");
  const trending = page.getByRole("region", { name: "Trending Products" }).getByRole("link");
  await expect(trending).toHaveText([/^Rating 4\$/, /^Rating 3.99\$/, /^Dear Chair/, /^Dearer Chair/]);
});

test("displayed prices and totals have 2 decimals", async ({ page }) => {
  await page.goto("/products?filter=meat");
  await expect(page.getByRole("article")).toContainText("$50.00");
  await addToCart(page, { id: "i", title: "Meat" });
  await expect(page.getByRole("main")).toContainText("$50.00");
  await openPage(page, "/cart");
  await page.getByRole("button", { name: "Increase quantity of Meat" }).click();
  await expect(lineOf(page, { title: "Meat" })).toContainText(/\$50\.00\s*\$100\.00/);
  await expect(page.getByRole("main")).toContainText(/Total\s*\$100\.00/);
});

test("quantity minimum: 1", async ({ page }) => {
  await addToCart(page, { id: "i", title: "Meat" });
  await openPage(page, "/cart");
  await expect(lineOf(page, { title: "Meat" }).getByRole("status")).toHaveText("1");
  await page.getByRole("button", { name: "Decrease quantity of Meat" }).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await page.evaluate(() => {
    const line = { id: "i", title: "Meat", price: 50, thumbnail: "/pictures/groceries/main-800.webp", quantity: 0 };
    localStorage.setItem(`cart-${localStorage.getItem("cartToken")}`, JSON.stringify([line]));
  });
  await openPage(page, "/cart");
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
});

async function expectFilter(page: Page, filter: string, titles: string[]) {
  await page.goto(`/products?filter=${filter}`);
  await expectShown(page, titles);
}

async function expectShown(page: Page, titles: string[]) {
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(titles);
}

function titlesWithout(...left: string[]) {
  return products.map(({ title }) => title).filter((title) => !left.includes(title));
}
