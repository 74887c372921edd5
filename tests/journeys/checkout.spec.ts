import type { Page } from "@playwright/test";
import type { RunningShop } from "../support/running-shop.ts";
import { openPage } from "./open-page.ts";
import { type CatalogProduct, importProducts, importSampleCatalogOnly, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import {
  addToCart,
  card,
  expectBadge,
  fillPayment,
  fillSignIn,
  lineOf,
  purchaseButton,
  receiptNumber,
  signInButton,
  signUpVerified,
  stockOf,
} from "./shopper.ts";

const tray = productOf({ id: "tray", title: "Birch Tray", price: 30, stock: 9 });
const lemons = { id: "lemons", title: "Unwaxed Lemons" };

test("a price that has changed is told before anything is bought, and then bought at", async ({
  page,
  shop,
  problems,
}) => {
  await readyToBuy(page, shop, tray);
  await importProducts(shop, { ...tray, price: 35 });
  problems.expect(/^409 POST \/checkout/);
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
  await addToCart(page, lemons);
  await readyToBuy(page, shop, tray);
  await importSampleCatalogOnly(shop);
  problems.expect(/^409 POST \/checkout/);
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
  problems.expect(/^409 POST \/checkout/);
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
  problems.expect(/^409 POST \/checkout/);
  await purchaseButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Birch Tray is sold out");
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(page).toHaveURL("/checkout");
});

test("an empty payment form names each field, and takes the focus to the first", async ({ page, shop }) => {
  await importProducts(shop, tray);
  await signUpVerified(page, shop);
  await addToCart(page, tray);
  await openPage(page, "/checkout");
  await purchaseButton(page).click();
  for (const [field, message] of [
    ["Cardholder Name", "Card name is required"],
    ["Payment Method", "Please select a payment method"],
    ["Card Number", "Card number is required"],
    ["Expiry Month", "Expiry month is required"],
    ["Expiry Year", "Expiry year is required"],
    ["CVV", "CVV is required"],
    ["Billing Address", "Billing address is required"],
  ] as const) {
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(message);
  }
  await expect(page.getByLabel("Cardholder Name")).toBeFocused();
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

test("wrong payment fields say what is wrong with them, until they are mended", async ({ page, shop }) => {
  await readyToBuy(page, shop, tray);
  const wrong = [
    ["Card Number", "4242", card.number, "Enter a valid card number (16 digits)"],
    ["Expiry Month", "13", card.month, "Enter a valid month (01-12)"],
    ["Expiry Year", "2020", card.year, "Enter a valid year (current year to +10 years)"],
    ["CVV", "12", card.cvv, "Enter a valid CVV (3 digits)"],
  ] as const;
  for (const [field, typed] of wrong) await page.getByLabel(field).fill(typed);
  await purchaseButton(page).click();
  await expect(page.getByLabel("Card Number")).toBeFocused();
  for (const [field, , right, message] of wrong) {
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(message);
    await page.getByLabel(field).fill(right);
    await expect(page.getByText(message)).toHaveCount(0);
  }
  await page.getByLabel("Card Number").fill("");
  await page.getByLabel("Card Number").pressSequentially("4242 4242 4242 4242 99");
  await expect(page.getByLabel("Card Number")).toHaveValue(card.groupedNumber);
  await purchaseButton(page).click();
  await receiptNumber(page);
});

test("while an order is on its way, the button reads Processing... and can't be pressed", async ({ page, shop }) => {
  await readyToBuy(page, shop, tray);
  const { promise: looked, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.startsWith("/checkout"),
    async (route) => {
      await looked;
      await route.continue();
    },
  );
  await purchaseButton(page).click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
  goOn();
  await receiptNumber(page);
});

test("an order that could not be saved is told, with the cart and the form still as they were", async ({
  page,
  shop,
  problems,
}) => {
  await readyToBuy(page, shop, tray);
  problems.expect(/^500 POST \/checkout/);
  await page.route(
    (url) => url.pathname.startsWith("/checkout"),
    (route) => route.fulfill({ status: 500, body: "The server is on fire" }),
    { times: 1 },
  );
  await purchaseButton(page).click();
  await expect(page.getByText("Order not saved")).toBeVisible();
  await expect(page.getByLabel("Billing Address")).toHaveValue("Storgata 1, 0155 Oslo");
  await expectBadge(page, 1);
  await purchaseButton(page).click();
  await receiptNumber(page);
});

test("whoever was signed out meanwhile signs in again, and finds the cart at the checkout", async ({ page, shop }) => {
  const email = await readyToBuy(page, shop, tray);
  await page.context().clearCookies();
  await purchaseButton(page).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expect(page).toHaveURL("/checkout");
  await expect(lineOf(page, tray)).toBeVisible();
});

test("the checkout shows the cart with its counters, and the empty one with the way to the products", async ({
  page,
  shop,
}) => {
  await readyToBuy(page, shop, tray);
  await page.getByRole("button", { name: "Increase quantity of Birch Tray" }).click();
  await expect(lineOf(page, tray)).toContainText("$60.00");
  await lineOf(page, tray).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(purchaseButton(page)).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "products" }).click();
  await expect(page).toHaveURL("/products");
});

test("an order number that is nobody's says so, with the way back to the shop", async ({ page, shop, problems }) => {
  await signUpVerified(page, shop);
  problems.expect(/^404 GET \/order-confirmation\/NOSUCHNR99$/);
  await openPage(page, "/order-confirmation/NOSUCHNR99");
  await expect(page.getByRole("heading", { name: "Order Not Found" })).toBeVisible();
  await expect(page.getByText("Order not found", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Back to Shop" }).click();
  await expect(page).toHaveURL("/products");
});

/** Somebody verified, at the checkout with a piece of a product, the form filled in. @returns their email */
async function readyToBuy(page: Page, shop: RunningShop, product: CatalogProduct) {
  await importProducts(shop, product);
  const email = await signUpVerified(page, shop);
  await addToCart(page, product);
  await openPage(page, "/checkout");
  await fillPayment(page);
  return email;
}
