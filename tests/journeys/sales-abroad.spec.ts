import { newAbroad } from "#shop/taxes/abroad-form.ts";
import { saveAbroad } from "#shop/taxes/change-abroad.ts";
import { readAbroadForm } from "#shop/taxes/read-abroad.ts";
import { sellAbroad } from "../support/sell-abroad.ts";
import { setSettings } from "../support/set-settings.ts";
import { endRegistration, registerForVat } from "../support/set-up-invoice.ts";
import { openPage } from "./open-page.ts";
import { importProducts, ordersOf, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { fillCart, fillPayment, purchaseButton, receiptNumber, signUpVerified } from "./shopper.ts";

const mug = productOf({ id: "mug", title: "Enamel Mug", price: 12.5, stock: 12 });

test.afterEach(async ({ shop }) => {
  const inside = await shop.inside();
  const original = await readAbroadForm(inside.db);
  await saveAbroad(inside, newAbroad, { original, actor: "olga@example.com" });
  await setSettings(inside, { countries: "", otherAddresses: "" });
  await endRegistration(inside);
});

test("a customer abroad sees what their country's VAT makes of the prices, and that it has changed before they order", async ({
  page,
  shop,
  problems,
}) => {
  const inside = await shop.inside();
  await importProducts(shop, mug);
  await setSettings(inside, { otherAddresses: "on" });
  await registerForVat(inside);
  await sellAbroad(inside, { pricesFollow: "on" });
  await setSettings(inside, { countries: "NO, SE, DE, CA" });
  const email = await signUpVerified(page, shop);
  await fillCart(page, mug);
  const elsewhere = page.getByRole("checkbox", { name: "Deliver to another address" });
  // Every process applies changed settings within a second.
  await expect(async () => {
    await openPage(page, "/checkout");
    await expect(page.getByLabel("Billing Address")).toBeVisible();
    expect(await elsewhere.count()).toBe(1);
  }).toPass();
  await fillPayment(page);
  const main = page.getByRole("main");
  await expect(main).toContainText(/Total\s*\$12\.50\s*Includes 25% VAT\s*\$2\.50/);
  await page.getByLabel("Zip code", { exact: true }).fill("10115");
  await page.getByLabel("Country", { exact: true }).selectOption("Germany");
  const isExport = /Total\s*\$10\.00\s*No VAT included\s*Your country may charge VAT/;
  await expect(main).toContainText(isExport);
  await page.getByLabel("Country", { exact: true }).selectOption("Canada");
  await expect(main).toContainText(/Total\s*USD\s*\$10\.00/);
  await page.getByLabel("Zip code", { exact: true }).fill("0155");
  await page.getByLabel("Country", { exact: true }).selectOption("Norway");
  await expect(main).toContainText(/Total\s*\$12\.50\s*Includes 25% VAT\s*\$2\.50/);
  await elsewhere.check();
  await page.getByLabel("Recipient's name").fill("Grace Hopper");
  await page.getByLabel("Delivery address").fill("Torstraße 1, Berlin");
  await page.getByLabel("Delivery zip code").fill("10115");
  await page.getByLabel("Delivery country").selectOption("Germany");
  await expect(main).toContainText(isExport);
  await sellAbroad(inside, { pricesFollow: "on", iossNumber: "IM5780000000" });
  problems.expect(/^409 POST \/orders/);
  await purchaseButton(page).click();
  await expect(main).toContainText("Enamel Mug is now $11.90 (was $10.00).");
  await page.getByRole("button", { name: "Accept changes" }).click();
  await expect(main).toContainText(/Total\s*\$11\.90\s*Includes 19% VAT\s*\$1\.90/);
  await purchaseButton(page).click();
  const orderNumber = await receiptNumber(page);
  await expect(main).toContainText(/Includes 19% VAT\s*\$1\.90/);
  expect(await ordersOf(shop, email)).toMatchObject([{ vatKind: "destination", totalPrice: "11.90", country: "DE" }]);
  await page.goto(`/orders/${orderNumber}/invoice`);
  await expect(main).toContainText("VAT of Germany, Import One Stop Shop IM5780000000");
});
