import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";

test("what is typed is found, by keyboard too, and a mistake is forgiven aloud", async ({ page }) => {
  await openPage(page, "/");
  const field = page.getByRole("search").getByRole("searchbox", { name: "Search products" });
  await field.fill("creme");
  const suggestion = page.getByRole("list", { name: "Suggestions" }).getByRole("link", { name: /^Crème de Nuit/ });
  await expect(suggestion).toContainText("$58.00");
  await field.press("ArrowDown");
  await expect(suggestion).toBeFocused();
  await suggestion.press("ArrowUp");
  await field.fill("parfym");
  await field.press("Enter");
  await expect(page).toHaveURL("/products?q=parfym");
  await expect(page.getByRole("status").filter({ hasText: "Showing results for “parfum”" })).toBeVisible();
  await expect(page.getByRole("article").first()).toContainText("Parfum");
});

test("filters are chosen several at once, and go one by one", async ({ page }) => {
  await openPage(page, "/products");
  await page.getByText("All filters").click();
  await page.getByRole("checkbox", { name: "Beauty" }).check();
  await page.getByRole("checkbox", { name: "On sale" }).check();
  await expect(page).toHaveURL("/products?filter=beauty&filter=onSale");
  await expect(page.getByRole("checkbox", { name: "Meat" })).toBeDisabled();
  await page.getByRole("link", { name: "Remove Beauty" }).click();
  await expect(page).toHaveURL("/products?filter=onSale");
  await expect(page.getByRole("checkbox", { name: "Beauty" })).not.toBeChecked();
});
