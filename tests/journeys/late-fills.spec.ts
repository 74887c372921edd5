import type { Page } from "@playwright/test";
import { removeDiscounts, setUpDiscount } from "../support/discounts.ts";
import { holdRequests } from "./hold-requests.ts";
import { openPage, reloadPage } from "./open-page.ts";
import { expect, test } from "./shop-test.ts";
import { fillCart, honey, signUpVerified } from "./shopper.ts";

/** The list of postcodes arrives, and has been read. */
async function letPostcodesArrive(page: Page, postcodes: Awaited<ReturnType<typeof holdRequests>>) {
  const arrived = page.waitForResponse(/\/assets\/postcodes-/);
  await postcodes.letGo();
  await (await arrived).finished();
  await page.evaluate(async () => {
    const [list] = performance.getEntriesByType("resource").filter(({ name }) => /\/assets\/postcodes-/.test(name));
    await import(list?.name ?? "");
    await new Promise(requestAnimationFrame);
  });
}

async function typeZipCode(page: Page, zipCode: string) {
  const postcodes = await holdRequests(page, "GET", "/assets/postcodes-");
  await openPage(page, "/sign-up");
  await page.getByLabel("Country").selectOption("Norway");
  await page.getByLabel("Zip code").pressSequentially(zipCode);
  return postcodes;
}

test("a postcode fills in its city, and another postcode the other's", async ({ page }) => {
  await openPage(page, "/sign-up");
  await page.getByLabel("Country").selectOption("Norway");
  await page.getByLabel("Zip code").fill("9008");
  await expect(page.getByLabel("City")).toHaveValue("Tromsø");
  await page.getByLabel("Zip code").fill("5003");
  await expect(page.getByLabel("City")).toHaveValue("Bergen");
});

test("postcodes that arrive while the shopper is in the city leave it alone", async ({ page }) => {
  const postcodes = await typeZipCode(page, "9008");
  await page.getByLabel("City").focus();
  await letPostcodesArrive(page, postcodes);
  await page.getByLabel("City").pressSequentially("Tromsø");
  await expect(page.getByLabel("City")).toHaveValue("Tromsø");
});

test("postcodes that arrive late leave a city alone that the shopper has emptied or changed", async ({ page }) => {
  const postcodes = await typeZipCode(page, "9008");
  await page.getByLabel("City").pressSequentially("Tr");
  await page.getByLabel("City").fill("");
  await page.getByLabel("Street").focus();
  await letPostcodesArrive(page, postcodes);
  await expect(page.getByLabel("City")).toHaveValue("");

  await page.getByLabel("City").fill("Tromsø");
  await page.getByLabel("Zip code").fill("5003");
  await page.getByLabel("Street").fill("Storgata 1");
  await expect(page.getByLabel("City"), "the shopper's own word, though it is the former postcode's city").toHaveValue(
    "Tromsø",
  );
});

test("known names that arrive late leave fields alone that the shopper has emptied", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  const details = await holdRequests(page, "GET", "/profile/contact-details");
  await openPage(page, "/contact");
  await page.getByLabel("First name").pressSequentially("A");
  await page.getByLabel("First name").fill("");
  await page.getByLabel("Message").focus();
  const arrived = page.waitForResponse("/profile/contact-details");
  await details.letGo();
  await (await arrived).finished();
  await expect(page.getByLabel("Last name")).not.toHaveValue("");
  await expect(page.getByLabel("First name")).toHaveValue("");
});

test("a card number chooses the payment method, but never again once the customer has", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  await fillCart(page, honey);
  await openPage(page, "/checkout");
  const method = page.getByLabel("Payment Method");
  const number = page.getByLabel("Card Number");
  await number.fill("5555555555554444");
  await expect(method).toHaveValue("mastercard");
  await number.fill("4242424242424242");
  await expect(method).toHaveValue("visa");
  await method.selectOption("");
  await number.fill("5555555555554444");
  await expect(method).toHaveValue("");
});

test("a kept discount code leaves alone what the customer is typing in its field", async ({ page, shop }) => {
  const inside = await shop.inside();
  await setUpDiscount(inside, { code: "KEPT20", value: "20" });
  await signUpVerified(page, shop);
  await fillCart(page, honey);
  await openPage(page, "/checkout");
  await page.getByLabel("Discount code").fill("KEPT20");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("button", { name: "Remove discount code KEPT20" })).toBeVisible();
  const check = await holdRequests(page, "POST", "/checkout");
  await reloadPage(page);
  await page.getByLabel("Discount code").fill("O");
  await check.letGo();
  await page.getByLabel("Discount code").pressSequentially("THER10");
  await expect(page.getByRole("button", { name: "Apply" })).toBeEnabled();
  await expect(page.getByLabel("Discount code")).toHaveValue("OTHER10");
  await removeDiscounts(inside);
});
