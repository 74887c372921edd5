import type { Page } from "@playwright/test";
import type { RunningShop } from "../support/running-shop.ts";
import { setDelivery } from "../support/set-delivery.ts";
import { openPage } from "./open-page.ts";
import { importProducts, ordersOf, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import {
  expectBadge,
  fillCart,
  fillPayment,
  lineOf,
  loseNextAnswer,
  purchaseButton,
  receiptNumber,
  signUpVerified,
} from "./shopper.ts";

const mug = productOf({ id: "mug", title: "Enamel Mug", price: 9.99, stock: 12 });

test("correcting the address after a lost response shows the first order and places no other", async ({
  page,
  shop,
  problems,
}) => {
  const email = await buyWithLostAnswer(page, shop);
  problems.expect(/^net::ERR_CONNECTION_RESET POST \/orders/);
  problems.expect(/^409 POST \/orders/);
  await page.getByLabel("Billing Address").fill("Nygata 2, 0159 Oslo");
  await purchaseButton(page).click();
  const [order] = await ordersOf(shop, email);
  const told = page.getByRole("alert").filter({ hasText: "was already placed" });
  await expect(told).toContainText(`Your order ${order?.orderNumber} was already placed`);
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expectBadge(page, 0);
  expect(await ordersOf(shop, email)).toMatchObject([{ totalPrice: "9.99", billingAddress: "Storgata 1, 0155 Oslo" }]);
  await told.getByRole("link", { name: `View order ${order?.orderNumber}` }).click();
  expect(await receiptNumber(page)).toBe(order?.orderNumber);
});

test("items added after a lost response stay in the cart and can be bought next", async ({ page, shop, problems }) => {
  const email = await buyWithLostAnswer(page, shop);
  problems.expect(/^net::ERR_CONNECTION_RESET POST \/orders/);
  problems.expect(/^409 POST \/orders/);
  const more = page.getByRole("button", { name: "Increase quantity of Enamel Mug" });
  await more.click();
  await more.click();
  await purchaseButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Items still in your cart aren't part of that order.");
  await expectBadge(page, 2);
  await expect(lineOf(page, mug)).toContainText("$19.98");
  expect(await ordersOf(shop, email)).toMatchObject([{ totalPrice: "9.99" }]);
  await purchaseButton(page).click();
  await receiptNumber(page);
  expect(await ordersOf(shop, email)).toMatchObject([{ totalPrice: "19.98" }, { totalPrice: "9.99" }]);
});

test("changes after an order that never arrived are ordered once, as they are now", async ({
  page,
  shop,
  problems,
}) => {
  const email = await readyToBuy(page, shop);
  problems.expect(/^net::ERR_CONNECTION_RESET POST \/orders/);
  await page.route("**/orders", (route) => route.abort("connectionreset"), { times: 1 });
  await purchaseButton(page).click();
  await expect(page.getByText("Network error. Please check your connection.")).toBeVisible();
  await page.getByLabel("Billing Address").fill("Nygata 2, 0159 Oslo");
  await purchaseButton(page).click();
  await receiptNumber(page);
  expect(await ordersOf(shop, email)).toMatchObject([{ billingAddress: "Nygata 2, 0159 Oslo" }]);
});

test("every total includes the shipping cost, and a new cost is reported before ordering", async ({
  page,
  shop,
  problems,
}) => {
  const inside = await shop.inside();
  try {
    await setDelivery(inside, { price: "4.90", freeFrom: "25", days: "5" });
    await expect.poll(async () => (await page.request.get("/cart")).text()).toContain("$4.90");
    const email = await readyToBuy(page, shop);
    await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
    await expect(page.getByText("Add $15.01 more for free shipping")).toBeVisible();
    await expectTotals(page, "Shipping", "$4.90", "Total", "$14.89");
    await page.getByRole("button", { name: "To Checkout" }).click();
    await fillPayment(page);
    await setDelivery(inside, { price: "6.90" });
    problems.expect(/^409 POST \/orders/);
    await purchaseButton(page).click();
    const told = page.getByRole("alert").filter({ hasText: "because the shipping cost has changed." });
    await expect(told).toContainText("Shipping is now $6.90 (was $4.90).");
    await expect(told).toContainText(/Total\s*Before: \$14\.89\s*Now: \$16\.89/);
    expect(await ordersOf(shop, email)).toEqual([]);
    await expectTotals(page, "Shipping", "$6.90", "Total", "$16.89");
    await expect(page.getByRole("contentinfo")).toContainText("$6.90 on every order");
    await purchaseButton(page).click();
    await receiptNumber(page);
    await expectTotals(page, "Subtotal", "$9.99", "Shipping", "$6.90", "Total", "$16.89");
    expect(await ordersOf(shop, email)).toMatchObject([{ totalPrice: "16.89", deliveryPrice: "6.90" }]);
  } finally {
    await setDelivery(inside, {});
  }
});

test("a repeated failure shows its toast again", async ({ page, shop, problems }) => {
  await page.clock.install();
  await readyToBuy(page, shop);
  problems.expect(/^net::ERR_CONNECTION_RESET POST \/orders/);
  await page.route("**/orders", (route) => route.abort("connectionreset"));
  const told = page.getByText("Network error. Please check your connection.");
  for (let time = 0; time < 2; time++) {
    await purchaseButton(page).click();
    await expect(told).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.runFor(10_000);
    await expect(told).toHaveCount(0);
  }
});

/** What a cart, or a receipt, adds up: names and amounts in turn. */
async function expectTotals(page: Page, ...texts: string[]) {
  const inOrder = texts.map((text) => text.replaceAll(/[$.]/g, "\\$&")).join(".*");
  await expect(page.getByRole("main")).toContainText(new RegExp(inOrder, "s"));
}

/** A verified customer at the checkout with a mug and a completed form. @returns their email */
async function readyToBuy(page: Page, shop: RunningShop) {
  await importProducts(shop, mug);
  const email = await signUpVerified(page, shop);
  await fillCart(page, mug);
  await openPage(page, "/checkout");
  await fillPayment(page);
  return email;
}

async function buyWithLostAnswer(page: Page, shop: RunningShop) {
  const email = await readyToBuy(page, shop);
  await loseNextAnswer(page);
  await purchaseButton(page).click();
  await expect(page.getByText("Network error. Please check your connection.")).toBeVisible();
  return email;
}
