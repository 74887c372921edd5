import { readProduct } from "#shop/catalog/lists/read-products.ts";
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

test("the buttons of the product list cover no focused field, and on a phone they appear once something is typed", async ({
  page,
  shop,
}) => {
  await setRole(await shop.inside(), await signUpVerified(page, shop), "owner", "command line");
  await page.goto("/owner/products");
  const button = page.getByRole("button", { name: "Update stock" });
  await page.getByLabel("Title or ID").focus();
  for (let pressed = 0; pressed < 40; pressed++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(isFocusCovered), `after ${pressed + 1} presses`).toBe(false);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/owner/products");
  await expect(button).not.toBeInViewport();
  await page
    .getByLabel(/^Adjust stock of /)
    .first()
    .fill("7");
  await expect(button).toBeInViewport();
  expect((await page.locator(".action-bar").boundingBox())?.height, "one row").toBeLessThan(70);
  await page
    .getByLabel(/^Adjust stock of /)
    .first()
    .fill("");
  await expect(button).not.toBeInViewport();
  await page
    .getByLabel(/^Select /)
    .first()
    .check();
  await expect(page.getByRole("button", { name: "Change selected" })).toBeInViewport();
});

function isFocusCovered() {
  const bar = document.querySelector(".action-bar");
  const focused = document.activeElement;
  if (!bar || !focused || bar.contains(focused)) return false;
  return focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
}
