import { goOffline, openPage, pointAt } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { signUp } from "./shopper.ts";

test("a product that was pointed at is there without asking the network", async ({ page, problems }) => {
  // Its pictures; nothing else is asked for.
  problems.expect(/^net::ERR_INTERNET_DISCONNECTED GET \/pictures\//);
  await openPage(page, "/products");
  const card = page.getByRole("article").nth(1);
  const title = await card.getByRole("heading").innerText();
  const link = card.getByRole("link", { name: "Details" });
  await pointAt(page, link);
  await goOffline(page);
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("what is added to the cart is in the badge in the very next frame", async ({ page }) => {
  await openPage(page, "/products");
  const button = page.getByRole("article").nth(1).getByRole("button", { name: "Add to cart" });
  const badge = await button.evaluate((pressed: HTMLButtonElement) => {
    pressed.click();
    return new Promise((resolve) =>
      requestAnimationFrame(() => resolve(document.querySelector("[data-cart-badge]")?.textContent)),
    );
  });
  expect(badge).toBe("1");
});

test("the pages of who is signed in ask for nothing that nobody is about to see", async ({ page }) => {
  await signUp(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await openPage(page, "/about");
  await page.waitForLoadState("networkidle");
  expect(asked.filter((url) => /\.data\b/.test(url))).toEqual([]);
});

for (const path of ["/", "/products", "/products/solvene-ambre-nuit", "/cart"]) {
  test(`${path} asks nothing of anybody else`, async ({ page, shop }) => {
    const others: string[] = [];
    page.on("request", (request) => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== shop.url) others.push(request.url());
    });
    await openPage(page, path);
    await page.waitForLoadState("networkidle");
    expect(others).toEqual([]);
  });
}
