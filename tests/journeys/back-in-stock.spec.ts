import { mailsTo } from "./mails.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { sampleProduct } from "./shopper.ts";

const soldOut = sampleProduct("solvene-ambre-nuit-travel-spray");

test("on a phone, the bar of an out-of-stock product leads to an alert", { tag: "@phone-only" }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openPage(page, `/products/${soldOut.id}`);
  await expect(page.getByText("Out of Stock", { exact: true }).first()).toBeInViewport();
  await expect(page.getByRole("button", { name: "Out of stock" })).toHaveCount(0);
  await page.getByRole("link", { name: "Notify me when it's back" }).click();
  await expect(page).toHaveURL(`/back-in-stock?product=${soldOut.id}`);
});

test("a shopper confirms an alert and unsubscribes through emailed links", async ({ page, shop }) => {
  const email = `${crypto.randomUUID()}@example.com`;
  await openPage(page, `/products/${soldOut.id}`);
  await page.getByRole("link", { name: "Notify me when it's back" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Notify me when it's back" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Check your inbox." })).toBeVisible();
  const [mail] = await mailsTo(shop, email);
  const [confirm = "", leave = ""] = mail?.text?.match(/http\S+back-in-stock\S+/g) ?? [];
  await openPage(page, confirm);
  await page.getByRole("button", { name: "Notify me when it's back" }).click();
  await expect(page.getByRole("heading", { name: "You're on the list" })).toBeVisible();
  await openPage(page, leave);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You're unsubscribed" })).toBeVisible();
  await page.getByRole("link", { name: `View ${soldOut.title}` }).click();
  await expect(page.getByRole("heading", { name: soldOut.title, level: 1 })).toBeVisible();
});
