import { goOffline, holdScripts, openPage, pointAt } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { fillCart, lemons, lineOf, signUp } from "./shopper.ts";

test("a product that was pointed at is there without asking the network", async ({ page, problems }) => {
  // Its pictures, what draws them blurred until they come, and the footer's pictures; nothing else is asked for.
  problems.expect(
    /^net::ERR_INTERNET_DISCONNECTED GET \/(pictures\/|no-picture\.svg$|assets\/(thumbhash-.*|[^/]*\.svg$))/,
  );
  await openPage(page, "/products");
  const card = page.getByRole("article").nth(1);
  const title = await card.getByRole("heading").innerText();
  const link = card.getByRole("link", { name: "Details" });
  await pointAt(page, link);
  await goOffline(page);
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("a button that is pressed before the page is hydrated has been pressed when it is", async ({ page }) => {
  const bringScripts = await holdScripts(page);
  await page.goto("/products", { waitUntil: "domcontentloaded" });
  const add = page.getByRole("article").nth(3).getByRole("button", { name: "Add to cart" });
  await add.click();
  await add.click();
  bringScripts();
  await expect(page.locator("[data-cart-badge]:visible").first()).toHaveText("2");
});

test("presses before the page is hydrated count on from each other", async ({ page }) => {
  const bringScripts = await holdScripts(page);
  await page.goto("/products/lemons", { waitUntil: "domcontentloaded" });
  const more = page.getByRole("button", { name: /^Increase quantity of/ });
  await more.click();
  await more.click();
  await page.getByRole("button", { name: "Add to cart" }).click();
  bringScripts();
  await expect(page.locator("[data-cart-badge]:visible").first()).toHaveText("3");
});

test("a link that is pressed after such a button takes its product along", async ({ page }) => {
  const bringScripts = await holdScripts(page);
  await page.goto("/products", { waitUntil: "domcontentloaded" });
  await page.getByRole("article").nth(3).getByRole("button", { name: "Add to cart" }).click();
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expect(page).toHaveURL("/products");
  bringScripts();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("button", { name: /^Increase quantity of/ })).toHaveCount(1);
});

test("a menu opened on a narrow window is closed when scripts come to one that became wide", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const bringScripts = await holdScripts(page);
  await page.goto("/products", { waitUntil: "domcontentloaded" });
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  bringScripts();
  await expect(menu).toBeHidden();
});

test("a link that nothing was pressed before doesn't wait for scripts", async ({ page }) => {
  await holdScripts(page);
  await page.goto("/products", { waitUntil: "domcontentloaded" });
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expect(page).toHaveURL("/cart");
});

