import type { Locator, Page } from "@playwright/test";
import { setRole } from "#shop/owners/owners.ts";
import { holdScripts, openPage } from "./open-page.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { fillCart, lemons, lineOf, signUpVerified } from "./shopper.ts";

const lost = productOf({ id: "lost-picture", title: "Lost Picture", brand: "Lost", thumbnail: "/pictures/lost.webp" });

test("pictures that don't load show the box of products without one, before scripts and after following a link", async ({
  page,
  problems,
}) => {
  await losePictures(page, problems);
  const bringScripts = await holdScripts(page);
  await page.goto("/products", { waitUntil: "domcontentloaded" });
  const card = page.getByRole("article").first();
  await expectBox(card.locator("img"));
  bringScripts();
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await expectBox(card.locator("img"));
  await card.getByRole("link", { name: "Details" }).click();
  const gallery = page.getByRole("region", { name: "Pictures" });
  await expectBox(gallery.getByRole("img").first());
  await expectBox(
    page
      .getByRole("button", { name: /^Show picture/ })
      .locator("img")
      .first(),
  );
  await page.getByRole("link", { name: /^Enlarge picture 1/ }).click();
  await expectBox(page.getByRole("dialog").locator("img").first());
});

test("a picture that loads in one format only is shown in it", async ({ page, problems }) => {
  problems.expect(/^net::ERR_FAILED GET \/pictures\/.*\.avif$/);
  await page.route("**/pictures/**/*.avif", (route) => route.abort());
  await openPage(page, "/products");
  const picture = page.getByRole("article").first().locator("img");
  await expect.poll(() => loadedOf(picture)).toMatch(/^\/pictures\/.*\.webp$/);
});

test("the cart and search suggestions show the box", async ({ page, problems }) => {
  await losePictures(page, problems);
  await fillCart(page, lemons);
  await openPage(page, "/cart");
  await expectBox(lineOf(page, lemons).locator("img"));
  await page.getByRole("search").getByRole("searchbox", { name: "Search products" }).fill("lemons");
  await expectBox(
    page.getByRole("list", { name: "Suggestions" }).getByRole("link", { name: lemons.title }).locator("img"),
  );
});

test("the owner's lists and product page show the box", async ({ page, shop, problems }) => {
  await importProducts(shop, lost);
  await setRole(await shop.inside(), await signUpVerified(page, shop), "owner", "test");
  await losePictures(page, problems);
  await page.goto("/owner/products");
  await expectBox(page.getByRole("row", { name: lost.title }).locator("img"));
  await page.getByRole("link", { name: lost.title }).click();
  await expectBox(page.getByRole("img", { name: "Picture 1" }));
  await page.goto("/owner/categories");
  await expectBox(page.getByRole("row", { name: "Beauty" }).locator("img"));
});

async function losePictures(page: Page, problems: { expect: (problem: RegExp) => void }) {
  problems.expect(/^net::ERR_FAILED GET \/pictures\//);
  await page.route("**/pictures/**", (route) => route.abort());
}

async function expectBox(image: Locator) {
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => loadedOf(image)).toBe("/no-picture.svg");
}

/** The path of the file that a picture shows; undefined if it shows none. */
function loadedOf(image: Locator) {
  return image.evaluate((element: HTMLImageElement) =>
    element.complete && element.naturalWidth > 0 ? new URL(element.currentSrc).pathname : undefined,
  );
}
