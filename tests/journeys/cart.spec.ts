import { openPage, reloadPage } from "./open-page.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { addToCart, cartLink, expectBadge, lineOf } from "./shopper.ts";

const honey = { id: "haldera-wildflower-honey", title: "Wildflower Honey" };
const lemons = { id: "lemons", title: "Unwaxed Lemons" };
const soldOut = { id: "solvene-ambre-nuit-travel-spray", title: "Ambre Nuit Travel Spray" };

test("the badge counts the pieces, and there is none while the cart is empty", async ({ page }) => {
  await openPage(page, "/");
  await expectBadge(page, 0);
  await addToCart(page, honey);
  await expectBadge(page, 1);
  await addToCart(page, honey);
  await addToCart(page, lemons);
  await expectBadge(page, 3);
});

test("the badge is right before any of the page's scripts has come", async ({ page, problems }) => {
  await addToCart(page, honey);
  await addToCart(page, lemons);
  problems.expect(/^net::ERR_FAILED GET \/assets\/.*\.js$/);
  await page.route("**/*.js", (route) => route.abort());
  await page.goto("/products");
  await expectBadge(page, 2);
});

test("the badge never shows another number while a page comes alive", async ({ page }) => {
  await addToCart(page, honey);
  await addToCart(page, lemons);
  await page.addInitScript(noteBadges);
  await openPage(page, "/");
  await expectBadge(page, 2);
  const noted = await page.evaluate(() => (window as unknown as { badges: string[] }).badges);
  expect([...new Set(noted)]).toEqual(["2"]);
});

test("the counter changes a line and the total, and takes the line away below one piece", async ({ page }) => {
  await addToCart(page, honey);
  await addToCart(page, lemons);
  await cartLink(page).click();
  await expect(lineOf(page, honey)).toContainText("$12.95");
  await page.getByRole("button", { name: "Increase quantity of Wildflower Honey" }).click();
  await page.getByRole("button", { name: "Increase quantity of Wildflower Honey" }).click();
  await expect(lineOf(page, honey)).toContainText("$38.85");
  await expect(page.getByText("$42.34")).toBeVisible();
  await expectBadge(page, 4);
  await page.getByRole("button", { name: "Decrease quantity of Wildflower Honey" }).click();
  await expect(lineOf(page, honey)).toContainText("$25.90");
  await page.getByRole("button", { name: "Decrease quantity of Unwaxed Lemons" }).click();
  await expect(lineOf(page, lemons)).toHaveCount(0);
  await expect(page.getByText("Total").locator("..")).toContainText("$25.90");
});

test("Remove takes a line away, and the last one leaves the empty cart's text", async ({ page }) => {
  await addToCart(page, honey);
  await addToCart(page, lemons);
  await cartLink(page).click();
  await lineOf(page, honey).getByRole("button", { name: "Remove" }).click();
  await expect(lineOf(page, honey)).toHaveCount(0);
  await expectBadge(page, 1);
  await lineOf(page, lemons).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(page.getByRole("button", { name: "To Checkout" })).toHaveCount(0);
  await expectBadge(page, 0);
});

