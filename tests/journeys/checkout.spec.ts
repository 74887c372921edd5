import type { Page } from "@playwright/test";
import type { RunningShop } from "../support/running-shop.ts";
import { openPage } from "./open-page.ts";
import { type CatalogProduct, importProducts, importSampleCatalogOnly, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import {
  type CartProduct,
  card,
  expectBadge,
  fillCart,
  fillPayment,
  fillSignIn,
  lemons,
  lineOf,
  purchaseButton,
  receiptNumber,
  signInButton,
  signUpVerified,
  stockOf,
} from "./shopper.ts";

const tray = productOf({ id: "tray", title: "Birch Tray", price: 30, stock: 9 });

test("a changed price is reported before the order, and the next press buys at it", async ({
  page,
  shop,
  problems,
}) => {
  await readyToBuy(page, shop, tray);
  await importProducts(shop, { ...tray, price: 35 });
  problems.expect(/^409 POST \/orders/);
  await purchaseButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Birch Tray is now $35.00 (was $30.00)");
  await expect(lineOf(page, tray)).toContainText("$35.00");
  await expect(page).toHaveURL("/checkout");
  await expect(page.getByLabel("Card Number")).toHaveValue(card.groupedNumber);
  await purchaseButton(page).click();
  await receiptNumber(page);
  await expect(lineOf(page, tray)).toContainText("$35.00");
  expect(await stockOf(page, tray)).toBe(8);
});

test("an archived product is named and removed, and the rest can be bought", async ({ page, shop, problems }) => {
  await readyToBuy(page, shop, tray, lemons);
  await importSampleCatalogOnly(shop);
  problems.expect(/^409 POST \/orders/);
  await purchaseButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Birch Tray is no longer available");
  await expectBadge(page, 1);
  await purchaseButton(page).click();
  await receiptNumber(page);
  await expect(lineOf(page, lemons)).toBeVisible();
  await expect(lineOf(page, tray)).toHaveCount(0);
});

test("a quantity above the stock shrinks to what is left", async ({ page, shop, problems }) => {
  await readyToBuy(page, shop, tray);
  for (let pieces = 1; pieces < 4; pieces++) {
    await page.getByRole("button", { name: "Increase quantity of Birch Tray" }).click();
  }
  await importProducts(shop, { ...tray, stock: 3 });
  problems.expect(/^409 POST \/orders/);
  await purchaseButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Birch Tray: only 3 left");
  await expectBadge(page, 3);
  await expect(lineOf(page, tray)).toContainText("$90.00");
  await purchaseButton(page).click();
  await receiptNumber(page);
  expect(await stockOf(page, tray)).toBe(0);
  await expect(page.getByText("Out of Stock", { exact: true })).toBeVisible();
});

test("an out-of-stock product is named and removed", async ({ page, shop, problems }) => {
  await readyToBuy(page, shop, tray);
  await importProducts(shop, { ...tray, stock: 0, availabilityStatus: "Out of Stock" });
  problems.expect(/^409 POST \/orders/);
  await purchaseButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Birch Tray is out of stock");
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(page).toHaveURL("/checkout");
});

test("the card's brand is detected while typing, and digits can be edited in the middle", async ({ page, shop }) => {
  await readyToBuy(page, shop, tray);
  const number = page.getByLabel("Card Number");
  await number.pressSequentially("4242");
  await expect(page.getByRole("status").filter({ hasText: "Visa" })).toBeVisible();
  await number.fill("");
  await number.pressSequentially("555555555554444");
  await expect(page.getByRole("status").filter({ hasText: "Mastercard" })).toBeVisible();
  await number.press("Home");
  for (let place = 0; place < 6; place++) await number.press("ArrowRight");
  await number.pressSequentially("5");
  await expect(number).toHaveValue("5555 5555 5555 4444");
  await number.pressSequentially("9");
  await expect(number).toHaveValue("5555 5595 5555 5444");
  await expect(number).toHaveAccessibleDescription("Please check your card number. It may contain a typo");
});

test("a customer whose session ended signs in again and finds the cart at the checkout", async ({
  page,
  shop,
  problems,
}) => {
  problems.expect(/^401 POST \/orders/);
  const email = await readyToBuy(page, shop, tray);
  await page.context().clearCookies();
  await purchaseButton(page).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expect(page).toHaveURL("/checkout");
  await expect(lineOf(page, tray)).toBeVisible();
});

/** A verified customer at the checkout with one of each product and a completed form. @returns their email */
async function readyToBuy(page: Page, shop: RunningShop, product: CatalogProduct, ...others: CartProduct[]) {
  await importProducts(shop, product);
  const email = await signUpVerified(page, shop);
  await fillCart(page, ...others, product);
  await openPage(page, "/checkout");
  await fillPayment(page);
  return email;
}
