import { openPage, reloadPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import {
  addToCart,
  buy,
  expectBadge,
  fillCart,
  fillSignIn,
  honey,
  lemons,
  lineOf,
  password,
  signInButton,
  signUpVerified,
} from "./shopper.ts";

test("a signed-in customer's cart syncs to another device; Reload and purchases never duplicate or revive items", async ({
  page,
  anotherBrowser,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  await addToCart(page, honey);
  await expectSaved(page, 1);
  const phone = await anotherBrowser();
  await fillCart(phone, lemons, honey);
  await openPage(phone, "/sign-in");
  await expectBadge(phone, 2);
  await fillSignIn(phone, email);
  await signInButton(phone).click();
  await expect(phone.getByText("Cart updated")).toHaveCount(0);
  await expect(phone).toHaveURL("/");
  await expectSaved(phone, 2);
  await reloadPage(page);
  await expect(page.getByText("Items you added on another device are now in this cart.")).toBeVisible();
  await expectBadge(page, 2);
  for (const device of [page, phone]) {
    await openPage(device, "/cart");
    await reloadPage(device);
    await expect(lineOf(device, honey)).toContainText("$12.95");
    await expectBadge(device, 2);
  }
  await buy(phone);
  await expectSaved(phone, 0);
  await reloadPage(page);
  await expectBadge(page, 0);
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
});

test("a deleted account's cart leaves its browser in all tabs, and no other cart does", async ({
  page,
  anotherBrowser,
  shop,
}) => {
  await signUpVerified(page, shop);
  await addToCart(page, honey);
  await expectSaved(page, 1);
  const tab = await page.context().newPage();
  await openPage(tab, "/cart");
  await expect(lineOf(tab, honey)).toBeVisible();
  await openPage(page, "/account");
  const section = page.getByRole("region", { name: "Delete account" });
  await section.locator("summary").click();
  await section.getByLabel("Current password").fill(password);
  await section.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByRole("heading", { name: "Your account was deleted" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY), "its top is shown").toBe(0);
  await expectBadge(page, 0);
  await expect(tab.getByText("Your cart is empty.")).toBeVisible();

  const address = page.url();
  for (const visitor of [page, await anotherBrowser()]) {
    await addToCart(visitor, lemons);
    await openPage(visitor, address);
    await expectBadge(visitor, 1);
  }
});

test("what a customer leaves in a browser doesn't get into the next one's cart, and what was added since does", async ({
  page,
  shop,
}) => {
  await signUpVerified(page, shop);
  await addToCart(page, honey);
  await expectSaved(page, 1);
  await page.context().clearCookies();
  await addToCart(page, lemons);
  await expectBadge(page, 2);
  await signUpVerified(page, shop);
  await openPage(page, "/cart");
  await expectSaved(page, 1);
  await expect(lineOf(page, lemons)).toBeVisible();
  await expect(lineOf(page, honey)).toHaveCount(0);
  await expectBadge(page, 1);
});

test("an item removed and added again before the sync confirmed stays in the cart", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith("/cart/saved") && answer.request().method() === "POST",
  );
  await addToCart(page, honey);
  await (await kept).finished();
  const known = page.waitForResponse("/cart/saved");
  await openPage(page, "/cart");
  await (await known).finished();

  const { promise: added, resolve: goOn } = Promise.withResolvers<void>();
  let isAdded = false;
  await page.route("/cart/saved", async (route) => {
    if (route.request().method() === "POST" && !isAdded) return void (await route.fetch());
    await added;
    await route.continue();
  });
  await lineOf(page, honey).getByRole("button", { name: "Remove" }).click();
  await expectSaved(page, 0);
  await addToCart(page, honey);
  const answered = page.waitForResponse("/cart/saved");
  isAdded = true;
  goOn();
  await (await answered).finished();
  await expectSaved(page, 1);
  await expectBadge(page, 1);
});

test("an answer that comes after another tab has removed an item doesn't revive it", async ({
  page,
  context,
  shop,
}) => {
  await signUpVerified(page, shop);
  await addToCart(page, honey);
  await expectSaved(page, 1);
  await openPage(page, "/cart");
  const other = await context.newPage();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: removed, resolve: goOn } = Promise.withResolvers<void>();
  await other.route(
    "/cart/saved",
    async (route) => {
      const answer = await route.fetch();
      ask();
      await removed;
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
  await openPage(other, "/");
  await asked;
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith("/cart/saved") && answer.request().method() === "POST",
  );
  await lineOf(page, honey).getByRole("button", { name: "Remove" }).click();
  await (await kept).finished();
  await expectBadge(other, 0);
  const askedAgain = other.waitForRequest("/cart/saved", { timeout: 20_000 });
  goOn();
  await (await (await askedAgain).response())?.finished();
  await expectBadge(other, 0);
  await expect(other.getByText("Cart updated")).toHaveCount(0);
});

/** Waits until the saved cart of the page's customer has this many items. */
async function expectSaved(page: import("@playwright/test").Page, pieces: number) {
  await expect
    .poll(async () => {
      const { lines } = await (await page.request.get("/cart/saved")).json();
      return lines.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0);
    })
    .toBe(pieces);
}
