import { readProduct } from "#shop/catalog/read-products.ts";
import { setRole } from "#shop/owners/owners.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { signUpVerified } from "./shopper.ts";

test("an owner counts a page of stock with Enter, then raises the price of two selected products after a preview", async ({
  page,
  shop,
}) => {
  const titles = ["Bulk Bowl", "Bulk Plate", "Bulk Tray"];
  await importProducts(shop, ...titles.map((title) => productOf({ id: title.replace(" ", "-"), title })));
  const email = await signUpVerified(page, shop);
  const inside = await shop.inside();
  await setRole(inside, email, "owner", "command line");
  await page.goto("/owner/products?q=bulk&sort=title");
  await page.getByLabel("Adjust stock of Bulk Bowl").fill("+5");
  await page.getByLabel("Adjust stock of Bulk Tray").fill("=7");
  await page.getByLabel("Adjust stock of Bulk Tray").press("Enter");
  await expect(page.getByRole("status")).toHaveText("Stock of 2 products updated.");
  await page.getByLabel("Select Bulk Bowl").check();
  await page.getByLabel("Select Bulk Plate").check();
  await page.getByRole("button", { name: "Change selected" }).click();
  await expect(page.getByText("2 products selected")).toBeVisible();
  await page.getByLabel("Change by percent").fill("12,5");
  await page.getByLabel("Round").selectOption("To the nearest .99");
  await page.getByRole("button", { name: "Preview" }).first().click();
  await expect(page.getByRole("table", { name: "Preview" })).toContainText("$10.99");
  await page.getByRole("button", { name: "Apply to 2 products" }).click();
  await expect(page.getByRole("status")).toHaveText("2 products changed");
  const products = await Promise.all(titles.map((title) => readProduct(inside.db, title.replace(" ", "-"))));
  expect(products.map((product) => [product?.priceCents, product?.stock])).toEqual([
    [1099, 25],
    [1099, 20],
    [1000, 7],
  ]);
});
