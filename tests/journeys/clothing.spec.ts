import { clothes, pictureOf } from "../support/clothes.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { openPage } from "./open-page.ts";
import { type CatalogProduct, importProductsOnly } from "./owner.ts";
import { expect, test } from "./shop-test.ts";

/** In a category that every shop has: a new one would stay for other tests. */
function importClothes(shop: RunningShop) {
  return importProductsOnly(
    shop,
    ...(clothes as CatalogProduct[]).map((piece) => ({ ...piece, category: "groceries" })),
  );
}

test("a clothing shop shows a card for each style, and filters by size and color", { tag: "@phone" }, async ({
  page,
  shop,
}) => {
  await importClothes(shop);
  await openPage(page, "/products");
  await expect(page.getByRole("status").filter({ hasText: "30 products" })).toBeVisible();
  const cards = page.getByRole("article");
  const titles = await cards.getByRole("heading").allTextContents();
  expect(new Set(titles).size).toBe(24);
  await expect(cards.first()).toContainText("from $20.00");
  await expect(cards.first()).toContainText("4 sizes");
  await expect(cards.first()).toContainText("2 colours");
  await expect(cards.first().getByRole("link", { name: "Choose options" })).toHaveAttribute(
    "href",
    "/products/style-0-black-s",
  );

  const openFilters = page.getByRole("button", { name: /filters/i }).first();
  if (await openFilters.isVisible()) await openFilters.click();
  await page.getByRole("group", { name: "Colour" }).getByRole("checkbox", { name: "Blue" }).check();
  await expect(page).toHaveURL("/products?filter=option-colour--blue");
  await page.getByRole("group", { name: "Size" }).getByRole("checkbox", { name: "XL" }).check();
  await expect(page).toHaveURL("/products?filter=option-colour--blue&filter=option-size--xl");
  await expect(page.getByRole("checkbox", { name: "Lyng 15" })).toBeVisible();
  if (await page.getByRole("button", { name: "Close" }).isVisible())
    await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("status").filter({ hasText: "30 products" })).toBeVisible();
  const first = cards.first();
  await expect(first.locator("img")).toHaveAttribute("src", pictureOf("Blue"));
  await expect(first).toContainText("$25.00");
  await expect(first).not.toContainText("from");
  await expect(first).toContainText("XL");
  await first.getByRole("button", { name: "Add to cart" }).click();
  await cards.nth(3).getByRole("button", { name: "Add to cart" }).click();
  await page
    .getByRole("button", { name: "Remove Colour Blue" })
    .or(page.getByRole("link", { name: "Remove Colour Blue" }))
    .click();
  await expect(page).toHaveURL("/products?filter=option-size--xl");
  await expect(cards.first()).toContainText("from $20.00");
  await openPage(page, "/cart");
  await expect(page.getByText("Size: XL · Colour: Blue")).toHaveCount(2);
});

test("without JavaScript, an option's filter is a checkbox of the form", async ({ anotherBrowser, shop }) => {
  const page = await anotherBrowser({ javaScriptEnabled: false });
  await importClothes(shop);
  await page.goto("/products");
  await page.getByRole("group", { name: "Size" }).getByRole("checkbox", { name: "M" }).check();
  await page.getByRole("button", { name: /^Show \d+ products$/ }).click();
  await expect(page).toHaveURL("/products?filter=option-size--m");
  await expect(page.getByLabel("Filter")).toHaveValue("option-size--m");
  await expect(page.getByRole("article").first().getByRole("link", { name: "Choose options" })).toBeVisible();
});

test("no product's page leads on to a sibling, and a search for a color and a size leads with that variant", async ({
  page,
  shop,
}) => {
  await importClothes(shop);
  await openPage(page, "/products/style-4-blue-m");
  await expect(page.getByRole("heading", { name: "More like this" })).toBeVisible();
  const tiles = page.getByRole("main").getByRole("list").getByRole("link", { name: /\$/ });
  await expect(tiles).toHaveCount(8);
  await expect(tiles.filter({ hasText: "Soft tee 4" })).toHaveCount(0);
  const field = page.getByRole("search").getByRole("searchbox", { name: "Search products" });
  await field.fill("soft tee 4 blue m");
  const best = page.getByRole("list", { name: "Suggestions" }).getByRole("link").first();
  await expect(best).toHaveAttribute("href", "/products/style-4-blue-m");
  await expect(best).toContainText("Blue");
});
