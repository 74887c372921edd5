import { setRole } from "#shop/owners/owners.ts";
import { pictureFile } from "../specification/picture-file.ts";
import { expectListed } from "./kept-in-browser.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { signUpVerified } from "./shopper.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("on a phone, an owner gets from the shop's menu to any owner screen", async ({ page, shop }) => {
  const email = await signUpVerified(page, shop);
  await setRole(await shop.inside(), email, "owner", "test");
  await openPage(page, "/");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Admin" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Orders", exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Redirects" }).click();
  await expect(page.getByRole("heading", { name: "Redirects", level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Admin" })).toBeHidden();
});

test("an owner finds screens and products by the keyboard, and by a button on a phone", async ({ page, shop }) => {
  await setRole(await shop.inside(), await signUpVerified(page, shop), "owner", "test");
  await page.goto("/owner/categories");
  await page.getByRole("button", { name: "Find anything" }).click();
  const dialog = page.getByRole("dialog", { name: "Find anything" });
  const field = dialog.getByRole("combobox");
  await expect(field).toBeFocused();
  await expect(dialog.getByRole("option", { name: "Dashboard" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Find anything" })).toBeFocused();

  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("qqqqqqqq");
  await expect(field).toHaveValue("qqqqqqqq");
  await expect(dialog.getByRole("status")).toHaveText("Nothing found.");
  await field.fill("tax");
  await expect(dialog.getByRole("option").first()).toHaveText(/^Taxes/);
  await field.fill("import");
  await expect(dialog.getByRole("option", { name: "Import settings" })).toBeVisible();
  await field.press("ArrowDown");
  await expect(dialog.getByRole("option").nth(1)).toHaveAttribute("aria-selected", "true");
  // Enter right after typing opens what was typed, not what an earlier text found.
  await field.fill("discount code");
  await field.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add discount code");
});

test("an owner moves among a list's rows by J and K, and can turn these keys off", async ({ page, shop }) => {
  await setRole(await shop.inside(), await signUpVerified(page, shop), "owner", "test");
  await page.goto("/owner/categories");
  const links = page.locator("tbody td:first-child a");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const [key, row] of [
    ["j", 0],
    ["j", 1],
    ["k", 0],
    ["k", 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(links.nth(row)).toBeFocused();
  }
  await page.keyboard.press("?");
  const choice = dialog.getByRole("checkbox", { name: "Use J, K and ? in this browser" });
  await choice.uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("j");
  await expect(links.nth(0)).toBeFocused();
  await expectListed(page);

  await page.reload();
  await page.keyboard.press("j");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).press("Enter");
  await expect(choice).not.toBeChecked();
  await choice.check();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.goto("/owner/products");
  await page.getByRole("searchbox").pressSequentially("jk?");
  await expect(page.getByRole("searchbox")).toHaveValue("jk?");
  await expect(dialog).toBeHidden();
  await page.getByRole("heading", { level: 1 }).click();
  const [title = ""] = await links.allTextContents();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("an owner sees the shop in another color and with other words before anything is saved", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await setRole(await shop.inside(), await signUpVerified(page, shop), "owner", "test");
  await page.goto("/owner/appearance");
  const settings = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Settings", exact: true });
  await expect(settings).toHaveAttribute("aria-current", "true");
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Good things, gathered at Torg");
  await page.locator("summary", { hasText: "Colors" }).press("Enter");
  const [picker, field] = [page.getByLabel("Pick the accent color"), page.getByLabel("Accent color", { exact: true })];
  await expect(field).toHaveValue("");
  const unsaved = page.getByText("Unsaved changes");
  await expect(unsaved).toBeHidden();
  await picker.fill("#8b1e1e");
  await expect(unsaved).toBeVisible();
  await expect(field).toHaveValue("#8b1e1e");
  await expect(preview.getByRole("link", { name: "Shop Now" })).toHaveCSS("background-color", "rgb(139, 30, 30)");
  await field.fill("#ffff00");
  await expect(page.getByText("Accent color: #ffff00 has a contrast of 1.0:1 on the shop's background")).toBeVisible();
  await field.fill("#1e4d40");
  await expect(page.getByText("Accent color: #ffff00")).toHaveCount(0);
  await expect(picker).toHaveValue("#1e4d40");
  await page.getByRole("heading", { name: "Home page" }).click();
  await page.getByText("Welcome", { exact: true }).click();
  await page.getByLabel("Title", { exact: true }).fill("Bread since 1903");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Bread since 1903");

  const order = preview.getByRole("heading", { level: 2 });
  await expect(order).toHaveText(["Shop by Category", "Trending Products"]);
  await page.getByRole("button", { name: "Move up: Trending products" }).press("Enter");
  await expect(order).toHaveText(["Trending Products", "Shop by Category"]);
  await page.getByRole("button", { name: "+ Text" }).click();
  const missing = page.getByText("Not shown until it has a title or text");
  await expect(missing).toBeVisible();
  await page.getByLabel("Text's title").fill("Come in");
  await expect(missing).toBeHidden();
  await expect(order).toHaveText(["Trending Products", "Shop by Category", "Come in"]);
  await expect(order.last()).toBeInViewport();
  const section = (name: string) => page.locator("summary", { has: page.getByText(name, { exact: true }) });
  await section("Text").dragTo(section("Shop by category"), { targetPosition: { x: 20, y: 2 } });
  await expect(order).toHaveText(["Trending Products", "Come in", "Shop by Category"]);
  await page.getByRole("button", { name: "Remove: Trending products" }).click();
  await expect(order).toHaveText(["Come in", "Shop by Category"]);
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.press("Enter");
  await expect(order).toHaveText(["Trending Products", "Come in", "Shop by Category"]);
  await undo.press("Enter");
  await expect(order).toHaveText(["Trending Products", "Shop by Category", "Come in"]);
  await page.getByRole("link", { name: "As it was" }).click();
  await expect(order).toHaveText(["Shop by Category", "Trending Products"]);
  await expect(field).toHaveValue("");
  await expect(unsaved).toBeHidden();
  await undo.click();
  await expect(unsaved).toBeVisible();
  await expect(order).toHaveText(["Trending Products", "Shop by Category", "Come in"]);
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Bread since 1903");
  await page.getByRole("radio", { name: "Products" }).press("Space");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Products");
  const logo = page.getByLabel("Logo", { exact: true });
  await logo.setInputFiles(await pictureFile("logo.png"));
  await expect(page.getByAltText("Current logo")).toBeVisible();
  await page.getByRole("button", { name: "Suggest colors" }).click();
  await expect(page.getByRole("list", { name: "Colors that go with the logo" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Use colors 1" })).toBeFocused();
  await expect(undo, "what can be taken back still can").toHaveAttribute("aria-disabled", "false");
  const remove = page.getByRole("button", { name: "Remove: " });
  while ((await remove.count()) > 0) await remove.first().click();
  await expect(page.getByRole("button", { name: "+ " }).and(page.locator(":focus"))).toBeVisible();
  await logo.setInputFiles({ name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(13 * 1024 * 1024) });
  await expect(page.getByText("huge.png (13 MB)")).toBeVisible();
  expect([page.context().pages().length, new URL(page.url()).pathname]).toEqual([1, "/owner/appearance"]);

  await page.setViewportSize({ width: 360, height: 740 });
  const frame = page.getByTitle("Preview of the shop");
  await expect(frame).toBeHidden();
  await page.getByRole("radio", { name: "Preview" }).press("Space");
  await expect(frame).toBeVisible();
  await expect(page.getByLabel("Accent color", { exact: true })).toBeHidden();
});
