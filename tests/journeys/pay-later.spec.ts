import { setSettings } from "../support/set-settings.ts";
import { openPage } from "./open-page.ts";
import { importProducts, ordersOf, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { fillCart, purchaseButton, receiptNumber, signUpVerified } from "./shopper.ts";

const mug = productOf({ id: "mug", title: "Enamel Mug", price: 9.99, stock: 12, category: "furniture" });

function extras(asked: "on" | "") {
  return { customerNotes: asked, customerPhones: asked, giftMessages: asked };
}

test.afterEach(async ({ shop }) => {
  await setSettings(await shop.inside(), { paymentInstructions: "", ...extras("") });
});

test("a shopper orders without a card, leaves a note, a gift message and a phone number, and reads how to pay", async ({
  page,
  shop,
}) => {
  await importProducts(shop, mug);
  const paymentInstructions = "Account 1234 56 78901";
  await setSettings(await shop.inside(), { paymentInstructions, ...extras("on") });
  const email = await signUpVerified(page, shop);
  await fillCart(page, mug);
  // Every process applies changed settings within a second.
  await expect(async () => {
    await openPage(page, "/checkout");
    await expect(page.getByLabel("Payment Method")).toBeVisible();
    expect(await page.getByText("You'll pay by invoice or bank transfer after you order.").count()).toBe(1);
  }).toPass();
  await expect(page.getByLabel("Card Number")).toHaveCount(0);
  await expect(page.getByLabel("Payment Method")).toHaveValue("invoice");
  await page.getByLabel("Note").fill("Ring twice,\nplease");
  await page.getByLabel("Gift message").fill("Happy birthday!");
  const phone = page.getByLabel("Phone number for delivery");
  await expect(phone).toHaveAttribute("type", "tel");
  await expect(phone).toHaveAttribute("autocomplete", "tel");
  await phone.fill("12");
  await purchaseButton(page).click();
  await expect(page.getByText("Enter a valid phone number")).toBeVisible();
  await phone.fill("+47 912 34 567");
  await purchaseButton(page).click();
  const orderNumber = await receiptNumber(page);
  const main = page.getByRole("main");
  await expect(main.getByRole("region", { name: "How to pay" })).toContainText(
    `Account 1234 56 78901Please include your order number, ${orderNumber}.`,
  );
  await expect(main).toContainText("Awaiting payment");
  await expect(main).toContainText("Happy birthday!");
  await expect(main).toContainText("Ring twice,\nplease", { useInnerText: true });
  expect(await ordersOf(shop, email)).toMatchObject([
    {
      state: "awaiting-payment",
      paymentMethod: "invoice",
      customerNote: "Ring twice,\nplease",
      giftMessage: "Happy birthday!",
      phone: "+47 912 34 567",
    },
  ]);
  await openPage(page, "/cart");
  await expect(main).not.toContainText("Enamel Mug");
});
