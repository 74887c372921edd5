import { endRegistration, registerForVat } from "../support/set-up-invoice.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { fillCart, fillPayment, honey, purchaseButton, receiptNumber, signUpVerified } from "./shopper.ts";

test.afterEach(async ({ shop }) => {
  await endRegistration(await shop.inside());
});

test("a customer opens the invoice from the receipt, and saves it as PDF", async ({ page, shop }) => {
  await registerForVat(await shop.inside());
  await signUpVerified(page, shop);
  await fillCart(page, honey);
  await openPage(page, "/checkout");
  await fillPayment(page);
  await purchaseButton(page).click();
  const orderNumber = await receiptNumber(page);
  await page.getByRole("link", { name: "Invoice" }).click();
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: /^Invoice \d{4}-\d{4}$/ })).toBeVisible();
  await expect(main).toContainText("VAT number NO 999 888 777 MVA");
  await expect(main).toContainText(`Order number${orderNumber}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^invoice-\d{4}-\d{4}\.pdf$/);
  await page.getByRole("link", { name: "Back to order" }).click();
  await expect(page.getByRole("heading", { name: "Order confirmation" })).toBeVisible();
});
