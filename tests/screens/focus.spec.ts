import type { Locator, Page } from "@playwright/test";
import { setRole } from "#shop/owners/owners.ts";
import { openPage } from "../journeys/open-page.ts";
import { fillCart, honey, lemons, orderFor, sampleProduct, signUpVerified } from "../journeys/shopper.ts";
import { fillContact } from "../specification/contact.ts";
import { phone } from "./judge-page.ts";
import { expect, test } from "./screen-test.ts";

const soldOut = sampleProduct("solvene-ambre-nuit-travel-spray");

test("a visitor's focus moves into what opens, back to what opened it, and never gets lost", async ({ page }) => {
  const heading = page.getByRole("heading", { level: 1 });

  await test.step("filter drawer", async () => {
    await page.setViewportSize(phone);
    await openPage(page, "/products");
    const opener = page.getByRole("button", { name: "All filters" });
    const drawer = page.getByRole("complementary", { name: "Refine" });
    await opener.press("Enter");
    await expect(drawer.getByRole("button", { name: "Close" })).toBeFocused();
    await expectToKeepFocus(page, drawer);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.press("Enter");
    await drawer.getByRole("button", { name: "Close" }).press("Enter");
    await expect(opener).toBeFocused();
    await opener.press("Enter");
    const box = drawer.getByRole("checkbox", { name: "Beauty" });
    await box.press("Space");
    await expect(page).toHaveURL(/filter=beauty/);
    await expect(box).toBeFocused();
    await drawer.getByRole("button", { name: /^Show \d+ products?/ }).press("Enter");
    await expect(opener).toBeFocused();
    await opener.press("Enter");
    await drawer.getByRole("searchbox").fill("lipstick");
    await drawer.getByRole("searchbox").press("Enter");
    await expect(page).toHaveURL(/q=lipstick/);
    await expect(drawer).toBeHidden();
    await expect(heading).toBeFocused();
  });

  await test.step("search", async () => {
    await openPage(page, "/about");
    const opener = page.getByRole("button", { name: "Open search" });
    const field = page.getByRole("searchbox", { name: "Search products" });
    await opener.press("Enter");
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await opener.press("Enter");
    await field.press("Tab");
    await expect(field).toBeHidden();
  });

  await test.step("toast and large pictures", async () => {
    await openPage(page, `/products/${honey.id}`);
    const add = page.getByRole("button", { name: "Add to cart" });
    await add.press("Enter");
    await page.getByRole("button", { name: "Dismiss" }).press("Enter");
    await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
    await expect(add).toBeFocused();
    const copy = page.getByRole("link", { name: "Copy link" });
    await page.context().grantPermissions(["clipboard-write"]);
    await copy.press("Enter");
    await expect(page.getByText("Link copied")).toBeVisible();
    await expect(copy).toBeFocused();
    const picture = page.getByRole("link", { name: "Enlarge picture 1" });
    await picture.press("Enter");
    const large = page.getByRole("dialog");
    await expect(large.getByRole("button", { name: "Close large pictures" })).toBeFocused();
    await expectToKeepFocus(page, large);
    await page.keyboard.press("Escape");
    await expect(picture).toBeFocused();
    await add.press("Enter");
    await page.getByRole("link", { name: "View cart" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Cart", level: 1 })).toBeFocused();
  });

  await test.step("cart", async () => {
    const more = page.getByRole("button", { name: "Increase quantity" });
    await more.press("Enter");
    await expect(more).toBeFocused();
    const share = page.getByRole("link", { name: "Share this cart" });
    await page.context().grantPermissions(["clipboard-write"]);
    await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await share.press("Enter");
    await expect(page.getByText("Link copied")).toBeVisible();
    await expect(share).toBeFocused();
    const remove = page.getByRole("button", { name: "Remove" });
    await remove.press("Enter");
    await expect(page.getByText("Your cart is empty.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(remove).toBeFocused();
  });

  await test.step("contact form", async () => {
    await openPage(page, "/contact");
    await fillContact(page);
    await page.getByRole("button", { name: "Send" }).press("Enter");
    const sent = page.getByRole("dialog");
    await expect(sent.getByRole("link", { name: "Close" })).toBeFocused();
    await expectToKeepFocus(page, sent);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/");
    await expect(heading).toBeFocused();
  });

  await test.step("password dialog", async () => {
    await openPage(page, "/sign-in?reset");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Email")).toBeFocused();
    await expectToKeepFocus(page, dialog);
    await dialog.getByRole("button", { name: "Send reset link" }).press("Enter");
    await expect(dialog.getByLabel("Email")).toBeFocused();
    await dialog.getByRole("button", { name: "Close" }).press("Enter");
    await expect(page.getByRole("link", { name: "here" })).toBeFocused();
  });

  await test.step("a form whose answer replaces it", async () => {
    await openPage(page, `/back-in-stock?product=${soldOut.id}`);
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByRole("button", { name: "Notify me" }).press("Enter");
    await expect(page.getByText("Check your inbox")).toBeVisible();
    await expect(heading).toBeFocused();
  });
});

test("a customer's focus follows a changed cart, a cancelled order and signing out", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  const orderNumber = await orderFor(shop, email, honey, lemons);
  await fillCart(page, { ...honey, price: 9 }, lemons);
  const heading = page.getByRole("heading", { level: 1 });

  await openPage(page, "/checkout");
  await page.getByRole("button", { name: "Accept changes" }).press("Enter");
  await expect(page.getByRole("button", { name: "Accept changes" })).toHaveCount(0);
  await expect(heading).toBeFocused();

  await openPage(page, "/orders");
  const again = page.getByRole("button", { name: "Buy again" });
  await again.press("Enter");
  await expect(page.getByText("added to your cart")).toBeVisible();
  await expect(again).toBeFocused();

  await page.getByRole("link", { name: `Order ${orderNumber}` }).press("Enter");
  await expect(page.getByRole("heading", { name: "Order confirmation" })).toBeFocused();
  const cancel = page.getByRole("link", { name: "Cancel order" });
  await cancel.press("Enter");
  await expect(page.getByRole("link", { name: "Keep order" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Yes, cancel order" }).press("Enter");
  await expect(page.getByText("This order was cancelled")).toBeVisible();
  await expect(heading).toBeFocused();

  await openPage(page, "/");
  await page.getByRole("button", { name: "Sign out" }).press("Enter");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(heading).toBeFocused();
});

test("each answer of the back office has the focus, also previews and moved rows", async ({ page, shop }) => {
  await setRole(await shop.inside(), await signUpVerified(page, shop), "owner", "test");

  await page.setViewportSize(phone);
  await page.goto("/owner/categories");
  const menu = page.getByRole("navigation", { name: "Admin" });
  await page.getByRole("button", { name: "Menu" }).press("Enter");
  await menu.getByRole("link", { name: "Activity log" }).focus();
  await page.keyboard.press("Tab");
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Move Fragrances up" }).press("Enter");
  await expect(page.getByRole("status")).toHaveText("Moved up");
  await expect(page.getByRole("button", { name: "Move Fragrances down" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Moved down");
  await expect(page.getByRole("button", { name: "Move Fragrances up" })).toBeFocused();

  const preview = page.getByRole("region", { name: "Preview" });
  await page.goto("/owner/pages/new");
  await page.getByLabel("Title").fill("Terms");
  await page.getByLabel("Text (Markdown)").fill("Be kind.");
  await page.getByRole("button", { name: "Preview" }).press("Enter");
  await expect(preview).toContainText("Be kind.");
  await expect(preview).toBeFocused();

  await page.goto("/owner/products/bulk?q=lemons");
  await page.getByLabel("Change by percent").fill("10");
  await page.getByLabel("Change by percent").press("Enter");
  await expect(preview).toBeFocused();

  await page.goto("/owner/products/import");
  const file = { name: "products.csv", mimeType: "text/csv", buffer: Buffer.from("id,stock\nlemons,7\n") };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Preview changes" }).press("Enter");
  await expect(preview).toBeFocused();

  await page.goto("/owner/taxes");
  await page.getByRole("button", { name: "Add Norway's" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

/** Tab leads through all of a panel and to its beginning, or to the browser's own controls, but never to the page behind it. */
async function expectToKeepFocus(page: Page, panel: Locator) {
  for (const key of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
    await page.keyboard.press(key);
    const isInside = await panel.evaluate((element) =>
      [document.body, ...element.querySelectorAll("*"), element].includes(document.activeElement as HTMLElement),
    );
    expect(isInside, `${key} in ${panel}`).toBe(true);
  }
}
