import type { Locator, Page } from "@playwright/test";
import { openPage } from "./open-page.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";

const jug = productOf({
  id: "jug",
  title: "Stoneware Jug",
  price: 1249.5,
  discountPercentage: 12.5,
  brand: "Glassverk",
  images: ["/pictures/furniture/main-800.webp", "/pictures/beauty/main-800.webp", "/pictures/groceries/main-800.webp"],
});

test("arrow keys move between pictures, and the focus follows", async ({ page, shop }) => {
  await importProducts(shop, jug);
  await openPage(page, "/products/jug");
  await thumbnail(page, 1).press("ArrowRight");
  await expectShown(page, 2);
  await expect(thumbnail(page, 2)).toBeFocused();
  await thumbnail(page, 2).press("ArrowRight");
  await thumbnail(page, 3).press("ArrowRight");
  await expectShown(page, 3);
  await enlarge(page, 3).focus();
  await page.keyboard.press("ArrowLeft");
  await expectShown(page, 2);
  await expect(enlarge(page, 2)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expectShown(page, 1);
});

test("swiping shows the next picture and selects its thumbnail", { tag: "@phone-only" }, async ({
  page,
  shop,
  hasTouch,
}) => {
  await importProducts(shop, jug);
  await openPage(page, "/products/jug");
  await dragToAnother(page, -250, hasTouch);
  await expectShown(page, 2);
  await thumbnail(page, 3).click();
  await expectShown(page, 3);
  await expectAtRest(page);
  await dragToAnother(page, 250, hasTouch);
  await expectShown(page, 2);
});

test("pressing a thumbnail during a settling swipe shows its picture", { tag: "@phone-only" }, async ({
  page,
  shop,
  hasTouch,
}) => {
  await importProducts(shop, jug);
  await openPage(page, "/products/jug");
  const drag = hasTouch ? dragByTouch : dragByWheel;
  for (let time = 0; time < 2; time++) {
    await drag(page, -250);
    await thumbnail(page, 3).dispatchEvent("click");
    await expectAtRest(page);
    await expectShown(page, 3);
    await thumbnail(page, 1).click();
    await expectShown(page, 1);
  }
});

test("the large view pages and zooms, and closes at the picture it opened from", { tag: "@phone" }, async ({
  page,
  shop,
}) => {
  await importProducts(shop, jug);
  await openPage(page, "/products/jug");
  await enlarge(page, 1).press("Enter");
  const large = page.getByRole("dialog", { name: "Large pictures of Stoneware Jug" });
  await expect(large).toContainText("1 / 3");
  await large.getByRole("button", { name: "Next picture" }).click();
  await expect(large).toContainText("2 / 3");
  await page.keyboard.press("ArrowRight");
  await expect(large).toContainText("3 / 3");
  await expect(large.getByRole("button", { name: "Next picture" })).toHaveAttribute("aria-disabled", "true");
  const picture = large.getByRole("button", { name: "Zoom in on picture 3" });
  const whole = await picture.boundingBox();
  await picture.click();
  await expect(picture).toHaveAttribute("aria-pressed", "true");
  expect((await picture.boundingBox())?.width).toBeGreaterThanOrEqual(Math.max(1200, whole?.width ?? 0));
  const file = () => picture.locator("img").evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(file, "a file of the size that it shows").toMatch(/-(1200|1600)\./);
  await picture.click();
  expect(await picture.boundingBox()).toEqual(whole);
  await page.keyboard.press("Escape");
  await expect(large).toHaveCount(0);
  await expectShown(page, 3);
  await expect(enlarge(page, 3)).toBeFocused();
  await enlarge(page, 3).click();
  await large.getByRole("button", { name: "Close large pictures" }).click();
  await expect(large).toHaveCount(0);
});

test("without JavaScript, every picture is shown and links to its file", async ({ anotherBrowser, shop }) => {
  await importProducts(shop, jug);
  const page = await anotherBrowser({ javaScriptEnabled: false });
  await page.goto("/products/jug");
  const pictures = gallery(page).locator("a");
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture.locator("img")).toBeInViewport();
  }
  await enlarge(page, 1).click();
  await expect(page).toHaveURL("/pictures/furniture/main-1200.webp");
});

