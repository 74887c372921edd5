import { holdRequests } from "./hold-requests.ts";
import { holdScripts, openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";

test("search finds products, also by keyboard, and announces a corrected typo", async ({ page }) => {
  await openPage(page, "/");
  const field = page.getByRole("search").getByRole("searchbox", { name: "Search products" });
  await field.fill("creme");
  const suggestion = page.getByRole("list", { name: "Suggestions" }).getByRole("link", { name: /^Crème de Nuit/ });
  await expect(suggestion).toContainText("$58.00");
  await field.press("ArrowDown");
  await expect(suggestion).toBeFocused();
  await suggestion.press("ArrowUp");
  await field.fill("travel spray");
  await expect(page.getByRole("list", { name: "Suggestions" })).toContainText("Out of Stock");
  await field.fill("zzzzzz");
  await expect(page.getByRole("search").getByText("No products match “zzzzzz”.").last()).toBeVisible();
  await expect(page.getByRole("search").getByRole("link", { name: "See all products" })).toBeVisible();
  await field.fill("parfym");
  await field.press("Enter");
  await expect(page).toHaveURL("/products?q=parfym");
  await expect(page.getByRole("status").filter({ hasText: "Showing results for “parfum”" })).toBeVisible();
  await expect(page.getByRole("article").first()).toContainText("Parfum");
});

test("suggestions appear for every search, not only the first", async ({ page }) => {
  await openPage(page, "/");
  const field = page.getByRole("search").getByRole("searchbox", { name: "Search products" });
  const suggestions = page.getByRole("list", { name: "Suggestions" });
  for (const [words, found] of [
    ["creme", /^Crème/],
    ["honey", /Honey/],
  ] as const) {
    await field.fill(words);
    await expect(suggestions.getByRole("link", { name: found }).first()).toBeVisible();
    await field.press("Enter");
    await expect(page).toHaveURL(`/products?q=${words}`);
    await expect(suggestions).toBeHidden();
  }
});

test("text typed during a search stays in the field and gets suggestions", { tag: "@phone-only" }, async ({ page }) => {
  await openPage(page, "/");
  const search = page.getByRole("search");
  const field = search.getByRole("searchbox", { name: "Search products" });
  const open = page.getByRole("button", { name: "Open search" });
  if (await open.isVisible()) await open.click();
  await field.fill("creme");
  await expect(page.getByRole("list", { name: "Suggestions" })).toBeVisible();
  const searching = await holdRequests(page, "GET", "/products.data");
  await field.press("Enter");
  if (await open.isVisible()) await open.click();
  await field.fill("honey");
  await searching.letGo();
  await expect(page).toHaveURL("/products?q=creme");
  await expect(page.getByText("1 product for “creme”")).toBeVisible();
  await expect(field).toHaveValue("honey");
  await expect(field).toBeFocused();
  await expect(
    page.getByRole("list", { name: "Suggestions" }).getByRole("link", { name: /Honey/ }).first(),
  ).toBeVisible();
  await field.press("Enter");
  await expect(page).toHaveURL("/products?q=honey");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("late suggestions don't cover search results", async ({ page }) => {
  const bringScripts = await holdScripts(page, "search-suggestions-*");
  const asked: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/search-suggestions") asked.push(searchParams.get("q"));
  });
  await openPage(page, "/");
  const field = page.getByRole("search").getByRole("searchbox", { name: "Search products" });
  await field.fill("oak");
  await field.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  bringScripts();
  await page.getByRole("search").getByRole("status").waitFor({ state: "attached" });
  // Set without focus, because focus would request suggestions for the earlier text.
  await field.evaluate((input: HTMLInputElement) => {
    input.value = "creme";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await expect(page.getByRole("list", { name: "Suggestions" })).toBeVisible();
  expect(asked).toEqual(["creme"]);
});

test("on a narrow window, searching closes the field even if the suggestions' script fails", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await holdScripts(page, "search-suggestions-*");
  await openPage(page, "/");
  await page.getByRole("button", { name: "Open search" }).click();
  const field = page.getByRole("searchbox", { name: "Search products" });
  await field.fill("oak");
  await field.press("Enter");
  await expect(page).toHaveURL("/products?q=oak");
  await expect(field).toBeHidden();
  await expect(page.getByRole("article").first()).toContainText(/oak/i);
});

test("several filters apply together and are removed one by one", async ({ page }) => {
  await openPage(page, "/products");
  await page.getByRole("checkbox", { name: "Beauty" }).check();
  await page.getByRole("checkbox", { name: "On sale" }).check();
  // In the boxes' order if the panel's scripts came after both choices.
  await expect(page).toHaveURL(/\/products\?filter=(beauty&filter=onSale|onSale&filter=beauty)$/);
  await expect(page.getByRole("checkbox", { name: "Meat" })).toBeDisabled();
  await page.getByRole("link", { name: "Remove Beauty" }).click();
  await expect(page).toHaveURL("/products?filter=onSale");
  await expect(page.getByRole("checkbox", { name: "Beauty" })).not.toBeChecked();
});

/** How many pixels a menu has left besides the text of what is chosen. */
function spareWidth(menu: Element) {
  const { font, paddingLeft, paddingRight } = getComputedStyle(menu);
  const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
  canvas.font = font;
  const { width } = canvas.measureText((menu as HTMLSelectElement).selectedOptions[0]?.label ?? "");
  return Math.ceil(menu.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width);
}

test("on a phone, pictures begin high up, and all filters are in a drawer", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, "/products");
  const picture = await page.getByRole("main").locator("article img").first().boundingBox();
  expect(picture?.y).toBeLessThanOrEqual(220);
  for (const sort of ["Featured", "Price, high to low"]) {
    await page.getByLabel("Sort by").selectOption(sort);
    for (const menu of await page.getByRole("main").getByRole("combobox").all())
      expect(await menu.evaluate(spareWidth), sort).toBeGreaterThanOrEqual(0);
  }
  await page.getByLabel("Sort by").selectOption("Featured");
  const beauty = page.getByRole("checkbox", { name: "Beauty" });
  await expect(beauty).toBeHidden();
  await page.getByRole("button", { name: "All filters" }).click();
  await beauty.check();
  await expect(page).toHaveURL("/products?filter=beauty");
  await page.getByRole("button", { name: /^Show \d+ products$/ }).click();
  await expect(beauty).toBeHidden();
  await expect(page.getByRole("link", { name: "Remove Beauty" })).toBeVisible();
});
