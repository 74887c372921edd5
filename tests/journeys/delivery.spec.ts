import { editDelivery } from "#shop/delivery/change-delivery.ts";
import { setDelivery } from "../support/set-delivery.ts";
import { setSettings } from "../support/set-settings.ts";
import { deliveryFields, removeDeliveries, setUpDelivery } from "../support/set-up-delivery.ts";
import { openPage } from "./open-page.ts";
import { importProducts, ordersOf, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { addToCart, fillCart, fillPayment, purchaseButton, receiptNumber, signUpVerified } from "./shopper.ts";

const mug = productOf({ id: "mug", title: "Enamel Mug", price: 9.99, stock: 12 });

test.afterEach(async ({ shop }) => {
  const inside = await shop.inside();
  await removeDeliveries(inside);
  await setSettings(inside, { companies: "", countries: "", otherAddresses: "" });
});

test("a customer chooses between the options for the address, and a changed one is reported before ordering", async ({
  page,
  shop,
  problems,
}) => {
  const inside = await shop.inside();
  await importProducts(shop, mug);
  await setSettings(inside, { countries: "NO, SE" });
  await setDelivery(inside, { price: "4.90", freeFrom: "25", countries: "NO" });
  const bike = deliveryFields({ name: "By bike", price: "2.00", days: "2", postcodes: "50*" });
  const bikeId = await setUpDelivery(inside, bike);
  await setUpDelivery(inside, { name: "Express", price: "9.90", days: "1", countries: "NO" });
  const email = await signUpVerified(page, shop);
  await fillCart(page, mug);
  await openPage(page, "/checkout");
  await fillPayment(page);
  const main = page.getByRole("main");
  const group = page.getByRole("radiogroup", { name: "Delivery" });
  const zipCode = page.getByLabel("Zip code");
  await expect(zipCode).toHaveValue("0155");
  const country = page.getByLabel("Country");
  await expect(country).toHaveValue("NO");
  await expect(group.getByRole("radio")).toHaveCount(2);
  await expect(group.getByRole("radio", { name: "Standard" })).toBeChecked();
  await expect(main).toContainText(
    /Shipping\s*Standard · Add \$15\.01 more for free shipping\s*\$4\.90\s*Total\s*\$14\.89/,
  );
  await group.getByRole("radio", { name: "Express" }).check();
  await expect(main).toContainText(/Shipping\s*Express\s*\$9\.90\s*Total\s*\$19\.89/);

  await country.selectOption("Sweden");
  await expect(main).toContainText("We don't deliver to this address.");
  await expect(group).toBeHidden();
  await purchaseButton(page).click();
  expect(await ordersOf(shop, email)).toEqual([]);

  await page.getByLabel("Billing Address").fill("Torget 1, Bergen\nUnter den Linden, 10117 Berlin, Germany");
  await country.selectOption("Norway");
  await zipCode.fill("500");
  await purchaseButton(page).click();
  await expect(zipCode).toHaveAccessibleDescription("Zip code must be exactly 4 digits (e.g., 0123)");
  await expect(zipCode).toBeFocused();
  await zipCode.fill("5003");
  await expect(group.getByRole("radio")).toHaveCount(3);
  await expect(main.getByRole("status").filter({ hasText: "Delivery:" })).toHaveText("Delivery: Express, $9.90");
  await group.getByRole("radio", { name: "By bike" }).check();
  await editDelivery(inside, bikeId, { ...bike, days: "6" }, { original: bike, actor: "olga@example.com" });
  problems.expect(/^409 POST \/orders/);
  await purchaseButton(page).click();
  await expect(group).toHaveAccessibleDescription("This delivery option has changed. Please check your choice");
  await expect(group).toContainText("Estimated delivery in 6 days");
  await expect(group.getByRole("radio", { name: "By bike" })).toBeChecked();
  await expect(page.getByLabel("Card Number")).not.toHaveValue("");
  expect(await ordersOf(shop, email)).toEqual([]);

  await purchaseButton(page).click();
  await receiptNumber(page);
  await expect(main).toContainText(/Delivery\s*By bike/);
  await expect(main).toContainText(/Berlin, Germany\s+5003\s+Norway/);
  expect(await ordersOf(shop, email)).toMatchObject([
    { deliveryPrice: "2.00", deliveryName: "By bike", country: "NO", zipCode: "5003" },
  ]);
});

test("a gift goes to its recipient, whose address is suggested the next time", async ({ page, shop }) => {
  const inside = await shop.inside();
  await importProducts(shop, mug);
  await setSettings(inside, { companies: "on", countries: "NO, SE", otherAddresses: "on" });
  await setDelivery(inside, { price: "4.90", countries: "NO" });
  await setUpDelivery(inside, { name: "PostNord", price: "7.00", countries: "SE" });
  await page.setViewportSize({ width: 360, height: 740 });
  const email = await signUpVerified(page, shop);
  await fillCart(page, mug, mug);
  const box = page.getByRole("checkbox", { name: "Deliver to another address" });
  const recipient = page.getByLabel("Recipient's name");
  // Every process applies changed settings within a second.
  await expect(async () => {
    await openPage(page, "/checkout");
    await expect(page.getByLabel("Billing Address")).toBeVisible();
    expect(await box.count()).toBe(1);
  }).toPass();
  await fillPayment(page);
  await expect(recipient).toBeHidden();
  const company = page.getByLabel("Company", { exact: true });
  await page.getByLabel("Buying for a company").check();
  await page.getByLabel("VAT number").fill("?");
  await purchaseButton(page).click();
  await expect(company).toBeFocused();
  await expect(company).toHaveAccessibleDescription("Company is required");
  await page.getByLabel("Buying for a company").uncheck();
  await box.check();
  await purchaseButton(page).click();
  await expect(recipient).toBeFocused();
  await expect(recipient).toHaveAccessibleDescription("Recipient's name is required");
  await recipient.fill("Grace Hopper");
  await page.getByLabel("Delivery address").fill("Storgatan 2, Malmö");
  await page.getByLabel("Delivery country").selectOption("Sweden");
  await page.getByLabel("Delivery zip code").fill("211 34");
  await page.getByLabel("Phone number for delivery").fill("12345678");
  const main = page.getByRole("main");
  await expect(main).toContainText("PostNord");
  const folded = page.getByText("2 items · $26.98");
  await expect(page.getByRole("button", { name: "Remove" })).toBeHidden();
  await folded.click();
  await page.getByRole("button", { name: "Decrease quantity of Enamel Mug" }).click();
  await expect(page.getByText("1 item · $16.99")).toBeVisible();
  await box.uncheck();
  await expect(page.getByText("1 item · $14.89")).toBeVisible();
  await box.check();
  await purchaseButton(page).click();
  await receiptNumber(page);
  await expect(main).toContainText(/Recipient\s*Grace Hopper/);
  await expect(main).toContainText(/Billing address\s*Storgata 1\s*0155 Oslo/);
  expect(await ordersOf(shop, email)).toMatchObject([
    { name: "Grace Hopper", billingName: "Ada Lovelace", country: "SE", billingCountry: "NO", phone: "12345678" },
  ]);

  await addToCart(page, mug);
  await openPage(page, "/checkout");
  await expect(box).not.toBeChecked();
  await box.check();
  await expect(recipient).toHaveValue("Grace Hopper");
  await expect(page.getByLabel("Delivery address")).toHaveValue("Storgatan 2, Malmö");
  await expect(page.getByLabel("Delivery country")).toHaveValue("SE");
  await expect(page.getByLabel("Country", { exact: true })).toHaveValue("NO");
});