test("a removed line can be brought back to its place, by keyboard too", async ({ page }) => {
  await addToCart(page, honey);
  await addToCart(page, honey);
  await addToCart(page, lemons);
  await cartLink(page).click();
  await lineOf(page, honey).getByRole("button", { name: "Remove" }).press("Enter");
  await expect(lineOf(page, honey)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(lineOf(page, honey)).toContainText("$25.90");
  await expect(lineOf(page, honey).getByRole("button", { name: "Remove" })).toBeFocused();
  await expect(page.getByRole("main").getByRole("listitem")).toContainText([honey.title, lemons.title]);
  await expectBadge(page, 3);
});

test("the last line can be brought back from the empty cart, until the shopper goes on", async ({ page }) => {
  await addToCart(page, lemons);
  await cartLink(page).click();
  await lineOf(page, lemons).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(lineOf(page, lemons)).toBeVisible();
  await lineOf(page, lemons).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("link", { name: "Browse products" }).click();
  await expect(page).toHaveURL("/products");
  await cartLink(page).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("the cart says that shipping is free, above 50 dollars as promised and below them too", async ({ page }) => {
  await addToCart(page, honey);
  await cartLink(page).click();
  await expect(page.getByText("Free shipping, for small orders too")).toBeVisible();
  for (let pieces = 1; pieces < 4; pieces++) {
    await page.getByRole("button", { name: "Increase quantity of Wildflower Honey" }).click();
  }
  await expect(page.getByText("Free shipping, as on every order over $50.00")).toBeVisible();
});

test("Cancel leads from the cart to the products", async ({ page }) => {
  await addToCart(page, honey);
  await cartLink(page).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/products");
});

test("the cart survives a reload, under this browser's own keys", async ({ page, anotherBrowser }) => {
  await addToCart(page, honey);
  await addToCart(page, honey);
  await reloadPage(page);
  await expectBadge(page, 2);
  await openPage(page, "/cart");
  await expect(lineOf(page, honey)).toContainText("$25.90");
  const { cartToken = "", ...kept } = await page.evaluate((): Record<string, string> => ({ ...localStorage }));
  expect(cartToken).toMatch(/^store-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(kept[`lastQuantity-${cartToken}`]).toBe("2");
  expect(JSON.parse(kept[`cart-${cartToken}`] ?? "")).toEqual([
    {
      ...honey,
      price: 12.95,
      thumbnail: expect.stringMatching(/^\/pictures\/haldera-wildflower-honey\//),
      quantity: 2,
    },
  ]);
  const elsewhere = await anotherBrowser();
  await openPage(elsewhere, "/cart");
  await expect(elsewhere.getByText("Your cart is empty.")).toBeVisible();
});

test("two tabs show the same cart", async ({ page, context }) => {
  await openPage(page, "/cart");
  const otherTab = await context.newPage();
  await addToCart(otherTab, honey);
  await expectBadge(page, 1);
  await expect(lineOf(page, honey)).toBeVisible();
  await page.getByRole("button", { name: "Increase quantity of Wildflower Honey" }).click();
  await expectBadge(otherTab, 2);
  await page.evaluate(() => localStorage.clear());
  await expectBadge(otherTab, 0);
});

for (const [name, broken] of [
  ["that is no JSON", "{not json"],
  ["that is no list", '{"id":"lemons"}'],
  ["with lines that are none", '[null,{"id":"lemons","quantity":-3},"lemons"]'],
] as const) {
  test(`a kept cart ${name} reads as an empty one`, async ({ page }) => {
    await addToCart(page, honey);
    await page.evaluate((text) => {
      const token = localStorage.getItem("cartToken");
      localStorage.setItem(`cart-${token}`, text);
    }, broken);
    await openPage(page, "/cart");
    await expect(page.getByText("Your cart is empty.")).toBeVisible();
    await addToCart(page, lemons);
    await expectBadge(page, 1);
  });
}

test("a browser that refuses local storage still has a cart, as long as the page is open", async ({ page }) => {
  await page.addInitScript(refuseLocalStorage);
  await addToCart(page, honey);
  await expectBadge(page, 1);
  await cartLink(page).click();
  await expect(lineOf(page, honey)).toContainText("$12.95");
  await page.getByRole("button", { name: "Increase quantity of Wildflower Honey" }).click();
  await expectBadge(page, 2);
  await reloadPage(page);
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
});

test("a browser whose local storage is full still has a cart, as long as the page is open", async ({ page }) => {
  await page.addInitScript(fillLocalStorage);
  await addToCart(page, honey);
  await cartLink(page).click();
  await expect(lineOf(page, honey)).toContainText("$12.95");
  await expectBadge(page, 1);
});

test("products with the same title share a line", async ({ page, shop }) => {
  const shelf = productOf({ id: "shelf-1", title: "Ash Shelf", price: 20 });
  const sameShelf = productOf({ id: "shelf-2", title: "Ash Shelf", price: 20 });
  await importProducts(shop, shelf, sameShelf);
  await addToCart(page, shelf);
  await addToCart(page, sameShelf);
  await cartLink(page).click();
  await expect(lineOf(page, shelf)).toHaveCount(1);
  await expect(lineOf(page, shelf)).toContainText("$40.00");
});

test("a sold out product can't be added to the cart", async ({ page }) => {
  await openPage(page, `/products/${soldOut.id}`);
  await expect(page.getByRole("heading", { level: 1, name: soldOut.title })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add to cart" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Out of stock" })).toBeDisabled();
  await openPage(page, "/products?filter=fragrances");
  const inList = page.getByRole("article", { name: soldOut.title });
  await expect(inList.getByRole("button", { name: "Out of stock" })).toBeDisabled();
});

/** Runs in the page: notes what the badge shows in each frame, from the first one with a cart link. */
function noteBadges() {
  const badges: string[] = [];
  Object.assign(window, { badges });
  const note = () => {
    const link = document.querySelector<HTMLElement>('a[href="/cart"]');
    if (link) badges.push(link.innerText.trim());
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** Runs in the page, as when a visitor has blocked a site's data. */
function refuseLocalStorage() {
  for (const name of ["getItem", "setItem", "removeItem"] as const) {
    const original = Storage.prototype[name] as (...args: string[]) => string;
    Object.defineProperty(Storage.prototype, name, {
      value(this: Storage, ...args: string[]) {
        if (this === localStorage) throw new DOMException("The operation is insecure.", "SecurityError");
        return original.apply(this, args);
      },
    });
  }
}

/** Runs in the page. */
function fillLocalStorage() {
  const original = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(this: Storage, key: string, value: string) {
    if (this === localStorage) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    original.call(this, key, value);
  };
}
