import type { Page } from "@playwright/test";
import { openPage } from "./open-page.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { cartLink, honey } from "./shopper.ts";

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

test("header, footer and menu link to categories, whose pages have their name as heading", async ({ page }) => {
  await openPage(page, "/about");
  await page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "Beauty" }).click();
  await expect(page).toHaveURL("/products?filter=beauty");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Beauty");
  const categories = page.getByRole("banner").getByRole("navigation", { name: "Categories" });
  await expect(categories.locator("[aria-current]")).toHaveText("Beauty");
  await categories.getByRole("link", { name: "On sale" }).click();
  await expect(page).toHaveURL("/products?filter=onSale");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Products");
  await page.getByRole("contentinfo").getByRole("link", { name: "Groceries" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Groceries");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Furniture" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Furniture");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("Back to products restores the list's filter, position and focus, also after several products", async ({
  page,
}) => {
  await openPage(page, "/products?filter=groceries&sort=name");
  const link = page.getByRole("article", { name: honey.title }).getByRole("link", { name: honey.title });
  await link.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(honey.title);
  await page.getByRole("region", { name: "More like this" }).getByRole("link").nth(1).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(honey.title);
  const back = page.getByRole("link", { name: "Back to products" });
  await expect(back).toHaveAttribute("href", "/products?filter=groceries&sort=name");
  await back.click();
  await expect(page).toHaveURL("/products?filter=groceries&sort=name");
  await expect(link).toBeFocused();
  await expect.poll(() => scrolled(page)).toBe(before);
});

test("Back to products works for links followed before hydration", async ({ page }) => {
  await page.goto("/products?filter=groceries", { waitUntil: "commit" });
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "/products/lemons";
    document.documentElement.append(link);
    link.click();
  });
  await page.waitForURL("/products/lemons");
  const back = page.getByRole("link", { name: "Back to products" });
  await expect(back).toHaveAttribute("href", "/products?filter=groceries");
  await back.click();
  await expect(page).toHaveURL("/products?filter=groceries");
});

test("a product page shows price, delivery, returns and stock", async ({ page, shop }) => {
  const vase = productOf({
    id: "last-vase",
    title: "Last Vase",
    stock: 3,
    availabilityStatus: "Low Stock",
    category: "furniture",
    discountPercentage: 20,
    minimumOrderQuantity: 4,
  });
  await importProducts(shop, vase, {
    ...vase,
    id: "gone-vase",
    title: "Gone Vase",
    stock: 0,
    availabilityStatus: "Out of Stock",
  });
  await openPage(page, "/products/last-vase");
  const main = page.getByRole("main");
  for (const words of [
    "Low Stock: only 3 left",
    "Discount: 20%",
    /Order today, estimated delivery \w+day \d+ \w+/,
    "30-day returns",
    "1 (maker's minimum: 4)",
  ]) {
    await expect(main.getByText(words)).toBeVisible();
  }
  await expect(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem")).toHaveText([
    "Home",
    "Products",
    "Furniture",
  ]);
  const more = page.getByRole("button", { name: "Increase quantity of Last Vase" });
  for (let press = 0; press < 5; press++) await more.click({ force: true });
  await expect(more).toHaveAttribute("aria-disabled", "true");
  await main.getByRole("button", { name: "Add to cart" }).click();
  await expect(cartLink(page)).toHaveAccessibleName("Cart, 3 items");

  await openPage(page, "/products/gone-vase");
  await expect(main.getByText("0 items")).toHaveCount(0);
  await expect(main.getByText(/Order today/)).toHaveCount(0);
  await expect(
    main.getByRole("region", { name: "More like this" }).getByRole("link", { name: "All furniture" }),
  ).toBeVisible();
});

test("without JavaScript the menu and the cart work", async ({ anotherBrowser }) => {
  const page = await anotherBrowser({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Groceries" }).click();
  await expect(page).toHaveURL("/products?filter=groceries");
  await expect(page.getByRole("button", { name: "Add to cart" })).toHaveCount(0);
  const main = page.getByRole("main");
  await page.goto("/products/lemons");
  await main.getByRole("spinbutton", { name: "Quantity" }).fill("2");
  await main.getByRole("button", { name: "Add to cart" }).click();
  await expect(main.getByRole("status").first()).toContainText("Unwaxed Lemons has been added to your cart!");
  await expect(cartLink(page)).toHaveAccessibleName("Cart, 2 items");
  await expect(main.getByText("Loading…")).toBeHidden();
  await main.getByRole("button", { name: "Increase quantity of Unwaxed Lemons" }).press("Enter");
  await expect(main.getByRole("listitem")).toContainText("3");
  await page.reload();
  await expect(cartLink(page)).toHaveAccessibleName("Cart, 3 items");
  await main.getByRole("button", { name: "Remove" }).click();
  await expect(main).toContainText("Your cart is empty.", { useInnerText: true });
  await expect(cartLink(page)).toHaveAccessibleName("Cart");
});

test("on a phone in landscape, price and button are visible and bars take a quarter of the screen at most", async ({
  page,
}) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await openPage(page, "/products/lemons");
  await expect(page.getByRole("button", { name: "Add to cart" })).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, 900);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
  const bars = await page.evaluate(() =>
    Array.from(document.querySelectorAll("body *"))
      .filter((element) => element.textContent && element.checkVisibility())
      .filter((element) => ["sticky", "fixed"].includes(getComputedStyle(element).position))
      .map((element) => element.getBoundingClientRect())
      .filter(({ top, bottom }) => top < innerHeight && bottom > 0)
      .reduce((sum, { height }) => sum + height, 0),
  );
  expect(bars).toBeGreaterThan(0);
  expect(bars).toBeLessThanOrEqual(90);
});

test("with forced colors, main buttons have a border and the selected thumbnail an outline", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openPage(page, "/products/lemons");
  await expect(page.getByRole("button", { name: "Add to cart" })).toHaveCSS("border-top-style", "solid");
  const thumbnails = page.getByRole("region", { name: "Pictures" }).getByRole("button");
  await expect(thumbnails.nth(0)).toHaveCSS("outline-style", "solid");
  await expect(thumbnails.nth(1)).toHaveCSS("outline-style", "none");
});

test("a slow list dims the previous one", async ({ page }) => {
  await openPage(page, "/products");
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/products\.data/, async (route) => {
    await held;
    await route.continue();
  });
  const cards = page.getByRole("main").locator("ul", { has: page.getByRole("article") });
  await page.getByLabel("Filter").selectOption("beauty");
  await expect(cards).toHaveCSS("opacity", "0.45");
  answer();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Beauty");
  await expect(cards).toHaveCSS("opacity", "1");
});