test("a page whose scripts can't be had still leads on, whatever was pressed before", async ({ page, problems }) => {
  problems.expect(/^net::ERR_FAILED GET \/assets\//);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/products", { waitUntil: "domcontentloaded" });
  await page.getByRole("article").nth(3).getByRole("button", { name: "Add to cart" }).click();
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expect(page).toHaveURL("/cart");
});

test("a picture that is pressed before the page is hydrated is enlarged when it is", async ({ page }) => {
  const bringScripts = await holdScripts(page);
  await page.goto("/products/solvene-ambre-nuit", { waitUntil: "domcontentloaded" });
  await page.getByRole("link", { name: "Enlarge picture 1 of 3" }).click();
  bringScripts();
  await expect(page.getByRole("dialog")).toBeVisible();
});

for (const [menu, value] of [
  ["Sort by", "lowestPrice"],
  ["Filter", "groceries"],
] as const) {
  test(`a choice in the menu "${menu}" before the page is hydrated is applied, once`, async ({ page }) => {
    const bringScripts = await holdScripts(page);
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/products.data") && asked.push(request.url()));
    await page.goto("/products", { waitUntil: "domcontentloaded" });
    await page.getByLabel(menu).selectOption(value);
    bringScripts();
    await expect(page).toHaveURL(/\/products\?(sort=lowestPrice|filter=groceries)$/);
    await expect(page.getByLabel(menu)).toHaveValue(value);
    expect(asked).toHaveLength(1);
  });
}

for (const [scripts, name] of [
  ["any scripts", "*"],
  ["its own scripts", "deferred-list-parts-*"],
] as const) {
  test(`filters chosen in the panel before ${scripts} come are applied when they do, together`, async ({ page }) => {
    const bringScripts = await holdScripts(page, name);
    await page.goto("/products?filter=groceries", { waitUntil: "domcontentloaded" });
    for (const label of ["Groceries", "Beauty", "On sale"]) await page.getByRole("checkbox", { name: label }).click();
    bringScripts();
    await expect(page).toHaveURL("/products?filter=onSale&filter=beauty");
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(2);
  });
}

test("@phone-only a cart shows what it holds before the page is hydrated, or that it is empty", async ({ page }) => {
  const bringScripts = await holdScripts(page);
  const isEmpty = page.getByText("Your cart is empty.");
  await page.goto("/cart", { waitUntil: "domcontentloaded" });
  await expect(isEmpty).toBeVisible();
  await expect(page.getByText("Loading…")).toBeHidden();
  const offered = page.getByRole("region", { name: "Popular right now" }).getByRole("listitem");
  await expect(offered).toHaveCount(4);
  const footer = page.getByRole("contentinfo");
  const before = await footer.boundingBox();
  bringScripts();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(offered).toHaveCount(4);
  await expect(isEmpty).toBeVisible();
  expect(await footer.boundingBox(), "nothing has moved").toEqual(before);

  await page.evaluate(() => localStorage.clear());
  await page.unrouteAll();
  const bringThem = await holdScripts(page);
  await fillCart(page, lemons);
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: lemons.title });
  await page.goto(`/cart?add=${lemons.id}:2`, { waitUntil: "domcontentloaded" });
  await expect(page.getByText("Loading…")).toBeVisible();
  await expect(line, "the offer will be above it").toHaveCount(0);

  await page.goto("/cart", { waitUntil: "domcontentloaded" });
  const link = line.getByRole("link", { name: lemons.title });
  await link.focus();
  await expect(line.getByText("$3.49")).toBeVisible();
  await expect(page.getByText("Loading…")).toBeHidden();
  await expect(isEmpty).toBeHidden();
  const picture = await line.getByRole("presentation").boundingBox();
  bringThem();
  await expect(lineOf(page, lemons).getByRole("button", { name: "Remove" })).toBeVisible();
  expect(await line.getByRole("presentation").boundingBox(), "nothing has moved").toEqual(picture);
  await expect(link).toBeFocused();
  await expect(isEmpty).toHaveCount(0);
});

test("what is written before the page is hydrated is counted when it is", async ({ page }) => {
  const bringScripts = await holdScripts(page);
  await page.goto("/contact", { waitUntil: "domcontentloaded" });
  await page.getByLabel("Message").fill("Where is my tea?");
  bringScripts();
  await expect(page.getByText("16/200")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Where is my tea?");
});

test("a page's first picture is there before its scripts are asked for", async ({ page }) => {
  await openPage(page, "/products/solvene-ambre-nuit");
  const { picture, scripts } = await page.evaluate(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return {
      picture: files.find(({ name }) => name.includes("/pictures/"))?.responseEnd,
      scripts: files.flatMap(({ name, startTime }) => (name.endsWith(".js") ? startTime : [])),
    };
  });
  expect(scripts).not.toEqual([]);
  expect(picture).toBeLessThanOrEqual(Math.min(...scripts));
});

test("what is added to the cart is in the badge in the very next frame", async ({ page }) => {
  await openPage(page, "/products");
  const button = page.getByRole("article").nth(3).getByRole("button", { name: "Add to cart" });
  const badge = await button.evaluate((pressed: HTMLButtonElement) => {
    pressed.click();
    return new Promise((resolve) =>
      requestAnimationFrame(() => resolve(document.querySelector("[data-cart-badge]")?.textContent)),
    );
  });
  expect(badge).toBe("1");
});

test("a signed-in customer's pages load nothing that isn't shown", async ({ page }) => {
  await signUp(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await openPage(page, "/about");
  await page.waitForLoadState("networkidle");
  expect(asked.filter((url) => /\.data\b/.test(url))).toEqual([]);
});
