import type { Page } from "@playwright/test";
import { openPage } from "../journeys/open-page.ts";
import { expectBadge, lemons, signUpVerified } from "../journeys/shopper.ts";
import { pictureFile } from "./picture-file.ts";
import { expect, test } from "./trouble-test.ts";

const pages = [
  ["Home", "/"],
  ["Products", "/products"],
  ["About", "/about"],
  ["Contact", "/contact"],
] as const;

test("what a visitor sees around every page", async ({ page }) => {
  await test.step("a header with the navigation bar, a main area, and a footer with a copyright line for 2025 and payment icons", async () => {
    for (const path of ["/", "/products", "/sign-in"]) {
      await page.goto(path);
      await expect(page.getByRole("banner").getByRole("navigation", { name: "Main" })).toBeVisible();
      await expect(page.getByRole("main")).toBeVisible();
      const footer = page.getByRole("contentinfo");
      await expect(footer).toContainText(/© 2025 .*all rights reserved/i);
      await expect(footer.getByRole("img")).toHaveCount(2);
      for (const name of ["Visa", "Mastercard"]) await expect(footer.getByRole("img", { name })).toBeVisible();
    }
  });

  await test.step("a logo links to home, next to the links Home, Products, About, Contact", async () => {
    await openPage(page, "/cart");
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText(
      pages.map(([name]) => name),
    );
    for (const [name, path] of pages) {
      await banner.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
      await expect(page).toHaveURL(path);
    }
    await banner.getByRole("link", { name: "Torg" }).click();
    await expect(page).toHaveURL("/");
  });

  await test.step("when signed out: a 'Sign in' button", async () => {
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("button", { name: "Sign out" })).toHaveCount(0);
    await expect(banner.getByRole("link", { name: "Profile" })).toHaveCount(0);
    await banner.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/sign-in");
  });

  await test.step("the active link has a distinct style", async () => {
    await openPage(page, "/about");
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await expect(links.filter({ hasText: "About" })).toHaveAttribute("aria-current", "page");
    const looks = await links.evaluateAll((all) =>
      all.map((link) => {
        const { color, fontWeight, textDecorationLine, backgroundColor, borderBottom, boxShadow } =
          getComputedStyle(link);
        return [color, fontWeight, textDecorationLine, backgroundColor, borderBottom, boxShadow].join();
      }),
    );
    const [home, products, about, contact] = looks;
    expect([home, products]).toEqual([contact, contact]);
    expect(about).not.toBe(home);
  });
});

test("the same links appear in a mobile slide-out menu opened by a hamburger icon", async ({ page }) => {
  await usePhone(page);
  await openPage(page, "/cart");
  for (const [name, path] of pages) {
    await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).click();
    const links = page.getByRole("dialog").getByRole("navigation", { name: "Menu" }).getByRole("link");
    await expect(links).toHaveText(pages.map(([label]) => label));
    await links.filter({ hasText: name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("while the menu is open, page scrolling is locked, and an overlay closes it", async ({ page }) => {
  await usePhone(page);
  await openPage(page, "/");
  const scrolled = () => page.evaluate(() => scrollY);
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.locator("html")).toHaveCSS("overflow-y", "hidden");
  await page.mouse.move(370, 600);
  await page.mouse.wheel(0, 500);
  await page.mouse.click(370, 600);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await scrolled()).toBe(0);
  await page.mouse.wheel(0, 500);
  await expect.poll(scrolled).toBeGreaterThan(0);
});

test("when signed in: a profile circle with the user's image, or a default user icon, and a 'Sign out' button", async ({
  page,
  shop,
}) => {
  await signUpVerified(page, shop);
  await openPage(page, "/");
  const profile = page.getByRole("banner").getByRole("link", { name: "Profile" });
  await expect(profile.locator("svg")).toBeVisible();
  await expect(profile.locator("img")).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toHaveCount(0);
  await profile.click();
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel("Choose picture").setInputFiles(await pictureFile());
  await page.getByRole("button", { name: "Save" }).click();
  await expect(profile.locator("img")).toHaveAttribute("src", /^\/profile-pictures\/.+\.webp$/);
  await expect(profile.locator("svg")).toHaveCount(0);
  await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("a cart link has a badge with the total quantity, displayed only when the quantity is above 0", async ({
  page,
}) => {
  await openPage(page, "/");
  await expectBadge(page, 0);
  await expect(page.getByRole("banner").getByRole("link", { name: "Cart", exact: true })).toHaveText("", {
    useInnerText: true,
  });
  await openPage(page, "/products?filter=groceries");
  for (const title of [lemons.title, lemons.title, "Hardanger Red Apples"]) {
    await page.getByRole("article", { name: title }).getByRole("button", { name: "Add to cart" }).click();
  }
  await expectBadge(page, 3);
  await page.getByRole("banner").getByRole("link", { name: "Cart, 3 items" }).click();
  await expect(page).toHaveURL("/cart");
  for (const name of ["Remove", "Remove"]) await page.getByRole("button", { name }).first().click();
  await expectBadge(page, 0);
});

function usePhone(page: Page) {
  return page.setViewportSize({ width: 390, height: 844 });
}
