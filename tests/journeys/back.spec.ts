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
      const ignoreDefaultArgs = ["--disable-back-forward-cache"];
      return use({ ...launchOptions, executablePath: findWholeChromium(), ignoreDefaultArgs });
    },
    { scope: "worker" },
  ],
});

for (const path of ["/profile", "/checkout", "/order-confirmation/"]) {
  test(`Back shows nothing of ${path} to whoever comes after a sign-out`, async ({ page, shop }) => {
    const own = await openOwnPage(page, shop, path);
    await openPage(page, "/about");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("/");
    await page.evaluate(() => history.go(-2));
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByText(own)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  test(`Back shows nothing of ${path} when the session has ended elsewhere`, async ({ page, shop }) => {
    const own = await openOwnPage(page, shop, path);
    await openPage(page, "/about");
    inDatabase(shop, `delete from "session"`);
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByText(own)).toHaveCount(0);
  });
}

test("Back brings a visitor's page as it was left, with the cart as it is", async ({ page }) => {
  await openPage(page, "/products/lemons");
  await leaveMark(page);
  await addToCart(page, { id: "kiwis", title: "Kiwis" });
  await page.evaluate(() => history.back());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unwaxed Lemons");
  expect(await markOf(page)).toBe(true);
  await expectBadge(page, 1);
});

test("Back brings a visitor's page anew once somebody has signed in", async ({ page, shop }) => {
  await openPage(page, "/about");
  await leaveMark(page);
  await signUpVerified(page, shop);
  await openPage(page, "/contact");
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/about/);
  await expect(page.getByRole("link", { name: "Profile" })).toBeVisible();
});

test("a page that the router led to is asked for anew too", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  await openPage(page, "/about");
  await leaveMark(page);
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await page.goto("/contact");
  inDatabase(shop, `delete from "session"`);
  await page.evaluate(() => history.back());
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

async function openOwnPage(page: Page, shop: RunningShop, path: string) {
  const email = await signUpVerified(page, shop);
  if (path === "/checkout") await fillCart(page, lemons);
  await openPage(page, path === "/order-confirmation/" ? path + (await orderFor(shop, email, lemons)) : path);
  // Also a page whose scripts haven't run yet when it is left.
  if (path === "/order-confirmation/") await page.reload();
  const own = path === "/profile" ? email : lemons.title;
  await expect(page.getByRole("main").getByText(own).first()).toBeVisible();
  return own;
}

function leaveMark(page: Page) {
  return page.evaluate(() => {
    (window as { mark?: boolean }).mark = true;
  });
}

function markOf(page: Page) {
  return page.evaluate(() => (window as { mark?: boolean }).mark === true);
}
