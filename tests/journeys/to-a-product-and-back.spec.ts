import type { Locator, Page } from "@playwright/test";
import { openPage, pointAt } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(`Back from a product restores the list's position (reduced motion: ${reducedMotion})`, {
    tag: "@phone-only",
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await openPage(page, "/products?filter=groceries");
    const card = page.getByRole("article").nth(9);
    const title = await card.getByRole("heading").innerText();
    await card.getByRole("link", { name: "Details" }).scrollIntoViewIfNeeded();
    const before = await topOf(card);
    const seen = await scrolledTo(page);
    expect(seen).toBeGreaterThan(100);

    await card.getByRole("link", { name: "Details" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect.poll(() => scrolledTo(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => topOf(card)).toBe(before);
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);

    // On again before the picture has arrived.
    await page.goBack();
    await expect.poll(() => topOf(card)).toBe(before);
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await page.goBack();
    await expect.poll(() => topOf(card)).toBe(before);
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    await expect(page.locator(".shown-product")).toHaveCount(0);

    await card.getByRole("link", { name: "Details" }).click();
    await page.getByRole("link", { name: "Back to products" }).click();
    await expect(page).toHaveURL("/products?filter=groceries");
    await expect.poll(() => topOf(card)).toBe(before);
  });
}

test("only the opened card's picture moves to the product page", async ({ page }) => {
  await page.addInitScript(noteTravellers);
  // A page that takes too long comes without it, so on a busy machine it may take another try.
  await expect(async () => {
    await openPage(page, "/products");
    const details = page.getByRole("article").nth(2).getByRole("link", { name: "Details" });
    await pointAt(page, details);
    await details.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^(?!Products)/);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { travellers: number[] }).travellers), { timeout: 3000 })
      .toEqual([1, 1]);
  }).toPass({ timeout: 45_000 });
});

/** Runs in the page: counts the pictures that travel, on the page that is left and on the one that comes. */
function noteTravellers() {
  const travellers: number[] = [];
  const note = () => travellers.push(document.querySelectorAll(".shown-product").length);
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    note();
    const transition = start(update);
    transition.finished.then(note);
    return transition;
  };
  Object.assign(window, { travellers });
}

function scrolledTo(page: Page) {
  return page.evaluate(() => Math.round(window.scrollY));
}

async function topOf(element: Locator) {
  return Math.round((await element.boundingBox())?.y ?? Number.NaN);
}