test("name, price and buy button are on the first screen at every width, and the last two always visible on phones", async ({
  page,
  shop,
}) => {
  const longTitle = "Stoneware Jug with a Lid and Two Handles, Thrown and Glazed by Hand in the Old Town of Trondheim";
  await importProducts(shop, jug, { ...jug, id: "long-jug", title: longTitle });
  for (const id of ["jug", "long-jug"]) {
    await openPage(page, `/products/${id}`);
    for (const [width, height] of [
      [320, 640],
      [360, 640],
      [360, 740],
      [360, 800],
      [390, 844],
      [768, 1024],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await expectOnScreen(page);
      await expectAbovePrice(page.getByRole("heading", { level: 1 }));
      await page.getByText("Minimum order quantity").scrollIntoViewIfNeeded();
      if (width < 768) await expectOnScreen(page);
    }
  }
});

test("in very wide windows the picture is at least 700 pixels wide", async ({ page, shop }) => {
  await importProducts(shop, jug);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openPage(page, "/products/jug");
  expect((await gallery(page).getByRole("img", { name: jug.title }).boundingBox())?.width).toBeGreaterThanOrEqual(700);
  await expectOnScreen(page);
});

test("a mouse over a card's picture shows the second one", async ({ page, shop }) => {
  await importProducts(shop, jug);
  await openPage(page, "/products?q=stoneware+jug");
  const card = page.getByRole("article", { name: jug.title });
  const before = await card.boundingBox();
  await expect(card.locator("img")).toHaveCount(1);
  await card.locator("img").hover();
  await expect(card.locator("img").last()).toHaveAttribute("src", String((jug.images as string[])[1]));
  expect(await card.boundingBox()).toEqual(before);
  await page.mouse.move(0, 0);
  await expect(card.locator("img")).toHaveCount(1);
});

test("a toast doesn't cover the buy button", { tag: "@phone" }, async ({ page, shop }) => {
  await importProducts(shop, jug);
  await page.clock.install();
  await openPage(page, "/products/jug");
  const button = page.getByRole("button", { name: "Add to cart" });
  // The toast stays until the button is pressed again, or can't be.
  await page.clock.pauseAt(Date.now() + 60_000);
  await button.click();
  await expect(page.getByText("Stoneware Jug has been added to your cart!")).toBeVisible();
  await button.click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
});

/** Repeats a touch that Chromium cancelled because the page was busy, as people do. */
async function dragToAnother(page: Page, distance: number, hasTouch: boolean) {
  const strip = gallery(page).getByRole("list").first();
  const place = () => strip.evaluate(({ scrollLeft, clientWidth }) => Math.round(scrollLeft / clientWidth));
  const before = await place();
  do {
    await (hasTouch ? dragByTouch : dragByWheel)(page, distance);
    await expectAtRest(page);
  } while ((await place()) === before);
}

async function dragByTouch(page: Page, distance: number) {
  const { x, y } = await middleOfShown(page);
  const browser = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    browser.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", { x: x - distance / 2, y });
  for (let step = -4; step <= 5; step++) {
    await touch("touchMove", { x: x + (distance * step) / 10, y });
    // A finger takes longer than a frame; moves that come within one are one move, which only begins a swipe.
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await touch("touchEnd");
}

async function dragByWheel(page: Page, distance: number) {
  const { x, y } = await middleOfShown(page);
  await page.mouse.move(x, y);
  await page.mouse.wheel(-1.6 * distance, 0);
}

async function middleOfShown(page: Page) {
  const box = await gallery(page).getByRole("img", { name: jug.title }).boundingBox();
  if (!box) throw new Error("No picture is shown");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function gallery(page: Page) {
  return page.getByRole("region", { name: "Pictures" });
}

function thumbnail(page: Page, number: number) {
  return gallery(page).getByRole("button", { name: `Show picture ${number} of 3` });
}

function enlarge(page: Page, number: number) {
  return gallery(page).getByRole("link", { name: `Enlarge picture ${number} of 3` });
}

/** The picture with the product's title, in view, and its thumbnail. */
async function expectShown(page: Page, number: number) {
  const shown = gallery(page).getByRole("img", { name: jug.title });
  await expect(shown).toHaveAttribute("src", String((jug.images as string[])[number - 1]));
  await expect(shown).toBeInViewport({ ratio: 0.5 });
  await expect(gallery(page).locator('[aria-current="true"]')).toHaveAccessibleName(`Show picture ${number} of 3`);
}

/** The strip has stood still for half a second of frames. */
async function expectAtRest(page: Page) {
  await gallery(page)
    .getByRole("list")
    .first()
    .evaluate(async (strip) => {
      for (let still = 0, last = -1; still < 30; ) {
        await new Promise(requestAnimationFrame);
        still = strip.scrollLeft === last ? still + 1 : 0;
        last = strip.scrollLeft;
      }
    });
}

/** On the screen, and not below the bar that begins with the price. */
async function expectAbovePrice(element: Locator) {
  const box = await element.boundingBox();
  const price = await element.page().locator(".buy-bar").boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(price?.y ?? 0);
}

async function expectOnScreen(page: Page) {
  await expect(page.getByRole("button", { name: "Add to cart" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("$1,249.50").first()).toBeInViewport({ ratio: 1 });
}
