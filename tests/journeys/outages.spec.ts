import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { RunningShop } from "../support/running-shop.ts";
import { goOffline, openPage } from "./open-page.ts";
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
  // Logged once a minute.
  problems.allow(/^server: .*Database unavailable/);
  problems.allow(/^server: .*job queue failed/i);
  // Requests that pages send by themselves: the saved cart, the cart's products, and scripts that load last.
  problems.allow(/^(503|net::ERR_\w+) \w+ \/(cart|assets)\//);
  // React Router's words for a module that can't be fetched.
  problems.allow(/^console error: (Error loading route module|TypeError: Failed to fetch dynamically imported module)/);
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
  await expect(page.getByText("We can't reach the shop right now. Your cart is still here")).toBeVisible({
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
  const sent = page.waitForRequest("/orders");
  await purchaseButton(page).click();
  await sent;
  const startAgain = await shop.kill();
  await expect(page.getByText("Order not confirmed")).toBeVisible();
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
  await expect(page.getByText("We can't reach the shop right now. Nothing is lost")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByLabel("Email")).toHaveValue(email);
  unlock();
  problems.expect(/^422 POST \/sign-in/);
  await signInButton(page).click();
  await expect(page.getByText("Invalid email or password")).toBeVisible();
});

const gatewayPages = [
  { status: 502, contentType: "text/html", body: "<html><h1>502 Bad Gateway</h1></html>" },
  { status: 500, json: { message: "Internal server error" } },
  { status: 403, json: { success: false, errors: [{ code: 1020 }] } },
  { status: 200, contentType: "text/html", body: "<html><h1>Welcome to the hotel's network</h1></html>" },
];

test("an order answered by a gateway isn't called unplaced; pressed again, there is one order", async ({
  page,
  shop,
  problems,
}) => {
  problems.allow(/^(502|500|403) POST \/orders/);
  await importProducts(shop, tray);
  const email = await signUpVerified(page, shop);
  await fillCart(page, tray);
  await openPage(page, "/checkout");
  await fillPayment(page);
  for (const answer of gatewayPages) {
    await page.route("**/orders", async (route) => {
      await route.fetch();
      await route.fulfill(answer);
    });
    // The text of the answer before stays on the page.
    const answered = page.waitForResponse("/orders");
    await purchaseButton(page).click();
    await (await answered).finished();
    await expect(page.getByText("We couldn't confirm your order. Please try again in a moment.")).toBeVisible();
    await expect(page.getByText("wasn't placed")).toHaveCount(0);
    await expect(page).toHaveURL("/checkout");
    await page.unroute("**/orders");
  }
  await purchaseButton(page).click();
  const orderNumber = await receiptNumber(page);
  expect(await ordersOf(shop, email)).toMatchObject([{ orderNumber }]);
});

test("a sign-in answered by a gateway is an unexpected error, and what was typed stays", async ({ page, problems }) => {
  problems.allow(/^(502|500|403) POST \/sign-in/);
  const email = newEmail();
  await openPage(page, "/sign-in");
  await fillSignIn(page, email);
  for (const answer of gatewayPages) {
    await page.route("**/sign-in.data*", (route) => route.fulfill(answer));
    await signInButton(page).click();
    await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
    await expect(page.getByText("An unexpected error occurred. Please try again.")).toHaveCount(0);
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.unroute("**/sign-in.data*");
  }
});

test("a page that can't be had right now says so, and can be tried again", async ({ page, problems }) => {
  problems.expect(/^503 GET \/products\.data/);
  await openPage(page, "/");
  await page.route("**/products.data*", (route) => route.fulfill({ status: 503, body: "Service Unavailable" }));
  await page.getByRole("link", { name: "Shop Now" }).click();
  await expect(page.getByRole("heading", { name: "We'll be right back" })).toBeVisible();
  await expect(page).toHaveTitle(/^We'll be right back/);
  await page.unroute("**/products.data*");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Products" })).toBeVisible();
});

test("without a network, pointing at links leaves a page and what was typed into it as they were", async ({
  page,
  problems,
}) => {
  problems.allow(/^net::ERR_INTERNET_DISCONNECTED GET/);
  await openPage(page, "/contact");
  await page.getByLabel("Message").fill("Where is my tea?");
  await goOffline(page);
  const asked = page.waitForRequest("**/assets/about-*.js");
  await page.getByRole("banner").getByRole("link", { name: "About" }).hover();
  await asked;
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("First name is required"), "the page still works").toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Where is my tea?");
});

for (const [words, hasEnd] of [
  ["in words that came with the page before", true],
  ["in plain words where those didn't come", false],
]) {
  test(`a link that is pressed without a network says that its page can't be had, and leads there later, ${words}`, async ({
    page,
    problems,
  }) => {
    problems.allow(/^net::ERR_INTERNET_DISCONNECTED GET/);
    problems.allow(/^net::ERR_FAILED GET \/assets\/deferred-page-parts-/);
    const end = "**/assets/deferred-page-parts-*.js";
    if (!hasEnd) await page.route(end, (route) => route.abort());
    const asked = page.waitForRequest(end);
    await openPage(page, "/contact");
    await asked;
    // A part of the page that waits for its scripts keeps React from showing another page.
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await page.getByRole("banner").getByRole("link", { name: "About" }).click();
    await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
    await page.unrouteAll();
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page).toHaveURL("/about");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Torg");
  });
}

test("of several links that are pressed without a network, the last one is tried again", async ({ page, problems }) => {
  problems.allow(/^net::ERR_INTERNET_DISCONNECTED GET/);
  await openPage(page, "/contact");
  // While the page's end waits for its scripts, React shows the first of them only.
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  const again = page.getByRole("link", { name: "Try again" });
  for (const [name, path] of [
    ["About", "/about"],
    ["Home", "/"],
  ] as const) {
    await page.getByRole("banner").getByRole("link", { name }).click();
    await expect(again).toHaveAttribute("href", path);
  }
  await page.context().setOffline(false);
  await again.click();
  await expect(page.getByRole("link", { name: "Shop Now" })).toBeVisible();
});

test("where a script of a page's end got lost, its links lead on as soon as it can be had", async ({
  page,
  problems,
}) => {
  problems.expect(/^net::ERR_FAILED GET \/assets\/deferred-page-parts-/);
  await page.route("**/assets/deferred-page-parts-*.js", (route) => route.abort(), { times: 1 });
  await openPage(page, "/contact");
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Torg");
});

test("a page of an earlier build still navigates to all others", async ({ page, problems }) => {
  problems.expect(/^404 GET \/assets\/about-/);
  await openPage(page, "/contact");
  const gone = "**/assets/about-*.js";
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  await page.route("/about", async (route) => {
    await page.unroute(gone);
    await route.continue();
  });
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Torg");
  await expect(page).toHaveURL("/about");
});

/** Keeps everybody else from writing, as another process that is at work. @returns how that ends */
function lockDatabase({ dataFolder }: RunningShop) {
  const database = new DatabaseSync(join(dataFolder, "shop.db"), { timeout: 10_000 });
  database.exec("begin immediate");
  return () => database.close();
}
