import type { Locator, Page } from "@playwright/test";
import { openPage } from "../journeys/open-page.ts";
import {
  card,
  cartLink,
  expectBadge,
  password,
  purchaseButton,
  receiptNumber,
  signUpVerified,
} from "../journeys/shopper.ts";
import { expect, test } from "./screen-test.ts";

test("a shopper buys with the keyboard alone and always sees the focus", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  await page.context().clearCookies();
  await openPage(page, "/");

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await pressAt(page, page.getByRole("link", { name: "Shop Now" }));
  await expect(page).toHaveURL("/products");
  await expect(page.getByRole("heading", { level: 1 }), "the new page has the focus").toBeFocused();

  const product = page.getByRole("article").first();
  const title = await product.getByRole("heading").innerText();
  await pressAt(page, product.getByRole("link", { name: "Details" }));
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await pressAt(page, page.getByRole("button", { name: "Add to cart" }));
  await expectBadge(page, 1);
  await pressAt(page, cartLink(page), "Shift+Tab");
  await pressAt(page, page.getByRole("button", { name: `Increase quantity of ${title}` }));
  await pressAt(page, page.getByRole("button", { name: "To Checkout" }));

  await expect(page).toHaveURL("/sign-in");
  await typeAt(page, page.getByLabel("Email"), email);
  await typeAt(page, page.getByLabel("Password"), password);
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL("/checkout");
  await typeAt(page, page.getByLabel("Billing Address"), "Storgata 1, 0155 Oslo");
  await typeAt(page, page.getByLabel("Cardholder Name"), card.name);
  await focusOn(page, page.getByLabel("Payment Method"));
  await page.keyboard.type("Visa");
  await typeAt(page, page.getByLabel("Card Number"), card.number);
  await typeAt(page, page.getByLabel("Expiry Month"), card.month);
  await typeAt(page, page.getByLabel("Expiry Year"), card.year);
  await typeAt(page, page.getByLabel("CVV"), card.cvv);
  await pressAt(page, purchaseButton(page));
  await receiptNumber(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await pressAt(page, page.getByRole("button", { name: "Sign out" }), "Shift+Tab");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("the open menu traps the focus and returns it when closed", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openPage(page, "/about");
  const opener = page.getByRole("button", { name: "Open menu" });
  await pressAt(page, opener);
  const menu = page.getByRole("dialog", { name: "Menu" });
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest("dialog"),
    );
    expect(outside).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
});

test("a link in the phone's menu leads the focus to the new page's heading", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openPage(page, "/about");
  for (const name of ["Contact", "Products", "Home"]) {
    await pressAt(page, page.getByRole("button", { name: "Open menu" }));
    const menu = page.getByRole("dialog", { name: "Menu" });
    await pressAt(page, menu.getByRole("link", { name, exact: true }));
    await expect(menu).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
});

test("editing a profile, saving and cancelling keep the focus where the work goes on", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  await openPage(page, "/profile");
  const edit = page.getByRole("button", { name: "Edit profile" });
  const firstName = page.getByLabel("First name");
  await pressAt(page, edit);
  await expect(firstName).toBeFocused();
  await pressAt(page, page.getByRole("button", { name: "Cancel" }));
  await expect(edit).toBeFocused();
  await pressAt(page, edit);
  await firstName.fill("Grace");
  await pressAt(page, page.getByRole("button", { name: "Save" }));
  await expect(edit).toBeFocused();
  await expect(page.getByText("Grace Lovelace")).toBeVisible();
});

