import type { Page } from "@playwright/test";
import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";

test("after a navigation, the head equals that of a fresh page load", async ({ page, shop }) => {
  await openPage(page, "/products?filter=groceries");
  await expect(page).toHaveTitle("Groceries – Torg");
  await page.getByRole("article").first().getByRole("link", { name: "Details" }).click();
  await expect(page.getByRole("link", { name: "Back to products" })).toBeVisible();
  await expect
    .poll(() => headOf(page))
    .toMatchObject({ canonical: page.url(), robots: null, data: ["Product", "BreadcrumbList"] });
  expect(page.url()).toContain(`${shop.url}/products/`);
  const followed = await headOf(page);
  await openPage(page, page.url());
  expect(await headOf(page)).toEqual(followed);
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expect(page).toHaveTitle("Cart – Torg");
  expect(await headOf(page)).toMatchObject({ canonical: `${shop.url}/cart`, robots: "noindex", data: [] });
});

/** The page's current head; duplicates appear twice. */
function headOf(page: Page) {
  return page.evaluate(() => {
    const only = (selector: string, attribute: string) => {
      const [found, ...others] = document.head.querySelectorAll(selector);
      if (others.length > 0) throw new Error(`${selector} is in the head ${others.length + 1} times`);
      return found?.getAttribute(attribute) ?? null;
    };
    const data = document.head.querySelectorAll('script[type="application/ld+json"]');
    return {
      title: document.title,
      description: only('meta[name="description"]', "content"),
      robots: only('meta[name="robots"]', "content"),
      canonical: only('link[rel="canonical"]', "href"),
      picture: only('meta[property="og:image"]', "content"),
      data: Array.from(data, ({ textContent }) => JSON.parse(textContent ?? "")["@type"]),
    };
  });
}
