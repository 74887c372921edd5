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

test("a price that has changed is told before anything is bought, and then bought at", async ({
  page,
  shop,
  problems,
}) => {
  await readyToBuy(page, shop, tray);
  await importProducts(shop, { ...tray, price: 35 });
  problems.expect(/^409 POST \/orders/);
  await purchaseButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Birch Tray now costs $35.00 instead of $30.00");
  await expect(lineOf(page, tray)).toContainText("$35.00");
  await expect(page).toHaveURL("/checkout");
  await expect(page.getByLabel("Card Number")).toHaveValue(card.groupedNumber);
  await purchaseButton(page).click();
  await receiptNumber(page);
  await expect(lineOf(page, tray)).toContainText("$35.00");
  expect(await stockOf(page, tray)).toBe(8);
});

test("a product that is gone is named and taken out, and the rest can be bought", async ({ page, shop, problems }) => {
  await readyToBuy(page, shop, tray, lemons);
  await importSampleCatalogOnly(shop);
  problems.expect(/^409 POST \/orders/);
  await purchaseButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Birch Tray is no longer sold");
  await expectBadge(page, 1);
  await purchaseButton(page).click();
  await receiptNumber(page);
  await expect(lineOf(page, lemons)).toBeVisible();
  await expect(lineOf(page, tray)).toHaveCount(0);
});

test("a line that asks for more than there is shrinks to what is left", async ({ page, shop, problems }) => {
  await readyToBuy(page, shop, tray);
  for (let pieces = 1; pieces < 4; pieces++) {
    await page.getByRole("button", { name: "Increase quantity of Birch Tray" }).click();
  }
  await importProducts(shop, { ...tray, stock: 3 });
  problems.expect(/^409 POST \/orders/);
  await purchaseButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Only 3 of Birch Tray left");
  await expectBadge(page, 3);
  await expect(lineOf(page, tray)).toContainText("$90.00");
  await purchaseButton(page).click();
  await receiptNumber(page);
  expect(await stockOf(page, tray)).toBe(0);
  await expect(page.getByText("Out of Stock", { exact: true })).toBeVisible();
});

test("a product that has sold out is named and taken out", async ({ page, shop, problems }) => {
  await readyToBuy(page, shop, tray);
  await importProducts(shop, { ...tray, stock: 0, availabilityStatus: "Out of Stock" });
  problems.expect(/^409 POST \/orders/);
  await purchaseButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Birch Tray is sold out");
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(page).toHaveURL("/checkout");
});

test("the card's brand is recognised as it is typed, and digits can be mended in the middle", async ({
  page,
  shop,
}) => {
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
  await expect(number).toHaveAccessibleDescription("Is that right? It does not look like a card number");
});

test("whoever was signed out meanwhile signs in again, and finds the cart at the checkout", async ({
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

/** Somebody verified, at the checkout with a piece of each product, the form filled in. @returns their email */
async function readyToBuy(page: Page, shop: RunningShop, product: CatalogProduct, ...others: CartProduct[]) {
  await importProducts(shop, product);
  const email = await signUpVerified(page, shop);
  await fillCart(page, ...others, product);
  await openPage(page, "/checkout");
  await fillPayment(page);
  return email;
}
