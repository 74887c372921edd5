import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { RunningShop } from "../support/running-shop.ts";
import { openPage } from "./open-page.ts";
import { importProducts, ordersOf, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import {
  card,
  expectBadge,
  fillCart,
  fillPayment,
  fillSignIn,
  newEmail,
  purchaseButton,
  receiptNumber,
  signInButton,
  signUpVerified,
} from "./shopper.ts";

const tray = productOf({ id: "tray", title: "Birch Tray", price: 30 });

test.beforeEach(({ problems }) => {
  // Told once a minute.
  problems.allow(/^server: .*database can't be used/);
  problems.allow(/^server: .*mail queue failed/i);
});

test("while the shop can't write, the checkout says so and keeps the cart and what was typed; then it orders", async ({
  page,
  shop,
  problems,
}) => {
  problems.expect(/^503 POST \/orders/);
  await importProducts(shop, tray);
  await signUpVerified(page, shop);
  await fillCart(page, tray);
  await openPage(page, "/checkout");
  await fillPayment(page);
  const unlock = lockDatabase(shop);
  await purchaseButton(page).click();
  await expect(page.getByText("The shop can't be reached right now. Your cart is still here")).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByLabel("Card Number")).toHaveValue(card.groupedNumber);
  await expectBadge(page, 1);
  unlock();
  await purchaseButton(page).click();
  await receiptNumber(page);
});

test("when the server is killed amid an order, the cart stays; pressed again, it makes one order", async ({
  page,
  shop,
  problems,
}) => {
  problems.expect(/^net::ERR_\w+ POST \/orders/);
  await importProducts(shop, tray);
  const email = await signUpVerified(page, shop);
  await fillCart(page, tray);
  await openPage(page, "/checkout");
  await fillPayment(page);
  const unlock = lockDatabase(shop);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await purchaseButton(page).click();
  await sent;
  const startAgain = await shop.kill();
  await expect(page.getByText("Order not saved")).toBeVisible();
  await expectBadge(page, 1);
  unlock();
  await startAgain();
  await purchaseButton(page).click();
  const orderNumber = await receiptNumber(page);
  expect(await ordersOf(shop, email)).toMatchObject([{ orderNumber }]);
});

test("while the shop can't write, the sign-in form says so and keeps what was typed", async ({
  page,
  shop,
  problems,
}) => {
  problems.expect(/^503 POST \/sign-in/);
  const email = newEmail();
  await openPage(page, "/sign-in");
  await fillSignIn(page, email);
  const unlock = lockDatabase(shop);
  await signInButton(page).click();
  await expect(page.getByText("The shop can't be reached right now. Nothing is lost")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByLabel("Email")).toHaveValue(email);
  unlock();
  problems.expect(/^422 POST \/sign-in/);
  await signInButton(page).click();
  await expect(page.getByText("Invalid email or password")).toBeVisible();
});

test("a page that can't be had right now says so, and can be tried again", async ({ page, problems }) => {
  problems.expect(/^503 GET \/products\.data/);
  await openPage(page, "/");
  await page.route("**/products.data*", (route) => route.fulfill({ status: 503, body: "Service Unavailable" }));
  await page.getByRole("link", { name: "Shop Now" }).click();
  await expect(page.getByRole("heading", { name: "We will be right back" })).toBeVisible();
  await expect(page).toHaveTitle(/^We will be right back/);
  await page.unroute("**/products.data*");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Products" })).toBeVisible();
});

/** Keeps everybody else from writing, as another process that is at work. @returns how that ends */
function lockDatabase({ dataFolder }: RunningShop) {
  const database = new DatabaseSync(join(dataFolder, "shop.db"), { timeout: 10_000 });
  database.exec("begin immediate");
  return () => database.close();
}
