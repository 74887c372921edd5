import type { Page } from "@playwright/test";
import { holdRequests } from "./hold-requests.ts";
import { holdScripts, openPage } from "./open-page.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";

const tee = { title: "Soft tee", group: "soft-tee", price: 25 };
/** Not made in red: XL. Sold out: the red L. */
const tees = [
  productOf({ ...tee, id: "tee-m-blue", options: { Size: "M", Colour: "Blue" }, stock: 4 }),
  productOf({ ...tee, id: "tee-l-blue", options: { Size: "L", Colour: "Blue" }, price: 27 }),
  productOf({ ...tee, id: "tee-xl-blue", options: { Size: "XL", Colour: "Blue" } }),
  productOf({ ...tee, id: "tee-m-red", options: { Size: "M", Colour: "Red" } }),
  productOf({
    ...{ ...tee, id: "tee-l-red", options: { Size: "L", Colour: "Red" } },
    ...{ stock: 0, availabilityStatus: "Out of Stock" },
  }),
];

const linkTo = (page: Page, option: string, value: string) =>
  page.getByRole("group", { name: option, exact: true }).getByRole("link", { name: value, exact: true });

const chosenOf = (page: Page, option: string) =>
  page.getByRole("group", { name: option, exact: true }).locator('[aria-current="true"]');

test("without JavaScript, each value is a link that keeps the others, and says what is out of stock or not made", async ({
  anotherBrowser,
  shop,
}) => {
  await importProducts(shop, ...tees);
  const page = await anotherBrowser({ javaScriptEnabled: false });
  await page.goto("/products/tee-m-blue");
  await expect(page).toHaveTitle("Soft tee (Size: M · Colour: Blue) – Torg");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Soft tee");
  await linkTo(page, "Colour", "Red").click();
  await expect(page).toHaveURL("/products/tee-m-red");
  await expect(chosenOf(page, "Size")).toHaveText("M");
  await expect(chosenOf(page, "Colour")).toHaveText("Red");
  await linkTo(page, "Size", "XL (not made in Red)").click();
  await expect(page).toHaveURL("/products/tee-xl-blue");
  await page.goBack();
  await linkTo(page, "Size", "L (out of stock)").click();
  await expect(page).toHaveURL("/products/tee-l-red");
  await expect(page.getByRole("link", { name: "Notify me when it's back" })).toBeVisible();
});

test("choosing changes price, stock and quantity where the page is, and Back and Forward follow", async ({
  page,
  shop,
}) => {
  await importProducts(shop, ...tees);
  await page.setViewportSize({ width: 1280, height: 500 });
  await openPage(page, "/products/tee-m-blue");
  await page.getByRole("button", { name: "Increase quantity of Soft tee" }).click();
  const large = linkTo(page, "Size", "L");
  await large.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 150);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const before = { scroll: await page.evaluate(() => scrollY), box: await large.boundingBox() };
  await large.click();
  await expect(page).toHaveURL("/products/tee-l-blue");
  await expect(page).toHaveTitle("Soft tee (Size: L · Colour: Blue) – Torg");
  await expect(page.getByText("$27.00").first()).toBeVisible();
  await expect(chosenOf(page, "Size")).toBeFocused();
  await expect(chosenOf(page, "Size")).toHaveText("L");
  await expect(page.getByRole("status").filter({ hasText: "$27.00, In Stock" })).toHaveCount(1);
  await expect(page.locator("output")).toHaveText("1");
  expect(await page.evaluate(() => scrollY)).toBe(before.scroll);
  expect((await large.boundingBox())?.y).toBe(before.box?.y);
  await linkTo(page, "Colour", "Red (out of stock)").click();
  await expect(page).toHaveURL("/products/tee-l-red");
  await expect(page.getByRole("link", { name: "Notify me when it's back" })).toBeVisible();
  await page.goBack();
  await expect(chosenOf(page, "Colour")).toHaveText("Blue");
  await expect(page.getByText("$27.00").first()).toBeVisible();
  await page.goBack();
  await expect(chosenOf(page, "Size")).toHaveText("M");
  await page.goForward();
  await expect(chosenOf(page, "Size")).toHaveText("L");
});

