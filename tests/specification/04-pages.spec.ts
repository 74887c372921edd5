import type { Page } from "@playwright/test";
import { holdRequests } from "../journeys/hold-requests.ts";
import { openPage } from "../journeys/open-page.ts";
import { importProducts, productOf } from "../journeys/owner.ts";
import { orderFor, signUpVerified } from "../journeys/shopper.ts";
import { fillContact } from "./contact.ts";
import { ownerRow } from "./owner-lists.ts";
import { expect, test } from "./trouble-test.ts";

const basket = productOf({ id: "basket", title: "Willow Basket" });

test("contact form: idle, then sending, then success modal; the form is cleared on success", async ({ page, shop }) => {
  await openPage(page, "/contact");
  const typed = await fillContact(page);
  await page.getByLabel("Subject").fill("Held back");
  const sending = await holdRequests(page, "POST", "/contact");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
  expect(await ownerRow(shop, "messages", "subject", "Held back")).toBeUndefined();
  await sending.letGo();
  const modal = page.getByRole("dialog", { name: "Message sent" });
  await expect(modal).toBeVisible();
  expect(await modal.evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
  await expect(page.getByText("0/200")).toBeVisible();
  for (const label of Object.keys(typed)) await expect(page.getByLabel(label, { exact: true })).toHaveValue("");
  expect(await ownerRow(shop, "messages", "subject", "Held back")).toMatchObject({ message: typed.Message });
  await modal.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL("/");
});

test("an invalid contact form sends nothing", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await openPage(page, "/contact");
  await fillContact(page);
  await page.getByLabel("Phone number").fill("1234");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription("Phone number must be exactly 8 digits");
  await page.getByLabel("Message").press("Control+Enter");
  await page.getByLabel("Subject").press("Enter");
  await expect(page.getByLabel("Phone number")).toBeFocused();
  await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
  expect(sent).toEqual([]);
});

test("product detail: loading, then loaded", async ({ page }) => {
  await openPage(page, "/products");
  const loading = await holdRequests(page, "GET", "/products/");
  await page.getByRole("link", { name: "Details" }).first().click();
  await expect(page.locator(".progress")).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Loading…");
  await expect(page.getByRole("heading", { name: "Products" })).toHaveCount(0);
  await loading.letGo();
  await expect(page.getByRole("button", { name: "Add to cart" })).toHaveCount(1);
  await expect(page.getByText("Loading…")).toHaveCount(0);
  await expect(page.locator(".progress")).toHaveCount(0);
});

test("order confirmation: loading, then found; a missing user redirects to /sign-in", async ({ page, shop }) => {
  await importProducts(shop, basket);
  const email = await signUpVerified(page, shop);
  const orderNumber = await orderFor(shop, email, basket);
  await openPage(page, "/profile");
  const loading = await holdRequests(page, "GET", "/order-confirmation/");
  await page.getByRole("link", { name: `Order ${orderNumber}` }).click();
  await expect(page.getByRole("status")).toHaveText("Loading…");
  await loading.letGo();
  await expect(page.getByRole("heading", { name: "Order confirmation" })).toBeVisible();
  await page.context().clearCookies();
  await openPage(page, `/order-confirmation/${orderNumber}`);
  await expect(page).toHaveURL(`/sign-in?from=order-${orderNumber}`);
});

test("toasts: success and error look different, stay while they are hovered, and hide by themselves then", async ({
  page,
  problems,
}) => {
  problems.expect(/^404 GET \/products\/no-such-product$/);
  await openPage(page, "/products/no-such-product");
  const error = await markOf(page, "❌ Product Error");
  await page.clock.install();
  await openPage(page, "/products/lemons");
  await page.getByRole("button", { name: "Add to cart" }).click();
  const toast = page.getByText("✅ Added to Cart");
  expect(await markOf(page, "✅ Added to Cart")).not.toBe(error);
  await toast.hover();
  await page.clock.runFor(10_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(2000);
  await expect(toast).toHaveCount(0);
});

test("toasts: one that was dismissed from the keyboard doesn't keep the next one from hiding", async ({ page }) => {
  await page.clock.install();
  await openPage(page, "/products/lemons");
  const toast = page.getByText("✅ Added to Cart");
  await page.getByRole("button", { name: "Add to cart" }).press("Enter");
  await page.getByRole("button", { name: "Dismiss" }).press("Enter");
  await expect(toast).toHaveCount(0);
  await page.getByRole("button", { name: "Add to cart" }).press("Enter");
  await expect(toast).toBeVisible();
  await page.clock.runFor(2000);
  await expect(toast).toHaveCount(0);
});

/** The colour of the mark that a toast begins with. */
async function markOf(page: Page, title: string) {
  const toasts = page.getByRole("region", { name: "Notifications" }).locator("> div");
  const mark = toasts.filter({ hasText: title }).locator("> span");
  return mark.evaluate((element) => getComputedStyle(element).backgroundColor);
}
