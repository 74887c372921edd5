import type { Page } from "@playwright/test";
import { holdRequests } from "./hold-requests.ts";
import { openPage } from "./open-page.ts";
import { importProducts, ordersOf, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import {
  addToCart,
  expectBadge,
  fillCart,
  fillPayment,
  fillSignIn,
  lineOf,
  loseNextAnswer,
  purchaseButton,
  receiptNumber,
  signInButton,
  signUpVerified,
} from "./shopper.ts";

const tea = productOf({ id: "oolong", title: "Oolong Tea", price: 12.5, stock: 50 });
const cup = productOf({ id: "tea-cup", title: "Tea Cup", price: 9, stock: 50 });

test("items that another tab adds during a purchase stay in the cart; bought items leave once", async ({
  page,
  context,
  shop,
}) => {
  await importProducts(shop, tea, cup);
  const email = await signUpVerified(page, shop);
  await fillCart(page, tea, tea);
  const other = await context.newPage();
  await openPage(page, "/checkout");
  await openPage(other, "/checkout");
  const requests = [await holdRequests(page, "POST", "/orders"), await holdRequests(other, "POST", "/orders")];
  for (const tab of [page, other]) {
    await fillPayment(tab);
    await purchaseButton(tab).click();
  }
  const third = await context.newPage();
  await addToCart(third, cup);
  await addToCart(third, tea);
  await expectBadge(third, 4);
  for (const held of requests) await held.letGo();
  const orderNumber = await receiptNumber(page);
  expect(await receiptNumber(other)).toBe(orderNumber);
  expect(await ordersOf(shop, email)).toHaveLength(1);
  for (const tab of [page, other, third]) await expectBadge(tab, 2);
  await openPage(page, "/cart");
  await expect(lineOf(page, tea)).toContainText("$12.50");
  await expect(lineOf(page, cup)).toContainText("$9.00");
});

test("the checkout keeps its lines and says Processing... until the receipt has loaded", async ({ page, shop }) => {
  await importProducts(shop, tea);
  await signUpVerified(page, shop);
  await fillCart(page, tea);
  await openPage(page, "/checkout");
  await fillPayment(page);
  const receipt = await holdRequests(page, "GET", "/order-confirmation/");
  await purchaseButton(page).click();
  await expectBadge(page, 0);
  await expect(page.getByRole("button", { name: "Processing..." })).toBeInViewport();
  await expect(lineOf(page, tea)).toBeVisible();
  await receipt.letGo();
  await receiptNumber(page);
});

test("after a lost response, opening the receipt removes bought items and keeps newer ones", async ({
  page,
  context,
  shop,
  problems,
}) => {
  await importProducts(shop, tea, cup);
  const email = await signUpVerified(page, shop);
  await fillCart(page, tea, tea);
  await openPage(page, "/checkout");
  await fillPayment(page);
  problems.expect(/^net::ERR_CONNECTION_RESET POST \/orders/);
  await loseNextAnswer(page);
  await purchaseButton(page).click();
  await expect(page.getByText("Network error. Please check your connection.")).toBeVisible();
  const other = await context.newPage();
  await addToCart(other, cup);
  const [order] = await ordersOf(shop, email);
  for (const tab of [other, page]) {
    await openPage(tab, `/order-confirmation/${order?.orderNumber}`);
    await expectBadge(tab, 1);
  }
  await openPage(page, "/cart");
  await expect(lineOf(page, cup)).toBeVisible();
});

test("items that another device adds during a purchase stay; bought items leave on both", async ({
  page,
  anotherBrowser,
  shop,
}) => {
  await importProducts(shop, tea, cup);
  const email = await signUpVerified(page, shop);
  await addToCart(page, tea);
  await addToCart(page, tea);
  await expectSaved(page, 2);
  const phone = await anotherBrowser();
  await openPage(phone, "/sign-in");
  await fillSignIn(phone, email);
  await signInButton(phone).click();
  await expect(phone).toHaveURL("/");
  await expectBadge(phone, 2);

  await openPage(page, "/checkout");
  await fillPayment(page);
  const held = await holdRequests(page, "POST", "/orders");
  await purchaseButton(page).click();
  await addToCart(phone, cup);
  await addToCart(phone, tea);
  await expectSaved(phone, 4);
  await held.letGo();
  await receiptNumber(page);
  await expectBadge(page, 2);
  await expectSaved(phone, 2);
  await openPage(phone, "/cart");
  await expect(lineOf(phone, tea)).toContainText("$12.50");
  await expect(lineOf(phone, cup)).toContainText("$9.00");
});

/** Waits until the saved cart of the page's customer has this many items. */
async function expectSaved(page: Page, pieces: number) {
  await expect
    .poll(async () => {
      const { lines } = await (await page.request.get("/cart/saved")).json();
      return lines.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0);
    })
    .toBe(pieces);
}
