import type { Page } from "@playwright/test";
import { addDays, dayOf, formatDay } from "#shop/values/days.ts";
import { verificationLink } from "./mails.ts";
import { openPage, reloadPage } from "./open-page.ts";
import { importProducts, ordersOf, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import {
  addToCart,
  buy,
  card,
  cartLink,
  expectBadge,
  fillCart,
  fillPayment,
  fillSignUp,
  lineOf,
  loseNextAnswer,
  newEmail,
  purchaseButton,
  receiptNumber,
  signUpVerified,
  stockOf,
} from "./shopper.ts";

const teapot = productOf({ id: "teapot", title: "Stoneware Teapot", price: 45.5, stock: 10, brand: "Leire" });
const mug = productOf({ id: "mug", title: "Enamel Mug", price: 9.99, stock: 12 });

test("a visitor browses, signs up at checkout, verifies their email and buys", { tag: "@phone" }, async ({
  page,
  shop,
  anotherBrowser,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await importProducts(shop, teapot, mug);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));

  await openPage(page, "/");
  await page.getByRole("link", { name: "Shop Now" }).click();
  await page.getByLabel("Filter").selectOption("groceries");
  await page.getByLabel("Sort by").selectOption("highestPrice");
  await page.getByRole("article", { name: teapot.title }).getByRole("link", { name: "Details" }).click();
  await expect(page.getByRole("heading", { level: 1, name: teapot.title })).toBeVisible();
  await page.getByRole("button", { name: "Add to cart" }).click();
  await expect(page.getByText("✅ Added to Cart")).toBeVisible();
  await expect(page.getByText("Stoneware Teapot has been added to your cart!")).toBeVisible();
  await page.getByRole("button", { name: "Add to cart" }).click();
  await addToCart(page, mug);
  await expectBadge(page, 3);

  await cartLink(page).click();
  await expect(lineOf(page, teapot)).toContainText("$91.00");
  await expect(page.getByText("$100.99")).toBeVisible();
  await page.getByRole("button", { name: "To Checkout" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  const email = newEmail();
  await fillSignUp(page, email);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Account Created!")).toBeVisible();
  await expect(page).toHaveURL("/verify-email");

  const elsewhere = await anotherBrowser();
  await openPage(elsewhere, await verificationLink(shop, email));
  await elsewhere.getByRole("button", { name: "Verify email" }).click();
  await expect(elsewhere).toHaveURL("/sign-in?from=cart");
  await expect(page.getByText("Email verified 🥳 Redirecting to the main page")).toBeVisible();
  await expect(page).toHaveURL("/checkout");

  await fillPayment(page);
  await purchaseButton(page).click();
  const orderNumber = await receiptNumber(page);
  expect(orderNumber).toMatch(/^[A-Z0-9]{10}$/);
  const orders = await ordersOf(shop, email);
  expect(orders).toMatchObject([{ orderNumber, totalPrice: "100.99" }]);
  await expectReceipt(page, orderNumber, dayOf(Date.parse(String(orders[0]?.createdAt)), "Europe/Oslo"));
  await expectBadge(page, 0);
  expectNoCard(requests);
  await cartLink(page).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  expect(await stockOf(page, teapot)).toBe(8);
  expect(await stockOf(page, mug)).toBe(11);
});

test("pressing Complete Purchase twice makes one order", async ({ page, shop }) => {
  await importProducts(shop, mug);
  const email = await signUpVerified(page, shop);
  await fillCart(page, mug);
  await openPage(page, "/checkout");
  await fillPayment(page);
  await purchaseButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await receiptNumber(page);
  expect(await ordersOf(shop, email)).toHaveLength(1);
  expect(await stockOf(page, mug)).toBe(11);
});

test("retrying after a lost response and a reload finds the placed order", async ({ page, shop, problems }) => {
  await importProducts(shop, mug);
  const email = await signUpVerified(page, shop);
  await fillCart(page, mug);
  await openPage(page, "/checkout");
  await fillPayment(page);
  problems.expect(/^net::ERR_CONNECTION_RESET POST \/orders/);
  await loseNextAnswer(page);
  await purchaseButton(page).click();
  await expect(page.getByText("Network error. Please check your connection.")).toBeVisible();
  await reloadPage(page);
  await fillPayment(page);
  await purchaseButton(page).click();
  await receiptNumber(page);
  expect(await ordersOf(shop, email)).toHaveLength(1);
  expect(await stockOf(page, mug)).toBe(11);
});

test("buying the same items again places a new order", async ({ page, shop }) => {
  await importProducts(shop, mug);
  await signUpVerified(page, shop);
  await addToCart(page, mug);
  const first = await buy(page);
  await addToCart(page, mug);
  const second = await buy(page);
  expect(second).not.toBe(first);
  expect(await stockOf(page, mug)).toBe(10);
});

async function expectReceipt(page: Page, orderNumber: string, day: string) {
  const receipt = page.getByRole("main");
  const delivery = addDays(day, 3);
  for (const fact of [
    `Order number ${orderNumber}`,
    `Date ${formatDay(day, "en")}`,
    "Payment method Visa",
    "Payment status Paid",
    "Shipping address Storgata 1, 0155 Oslo",
    `Estimated delivery ${formatDay(delivery, "en")}`,
    "Subtotal $100.99",
    "Shipping Free",
    "Total $100.99",
  ]) {
    await expect(receipt).toContainText(fact, { useInnerText: true });
  }
  await expect(lineOf(page, teapot)).toContainText(/Leire.*\$45\.50.*2/);
  await expect(lineOf(page, mug)).toContainText(/\$9\.99.*1/);
  await expect(page.getByRole("button", { name: "Print receipt" })).toBeVisible();
}

/** Whole words only: short numbers are part of many others. */
function expectNoCard(requests: string[]) {
  expect(requests.some((request) => request.includes("/orders"))).toBe(true);
  for (const request of requests.map(decoded)) {
    const words = request.split(/[^\p{L}\p{N}]+/u);
    for (const secret of [card.number, card.month, card.year, card.cvv]) expect(words).not.toContain(secret);
    for (const number of [card.number, card.groupedNumber]) expect(request).not.toContain(number);
    expect(request).not.toContain(card.name);
  }
}

function decoded(request: string) {
  return decodeURIComponent(request.replaceAll("+", " ").replace(/%(?![0-9a-f]{2})/gi, "%25"));
}
