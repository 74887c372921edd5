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

test("an address that was corrected after a lost answer: the first order is shown, and nothing more is ordered", async ({
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
  const told = page.getByRole("alert").filter({ hasText: "Your first try went through" });
  await expect(told).toContainText(`order ${order?.orderNumber} stands as you sent it then`);
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expectBadge(page, 0);
  expect(await ordersOf(shop, email)).toMatchObject([{ totalPrice: "9.99", billingAddress: "Storgata 1, 0155 Oslo" }]);
  await told.getByRole("link", { name: `See order ${order?.orderNumber}` }).click();
  expect(await receiptNumber(page)).toBe(order?.orderNumber);
});

test("what was put into the cart after a lost answer stays there, and is bought when it is asked for again", async ({
  page,
  shop,
  problems,
}) => {
  const email = await buyWithLostAnswer(page, shop);
  problems.expect(/^net::ERR_CONNECTION_RESET POST \/orders/);
  problems.expect(/^409 POST \/orders/);
  const more = page.getByRole("button", { name: "Increase quantity of Enamel Mug" });
  await more.click();
  await more.click();
  await purchaseButton(page).click();
  await expect(page.getByRole("alert")).toContainText("What is still in your cart is not part of that order.");
  await expectBadge(page, 2);
  await expect(lineOf(page, mug)).toContainText("$19.98");
  expect(await ordersOf(shop, email)).toMatchObject([{ totalPrice: "9.99" }]);
  await purchaseButton(page).click();
  await receiptNumber(page);
  expect(await ordersOf(shop, email)).toMatchObject([{ totalPrice: "19.98" }, { totalPrice: "9.99" }]);
});

test("what was changed after an order that never arrived is ordered as it is now, once", async ({
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

test("delivery that costs something is in every total; what it costs by now is told before anything is ordered", async ({
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
    const told = page.getByRole("alert").filter({ hasText: "Nothing was ordered yet: shipping has changed." });
    await expect(told).toContainText("Shipping now costs $6.90 instead of $4.90.");
    await expect(told).toContainText(/Total\s*Before: \$14\.89\s*Now: \$16\.89/);
    expect(await ordersOf(shop, email)).toEqual([]);
    await expectTotals(page, "Shipping", "$6.90", "Total", "$16.89");
    await expect(page.getByRole("contentinfo")).toContainText("Costs $6.90, whatever your order comes to");
    await purchaseButton(page).click();
    await receiptNumber(page);
    await expectTotals(page, "Subtotal", "$9.99", "Shipping", "$6.90", "Total", "$16.89");
    expect(await ordersOf(shop, email)).toMatchObject([{ totalPrice: "16.89", deliveryPrice: "6.90" }]);
  } finally {
    await setDelivery(inside, {});
  }
});

test("a failure that comes twice is told twice", async ({ page, shop, problems }) => {
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
  const inTurn = texts.map((text) => text.replaceAll(/[$.]/g, "\\$&")).join(".*");
  await expect(page.getByRole("main")).toContainText(new RegExp(inTurn, "s"));
}

/** Somebody verified, at the checkout with a mug, the form filled in. @returns their email */
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
