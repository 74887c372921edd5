import type { Page } from "@playwright/test";
import { setRole } from "#shop/owners/owners.ts";
import { goOffline, openPage } from "../journeys/open-page.ts";
import { importProducts, productOf } from "../journeys/owner.ts";
import { fillCart, honey, orderFor, purchaseButton, signUpVerified } from "../journeys/shopper.ts";
import { expectToFit, phone } from "./judge-page.ts";
import { expect, test } from "./screen-test.ts";

const word = "Donaudampfschifffahrt".repeat(4).slice(0, 80);
const long = productOf({
  id: "long-title",
  title: word,
  brand: word.slice(0, 50),
  description: `See https://example.com/${word}`,
  price: 124_990.5,
  compareAtPrice: 149_990.5,
});

test("title, brand and address of one word of up to 80 letters, and high prices, widen no screen, also not with large text", async ({
  page,
  shop,
}) => {
  await importProducts(shop, { ...long, price: 149_990.5 });
  await importProducts(shop, long);
  const email = await signUpVerified(page, shop);
  const orderNumber = await orderFor(shop, email, long);
  await fillCart(page, long);
  const list = "/products?sort=newest";
  for (const path of [
    list,
    `/products/${long.id}`,
    "/cart",
    "/checkout",
    `/order-confirmation/${orderNumber}`,
    "/orders",
  ]) {
    await openPage(page, path);
    await expect(page.getByText(long.title).or(page.getByAltText(long.title)).first()).toBeAttached();
    if (path === list) await expect(page.getByText("$149,990.50").first()).toBeAttached();
    await expectToFit(page, { usual: [320, 360, 768, 1280], large: [320, 360, 768, 1280] });
  }
});

test("no amount on the dashboard breaks, also with large text on a phone and a long currency", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  await setRole(await shop.inside(), email, "owner", "test");
  await importProducts(shop, { ...long, price: 149_990.5 });
  await orderFor(shop, email, { ...long, price: 149_990.5 });
  await page.goto("/owner");
  const amounts = page.getByRole("region", { name: "Sales" }).locator("dd:nth-of-type(1)");
  await amounts.evaluateAll((all) => {
    for (const amount of all) amount.textContent = "CHF\u00a01,085,783.51";
  });
  await expectToFit(page, { usual: [320, 360, 768, 1280], large: [320, 360, 768, 1280] });
  for (const size of ["100%", "200%"])
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      const lines = await amounts.evaluateAll((all) =>
        all.map((amount) => amount.clientHeight / Number.parseFloat(getComputedStyle(amount).lineHeight)),
      );
      expect(lines.map(Math.round), `${width} px, ${size}`).toEqual([1, 1, 1]);
    }
});

test("the header is one row on a phone, and with large text two that scroll away; suggestions keep their names", async ({
  page,
  shop,
}) => {
  await page.setViewportSize(phone);
  await signUpVerified(page, shop);
  await openPage(page, "/about");
  expect(await barHeight(page)).toBeLessThanOrEqual(66);
  const signOut = page.getByRole("button", { name: "Sign out" });
  expect((await signOut.boundingBox())?.height).toBeLessThanOrEqual(48);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await barHeight(page)).toBeLessThan(3 * 88);
  await page.getByRole("button", { name: "Open search" }).click();
  await page.getByRole("searchbox", { name: "Search products" }).fill(honey.title);
  const name = page.getByRole("list", { name: "Suggestions" }).getByText(honey.title, { exact: true });
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(100);
  await page.keyboard.press("Escape");
  await page.mouse.wheel(0, 2000);
  await expect(signOut).not.toBeInViewport();
});

test("next to Complete Purchase stand the sums and the day", async ({ page, shop }) => {
  await page.setViewportSize(phone);
  await signUpVerified(page, shop);
  await fillCart(page, honey, honey);
  await openPage(page, "/checkout");
  const form = page.getByRole("form", { name: "Payment Details" });
  await purchaseButton(page).scrollIntoViewIfNeeded();
  for (const [name, value] of [
    ["Subtotal", "$25.90"],
    ["Shipping", "Free"],
    ["Estimated delivery", /^\w+day \d+ \w+$/],
    ["Total", "$25.90"],
  ] as const) {
    const row = form.getByRole("term").filter({ hasText: name }).last().locator("..");
    await expect(row.getByRole("definition")).toHaveText(value);
    await expect(row).toBeInViewport();
  }
});

test("a shopper who goes offline is told that the cart is kept, which hides no focus, until the connection is back", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openPage(page, "/about");
  await page.getByRole("contentinfo").waitFor();
  const notice = page.getByText("You're offline. Your cart is saved on this device.");
  await goOffline(page);
  await expect(notice).toBeInViewport();
  const last = page.getByRole("contentinfo").getByRole("link", { name: "Withdraw from contract" });
  await last.evaluate((link) => {
    link.scrollIntoView({ block: "end", behavior: "instant" });
    link.focus();
  });
  const [below, above] = await Promise.all([notice.boundingBox(), last.boundingBox()]);
  expect(above && above.y + above.height).toBeLessThanOrEqual(below?.y ?? 0);
  await page.context().setOffline(false);
  await expect(notice).toHaveCount(0);
});

test("a page shown from memory says so, as one that is opened from it, until the database is back", async ({
  page,
}) => {
  const notice = page.getByText("We're having trouble, so prices and stock may be out of date.");
  const mark = async (address: string) =>
    page.route(address, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), "server-timing": "outage" } });
    });
  await mark("/about");
  await openPage(page, "/about");
  await expect(notice).toBeInViewport();
  await page.unroute("/about");
  await expect(notice).toHaveCount(0);
  await mark("/products.data*");
  await page.getByRole("banner").getByRole("link", { name: "Products" }).click();
  await expect(page).toHaveURL("/products");
  await expect(notice).toBeInViewport();
  await page.unroute("/products.data*");
  await expect(notice).toHaveCount(0);
});

test("an empty cart and a search without results offer four products", async ({ page }) => {
  for (const path of ["/cart", "/products?q=zzzzzz"]) {
    await openPage(page, path);
    const offered = page.getByRole("region", { name: "Popular right now" });
    await expect(offered.getByRole("link")).toHaveCount(4);
  }
});

async function barHeight(page: Page) {
  return (await page.locator(".site-bar").boundingBox())?.height;
}
