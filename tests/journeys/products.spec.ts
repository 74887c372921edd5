import type { Page } from "@playwright/test";
import { openPage, reloadPage } from "./open-page.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";

test("without JavaScript, the list filters, sorts, pages and links to products", async ({ anotherBrowser }) => {
  const page = await anotherBrowser({ javaScriptEnabled: false });
  await page.goto("/products");
  await page.getByLabel("Filter").selectOption("furniture");
  await page.getByLabel("Sort by").selectOption("lowestPrice");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL("/products?filter=furniture&sort=lowestPrice");
  await expect(page.getByLabel("Filter")).toHaveValue("furniture");
  await expect(page.getByLabel("Sort by")).toHaveValue("lowestPrice");
  expect(await pricesOf(page)).toEqual((await pricesOf(page)).toSorted((a, b) => a - b));
  await page.goto("/products");
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(page.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Details" }).first().click();
  await expect(page).toHaveURL(/\/products\/.+/);
  await expect(page.getByRole("link", { name: "Back to products" })).toBeVisible();
});

test("the menus change the list, and Reload and Back keep the choice", async ({ page }) => {
  await openPage(page, "/products");
  await page.getByLabel("Filter").selectOption("fragrances");
  await expect(page).toHaveURL("/products?filter=fragrances");
  await page.getByLabel("Sort by").selectOption("highestPrice");
  await expect(page).toHaveURL("/products?filter=fragrances&sort=highestPrice");
  await expect(page.getByRole("article").first()).toContainText("Noir Parfum");
  const shown = await titlesOf(page);
  await reloadPage(page);
  await expect(page.getByLabel("Filter")).toHaveValue("fragrances");
  expect(await titlesOf(page)).toEqual(shown);
  await page.getByRole("article").first().getByRole("link", { name: "Details" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Noir Parfum" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Sort by")).toHaveValue("highestPrice");
  expect(await titlesOf(page)).toEqual(shown);
  await page.goBack();
  await expect(page.getByLabel("Sort by")).toHaveValue("");
  await expect(page.getByLabel("Filter")).toHaveValue("fragrances");
});

test("sorted by price, page 2 continues page 1", async ({ page }) => {
  await openPage(page, "/products?sort=lowestPrice");
  const firstPage = await pricesOf(page);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/products?sort=lowestPrice&page=2");
  await expect(page.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
  const prices = [...firstPage, ...(await pricesOf(page))];
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  await reloadPage(page);
  await expect(page.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
});

test("an unknown filter, sort or page shows the first page of all products", async ({ page }) => {
  await openPage(page, "/products");
  const whole = await titlesOf(page);
  await openPage(page, "/products?filter=shoes&sort=random&page=-1");
  expect(await titlesOf(page)).toEqual(whole);
  await expect(page.getByLabel("Filter")).toHaveValue("");
  await expect(page.getByLabel("Sort by")).toHaveValue("");
  await openPage(page, "/products?filter=brand-unknown");
  expect(await titlesOf(page)).toEqual(whole);
});

test("the filter menu has three brands and filters by the chosen one", async ({ page }) => {
  await openPage(page, "/products");
  const brands = page.getByLabel("Filter").locator("optgroup[label=Brand] option");
  await expect(brands).toHaveText(["Any brand", "Eik & Ask", "Fjordlys", "Haldera"]);
  await page.getByLabel("Filter").selectOption("Haldera");
  await expect(page).toHaveURL("/products?filter=brand-haldera");
  const cards = page.getByRole("article");
  await expect(cards.filter({ hasNotText: "Haldera" })).toHaveCount(0);
  expect(await cards.count()).toBeGreaterThan(1);
  await page.getByLabel("Filter").selectOption("Any brand");
  await expect(page).toHaveURL("/products?filter=anyBrand");
  await expect(page.getByRole("article", { name: "Linen Floor Lamp" })).toBeVisible();
  await expect(page.getByRole("article", { name: "Unwaxed Lemons" })).toHaveCount(0);
});

test("imported products appear in the shop immediately", async ({ page, shop }) => {
  await openPage(page, "/products");
  const kettle = productOf({
    id: "42",
    title: "Copper Kettle",
    price: 79.9,
    brand: "Smie",
    description: "Hand-beaten.",
  });
  await importProducts(shop, kettle);
  await reloadPage(page);
  const inList = page.getByRole("article", { name: kettle.title });
  await expect(inList).toContainText("$79.90");
  await expect(inList).toContainText("Smie");
  await inList.getByRole("link", { name: "Details" }).click();
  await expect(page).toHaveURL("/products/42");
  await expect(page.getByText("Hand-beaten.")).toBeVisible();
  await importProducts(shop, { ...kettle, price: 69.9 });
  await reloadPage(page);
  await expect(page.getByText("$69.90")).toBeVisible();
});

function titlesOf(page: Page) {
  return page.getByRole("article").getByRole("heading").allTextContents();
}

async function pricesOf(page: Page) {
  const cards = await page.getByRole("article").allInnerTexts();
  return cards.map((card) => Number(/\$(\d+\.\d\d)/.exec(card)?.[1]));
}