test("the list is as many steps back as were chosen since", async ({ page, shop }) => {
  await importProducts(shop, ...tees);
  await openPage(page, "/products");
  await page.getByRole("article").filter({ hasText: "Soft tee" }).getByRole("link").first().click();
  await expect(page).toHaveURL("/products/tee-m-blue");
  await linkTo(page, "Size", "L").click();
  await linkTo(page, "Size", "XL").click();
  await expect(page).toHaveURL("/products/tee-xl-blue");
  await page.getByRole("link", { name: "Back to products" }).click();
  await expect(page).toHaveURL("/products");
  await page.goForward();
  await expect(page).toHaveURL("/products/tee-m-blue");
});

test("values are chosen by keyboard, one after the other", async ({ page, shop }) => {
  await importProducts(shop, ...tees);
  await openPage(page, "/products/tee-m-blue");
  await linkTo(page, "Size", "M").focus();
  await page.keyboard.press("Tab");
  await expect(linkTo(page, "Size", "L")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/products/tee-l-blue");
  await expect(linkTo(page, "Size", "L")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/products/tee-xl-blue");
  await expect(linkTo(page, "Size", "XL")).toBeFocused();
});

test("the focus stays where the keyboard has moved it while a value was on its way", async ({ page, shop }) => {
  await importProducts(shop, ...tees);
  await openPage(page, "/products/tee-m-blue");
  const back = page.getByRole("link", { name: "Back to products" });
  await test.step("to another part of the page, before the answer", async () => {
    const answer = await holdRequests(page, "GET", "/products/tee-l-blue");
    await linkTo(page, "Size", "L").focus();
    await page.keyboard.press("Enter");
    await back.focus();
    await answer.letGo();
    await expect(page.getByText("$27.00").first()).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "$27.00, In Stock" })).toHaveCount(1);
    await expect(back).toBeFocused();
  });
  await test.step("to the next value, in the moment in which the choice is shown", async () => {
    // The page waits for an answer while React shows the choice, and handles the key before it is done with it.
    await page.route("**/tab-now", async (route) => {
      const pressed = page.keyboard.press("Tab");
      await route.fulfill({ body: "" });
      await pressed;
    });
    await linkTo(page, "Size", "XL").evaluate((link) => {
      link.setAttribute = (name, value) => {
        Element.prototype.setAttribute.call(link, name, value);
        if (name !== "aria-current") return;
        const request = new XMLHttpRequest();
        request.open("GET", "/tab-now", false);
        request.send();
      };
    });
    await linkTo(page, "Size", "XL").press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Size: XL" })).toHaveCount(1);
    await expect(linkTo(page, "Colour", "Blue")).toBeFocused();
  });
});

test("a value that is pressed before the page is hydrated is chosen once it is, without moving the page", async ({
  page,
  shop,
}) => {
  await importProducts(shop, ...tees);
  await page.setViewportSize({ width: 1280, height: 500 });
  const bringScripts = await holdScripts(page);
  await page.goto("/products/tee-m-blue", { waitUntil: "domcontentloaded" });
  await page.evaluate(() => scrollTo(0, 150));
  await linkTo(page, "Size", "L").click();
  await expect(page).toHaveURL("/products/tee-m-blue");
  bringScripts();
  await expect(page).toHaveURL("/products/tee-l-blue");
  await expect(chosenOf(page, "Size")).toHaveText("L");
  await expect(chosenOf(page, "Size")).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(150);
});

