import type { Page } from "@playwright/test";
import { findWholeChromium } from "../../scripts/test-machinery.mjs";
import type { RunningShop } from "../support/running-shop.ts";
import { inDatabase } from "./in-database.ts";
import { openPage } from "./open-page.ts";
import { importProducts, productOf } from "./owner.ts";
import { test as base, expect } from "./shop-test.ts";
import { addToCart, expectBadge, fillCart, lemons, orderFor, signUpVerified } from "./shopper.ts";

/** A browser that brings pages back as they were, as people's browsers do; the tests' usual one never does. */
const test = base.extend({
  launchOptions: [
    ({ launchOptions }, use) => {
      const { ignoreDefaultArgs: ignored } = launchOptions;
      const ignoreDefaultArgs = [...(Array.isArray(ignored) ? ignored : []), "--disable-back-forward-cache"];
      return use({ ...launchOptions, executablePath: findWholeChromium(), ignoreDefaultArgs });
    },
    { scope: "worker" },
  ],
});

// The whole Chromium takes long to start, so one is enough.
test.describe.configure({ mode: "default" });

// Security: 8.2.1
test("after a sign-out, Back shows nothing of the customer's pages", async ({ page, shop }) => {
  const opened = await openOwnPages(page, shop);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("/");
  await goBack(page);
  await expect(page.getByRole("heading", { name: "About Torg" })).toBeVisible();
  await expectBackToShowNothing(page, opened);
});

// Security: 8.2.1
test("Back shows nothing of a customer's pages when the session has ended elsewhere", async ({ page, shop }) => {
  const opened = await openOwnPages(page, shop);
  inDatabase(shop, `delete from "session"`);
  await expectBackToShowNothing(page, opened);
});

test("Back restores a visitor's page as they left it, with the current cart", async ({ page }) => {
  await openPage(page, "/products/lemons");
  await leaveMark(page);
  await addToCart(page, { id: "kiwis", title: "Kiwis" });
  await goBack(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unwaxed Lemons");
  expect(await markOf(page)).toBe(true);
  await expectBadge(page, 1);
});

test("after a sign-in, Back reloads a visitor's page", async ({ page, shop }) => {
  await openPage(page, "/about");
  await leaveMark(page);
  await signUpVerified(page, shop);
  await openPage(page, "/contact");
  await goBack(page);
  await expect(page).toHaveURL(/\/about/);
  await expect(page.getByRole("link", { name: "Profile" })).toBeVisible();
});

test("Back also reloads a page that the router navigated to", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  await openPage(page, "/about");
  await leaveMark(page);
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await page.goto("/contact");
  inDatabase(shop, `delete from "session"`);
  await goBack(page);
  await expect(page).toHaveURL(/\/sign-in\?from=profile/);
  expect(await markOf(page)).toBe(false);
});

test("Back from a product leads to the other one, though their ids differ by a slash that is written out", async ({
  page,
  shop,
}) => {
  await importProducts(shop, productOf({ id: "a/b", title: "Slash" }), productOf({ id: "a%2Fb", title: "Percent" }));
  await openPage(page, "/products");
  for (const title of ["Slash", "Percent"]) {
    const product = page.getByRole("article").filter({ hasText: title });
    await product.getByRole("link", { name: "Details" }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    if (title === "Slash") await page.getByRole("banner").getByRole("link", { name: "Products" }).click();
  }
  await page.evaluate(() => history.go(-2));
  await expect(page.getByRole("heading", { name: "Slash" })).toBeVisible();
});

/** Opens pages that only their customer may see, then one that all may. @returns what each shows of the customer, and where it leads a visitor */
async function openOwnPages(page: Page, shop: RunningShop) {
  const email = await signUpVerified(page, shop);
  const number = await orderFor(shop, email, lemons);
  await fillCart(page, lemons);
  const pages = [
    { path: "/profile", own: email, signIn: "/sign-in?from=profile" },
    { path: "/checkout", own: lemons.title, signIn: "/sign-in?from=cart" },
    { path: `/order-confirmation/${number}`, own: lemons.title, signIn: `/sign-in?from=order-${number}` },
  ];
  for (const { path, own } of pages) {
    await openPage(page, path);
    // Also a page whose scripts haven't run yet when it is left.
    if (path.endsWith(number)) await page.reload();
    await expect(page.getByRole("main").getByText(own).first()).toBeVisible();
  }
  await openPage(page, "/about");
  return pages;
}

/** Goes back over the pages, last first. Each leads to signing in, in its own place. */
async function expectBackToShowNothing(page: Page, opened: { own: string; signIn: string }[]) {
  for (const { own, signIn } of opened.toReversed()) {
    await goBack(page);
    await expect(page).toHaveURL(signIn);
    await expect(page.getByText(own)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  }
}

/** As the browser's button does, which waits for nothing of the page that comes. */
function goBack(page: Page) {
  return page.evaluate(() => void setTimeout(() => history.back()));
}

function leaveMark(page: Page) {
  return page.evaluate(() => {
    (window as { mark?: boolean }).mark = true;
  });
}

function markOf(page: Page) {
  return page.evaluate(() => (window as { mark?: boolean }).mark === true);
}