test("closing the password dialog returns the focus to its link", async ({ page }) => {
  await openPage(page, "/sign-in");
  const opener = page.getByRole("link", { name: "here" });
  await pressAt(page, opener);
  await expect(page.getByRole("dialog").getByLabel("Email")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("widening the window closes the menu, and the page scrolls again", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openPage(page, "/products");
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test("a navigation focuses the new page's heading; Back restores the focus", async ({ page }) => {
  await openPage(page, "/");
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About Torg" })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "About" })).toBeFocused();
});

test("checkboxes keep the focus, and a removed filter passes it to the next", async ({ page }) => {
  await openPage(page, "/products");
  const panel = page.getByRole("complementary", { name: "Refine" });
  for (const name of ["Beauty", "Fragrances"]) {
    const box = panel.getByRole("checkbox", { name });
    await box.press("Space");
    await expect(page.getByRole("link", { name: `Remove ${name}` })).toBeVisible();
    await expect(box).toBeFocused();
  }
  await page.getByRole("link", { name: "Remove Beauty" }).press("Enter");
  await expect(page).toHaveURL("/products?filter=fragrances");
  await expect(page.getByRole("link", { name: "Remove Fragrances" })).toBeFocused();
  await page.getByRole("link", { name: "Remove Fragrances" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("choosing a filter keeps the focus on its menu; paging scrolls to the list's top", async ({ page }) => {
  await openPage(page, "/products");
  const filter = page.getByLabel("Filter");
  await filter.focus();
  await filter.selectOption("groceries");
  await expect(page).toHaveURL("/products?filter=groceries");
  await expect(page.getByLabel("Filter")).toBeFocused();
  await openPage(page, "/products?page=2");
  await filter.focus();
  await filter.selectOption("groceries");
  await expect(page).toHaveURL("/products?filter=groceries");
  await expect(page.getByRole("status").filter({ hasText: "Groceries: " })).toBeVisible();
  await expect(page.getByLabel("Filter")).toBeFocused();
  await openPage(page, "/products");
  await page.getByRole("article").last().getByRole("button").focus();
  await pressAt(page, page.getByRole("link", { name: "Page 2" }));
  await expect(page).toHaveURL("/products?page=2");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("what has the focus on a phone is never behind a bar", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openPage(page, "/products/eik-ask-loden-armchair");
  for (const key of ["Tab", "Shift+Tab"]) await expectClearOf(page, ".site-bar, .buy-bar", key, 60);
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: "instant" }));
  for (const name of ["Add to cart", "Increase quantity of Loden Tub Armchair"]) {
    await page.getByRole("button", { name }).focus();
    expect(await page.evaluate(() => window.scrollY), "buttons of the bar are in sight").toBe(300);
  }
  await openPage(page, "/products");
  await page.getByRole("button", { name: "All filters" }).press("Enter");
  for (const key of ["Tab", "Shift+Tab"]) await expectClearOf(page, ".filters-end", key, 40);
});

/** Presses a key that moves the focus, which ends up wholly in sight each time unless it is in one of the bars. */
async function expectClearOf(page: Page, bars: string, key: string, presses: number) {
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press(key);
    const hidden = await page.evaluate((selector) => {
      const { activeElement: focused } = document;
      if (!focused || focused === document.body || focused.closest(`${selector}, .skip-link`)) return [];
      const { top, bottom, height } = focused.getBoundingClientRect();
      const behind = [...document.querySelectorAll(selector)].filter((bar) => {
        const box = bar.getBoundingClientRect();
        return height < window.innerHeight / 2 && top < box.bottom - 1 && bottom > box.top + 1;
      });
      return behind.map((bar) => `${focused.outerHTML.slice(0, 120)} is behind ${bar.className}`);
    }, bars);
    expect(hidden).toEqual([]);
  }
}

/** Goes on with Tab until something has the focus, which must show. */
async function focusOn(page: Page, target: Locator, key = "Tab") {
  for (let step = 0; step < 150; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(outline, "the focus shows").not.toBe("none");
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${target} can't be reached by keyboard`);
}

async function pressAt(page: Page, target: Locator, key?: string) {
  await focusOn(page, target, key);
  await page.keyboard.press("Enter");
}

async function typeAt(page: Page, target: Locator, text: string) {
  await focusOn(page, target);
  await page.keyboard.type(text);
}