test("Add to cart means the value that was chosen last, also while it is on its way", async ({ page, shop }) => {
  await importProducts(shop, ...tees);
  await openPage(page, "/products/tee-m-blue");
  const large = await holdRequests(page, "GET", "/products/tee-l-blue");
  await page.getByRole("button", { name: "Increase quantity of Soft tee" }).click();
  await linkTo(page, "Size", "L").click();
  const add = page.getByRole("button", { name: "Add to cart" });
  await add.click();
  await add.click();
  await large.letGo();
  await expect(page.getByText("has been added to your cart!")).toBeVisible();
  await openPage(page, "/cart");
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "Soft tee" });
  await expect(line.getByRole("link", { name: "Soft tee" })).toHaveAttribute("href", "/products/tee-l-blue");
  await expect(line).toContainText("$108.00");
});

test("Notify me means the value that was chosen last, also while it is on its way", async ({ page, shop }) => {
  const small = productOf({
    ...{ ...tee, id: "tee-s-red", options: { Size: "S", Colour: "Red" } },
    ...{ stock: 0, availabilityStatus: "Out of Stock" },
  });
  await importProducts(shop, ...tees, small);
  await openPage(page, "/products/tee-l-red");
  const coming = await holdRequests(page, "GET", "/products/tee-s-red");
  await linkTo(page, "Size", "S (out of stock)").click();
  await page.getByRole("link", { name: "Notify me when it's back" }).click();
  await coming.letGo();
  await expect(page).toHaveURL("/back-in-stock?product=tee-s-red");
});

test("siblings with one title are lines of their own in the cart, which name what is chosen", async ({
  page,
  shop,
}) => {
  await importProducts(shop, ...tees);
  await openPage(page, "/products/tee-m-blue");
  const add = page.getByRole("button", { name: "Add to cart", exact: true }).first();
  await add.click();
  await linkTo(page, "Size", "L").click();
  await expect(page).toHaveURL("/products/tee-l-blue");
  await add.click();
  await openPage(page, "/cart");
  const lines = page.getByRole("main").getByRole("listitem");
  await expect(lines.filter({ hasText: "Size: M · Colour: Blue" })).toHaveCount(1);
  await expect(lines.filter({ hasText: "Size: L · Colour: Blue" })).toHaveCount(1);
  const more = page.getByRole("button", { name: "Increase quantity of Soft tee" });
  await expect(more).toHaveCount(2);
  await expect(more.first()).toHaveAccessibleDescription("Size: M · Colour: Blue");
});

test("@phone-only thirty sizes wrap on a narrow phone", async ({ page, shop }) => {
  const sizes = Array.from({ length: 30 }, (_, index) => String(32 + index / 2));
  await importProducts(
    shop,
    ...sizes.map((size) => productOf({ ...tee, group: "shoe", id: `shoe-${size}`, options: { "Shoe size": size } })),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, "/products/shoe-40");
  const links = page.getByRole("group", { name: "Shoe size" }).getByRole("link");
  await expect(links).toHaveCount(30);
  for (const box of await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON()))) {
    expect(box.right).toBeLessThanOrEqual(360 - 16);
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("two with the same values lead to each other, and a group of one has nothing to choose", async ({
  page,
  shop,
}) => {
  const twin = { ...tee, group: "twins", options: { Size: "M" } };
  await importProducts(
    shop,
    productOf({ ...twin, id: "twin-one" }),
    productOf({ ...twin, id: "twin-two", price: 30 }),
    productOf({ ...twin, id: "alone", group: "alone" }),
  );
  await openPage(page, "/products/twin-one");
  await page.getByRole("group", { name: "Also available" }).getByRole("link", { name: "Soft tee, $30.00" }).click();
  await expect(page).toHaveURL("/products/twin-two");
  await expect(page.getByRole("link", { name: "Soft tee, $25.00" })).toBeVisible();
  await openPage(page, "/products/alone");
  await expect(page.getByRole("group", { name: "Size" })).toHaveCount(0);
  await expect(page).toHaveTitle("Soft tee – Torg");
});
