import { openPage, reloadPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { addToCart, cartLink, expectBadge, fillCart, honey, lemons, lineOf, sampleProduct } from "./shopper.ts";

const soldOut = { id: "solvene-ambre-nuit-travel-spray", title: "Ambre Nuit Travel Spray" };

test("the badge is right before the page's scripts load", async ({ page, problems }) => {
  await fillCart(page, honey, lemons);
  problems.allow(/^net::ERR_FAILED GET \/assets\/.*\.js$/);
  await page.route("**/*.js", (route) => route.abort());
  await page.goto("/products");
  await expectBadge(page, 2);
});

test("the badge doesn't flicker during hydration", async ({ page }) => {
  await fillCart(page, honey, lemons);
  await openPage(page, "/about");
  await page.addInitScript(noteBadges);
  await openPage(page, "/");
  await expectBadge(page, 2);
  const noted = await page.evaluate(() => (window as unknown as { badges: string[] }).badges);
  expect([...new Set(noted)]).toEqual(["2"]);
});

test("Undo restores a removed line to its place, also by keyboard", async ({ page }) => {
  await fillCart(page, honey, honey, lemons);
  await openPage(page, "/cart");
  await lineOf(page, honey).getByRole("button", { name: "Remove" }).press("Enter");
  await expect(lineOf(page, honey)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(lineOf(page, honey)).toContainText("$25.90");
  await expect(lineOf(page, honey).getByRole("button", { name: "Remove" })).toBeFocused();
  await expect(page.getByRole("main").getByRole("listitem")).toContainText([honey.title, lemons.title]);
  await expectBadge(page, 3);
});

test("each removed line has its own Undo, also after another quantity", async ({ page }) => {
  const soap = sampleProduct("fjordlys-spruce-hand-soap");
  await fillCart(page, honey, lemons, soap);
  await openPage(page, "/cart");
  for (const product of [lemons, honey]) await lineOf(page, product).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Increase quantity" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toHaveCount(2);
  await undo.last().click();
  await expect(page.getByRole("main").getByRole("listitem")).toContainText([/Removed/, lemons.title, soap.title]);
  await undo.click();
  await expect(page.getByRole("main").getByRole("listitem")).toContainText([honey.title, lemons.title, soap.title]);
  await expectBadge(page, 4);
});

test("Undo restores the last line of an empty cart until the shopper navigates", async ({ page }) => {
  await fillCart(page, lemons);
  await openPage(page, "/cart");
  await lineOf(page, lemons).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(lineOf(page, lemons)).toBeVisible();
  await lineOf(page, lemons).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("link", { name: "Browse products" }).click();
  await expect(page.getByRole("heading", { name: "Products" })).toBeVisible();
  await cartLink(page).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("home, product and cart agree on shipping: free above $50 and below", async ({ page }) => {
  await fillCart(page, honey);
  await openPage(page, "/");
  await expect(page.getByText(/on orders over \$50\. Right now, smaller orders ship free too/i)).toBeVisible();
  for (const path of ["/products/lemons", "/cart"]) {
    await openPage(page, path);
    await expect(page.getByRole("main").getByText("Free shipping on every order")).toBeVisible();
  }
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

test("a corrupt stored cart reads as an empty one", async ({ page }) => {
  await addToCart(page, honey);
  for (const broken of ["{not json", '{"id":"lemons"}', '[null,{"id":"lemons","quantity":-3},"lemons"]']) {
    await page.evaluate((text) => {
      const token = localStorage.getItem("cartToken");
      localStorage.setItem(`cart-${token}`, text);
    }, broken);
    await openPage(page, "/cart");
    await expect(page.getByText("Your cart is empty.")).toBeVisible();
  }
  await addToCart(page, lemons);
  await expectBadge(page, 1);
});

test("a browser without local storage has a cart while the page is open", async ({ page }) => {
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

test("a browser with full local storage has a cart while the page is open", async ({ page }) => {
  await page.addInitScript(fillLocalStorage);
  await addToCart(page, honey);
  await cartLink(page).click();
  await expect(lineOf(page, honey)).toContainText("$12.95");
  await expectBadge(page, 1);
});

test("an out-of-stock product can't be added to the cart", async ({ page }) => {
  await openPage(page, `/products/${soldOut.id}`);
  await expect(page.getByRole("heading", { level: 1, name: soldOut.title })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add to cart" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Notify me when it's back" })).toHaveCount(1);
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

test("a cart that was filled without JavaScript joins the browser's once", async ({
  page,
  anotherBrowser,
  problems,
}) => {
  const plain = await anotherBrowser({ javaScriptEnabled: false });
  for (const { id } of [lemons, lemons, honey]) {
    await plain.goto(`/products/${id}`);
    await plain.getByRole("button", { name: "Add to cart" }).click();
    await expect(plain).toHaveURL(`/cart?changed=${id}`);
  }
  await fillCart(page, lemons);
  const cookies = await plain.context().cookies();
  await page.context().addCookies(cookies);
  problems.allow(/\/cart\/goods/);
  await page.route("**/cart/goods", (route) => route.abort());
  const lost = page.waitForEvent("requestfailed");
  await openPage(page, "/about");
  await lost;
  await expectBadge(page, 1);
  await page.unroute("**/cart/goods");
  const other = await page.context().newPage();
  await Promise.all([openPage(page, "/about"), other.goto("/about")]);
  for (const tab of [page, other]) await expectBadge(tab, 3);
  expect(await page.context().cookies()).toEqual([]);
  await openPage(page, "/cart");
  await lineOf(page, honey).getByRole("button", { name: "Remove" }).click();
  await openPage(page, "/about");
  await expectBadge(page, 2);

  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value: "%E0%A4%A" })));
  await openPage(page, "/about");
  await expect.poll(async () => (await page.context().cookies()).length, "what nobody can read goes").toBe(0);

  // What local storage can't take stays in the cookie, also more pieces of what it has.
  await page.addInitScript(fillLocalStorage);
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value: `${lemons.id}%3A9` })));
  await openPage(page, "/about");
  await expectBadge(page, 9);
  expect(await page.context().cookies()).toHaveLength(1);
});
