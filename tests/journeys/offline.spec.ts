import { goOffline, openPage } from "./open-page.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import {
  addToCart,
  card,
  fillPayment,
  fillSignIn,
  fillSignUp,
  newEmail,
  purchaseButton,
  receiptNumber,
  signInButton,
  signUpVerified,
} from "./shopper.ts";

test("without a network, the sign-in and sign-up forms say so and keep what was typed", async ({ page, problems }) => {
  problems.expect(/^net::ERR_INTERNET_DISCONNECTED/);
  const email = newEmail();
  await openPage(page, "/sign-in");
  await fillSignIn(page, email);
  await goOffline(page);
  await signInButton(page).click();
  await expect(page.getByText("Sign In Failed")).toBeVisible();
  await expect(page.getByText("Network error. Please check your connection.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);

  await page.context().setOffline(false);
  await openPage(page, "/sign-up");
  await fillSignUp(page, email);
  await goOffline(page);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Registration Failed")).toBeVisible();
  await expect(page.getByText("Network error. Please check your connection.")).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Account Created!")).toBeVisible();
});

test("without a network, the checkout says so and keeps what was typed", async ({ page, shop, problems }) => {
  const tray = productOf({ id: "tray", title: "Birch Tray", price: 30 });
  await importProducts(shop, tray);
  await signUpVerified(page, shop);
  await addToCart(page, tray);
  await openPage(page, "/checkout");
  await fillPayment(page);
  problems.expect(/^net::ERR_INTERNET_DISCONNECTED /);
  await goOffline(page);
  await purchaseButton(page).click();
  await expect(page.getByText("Network error. Please check your connection.")).toBeVisible();
  await expect(page.getByLabel("Card Number")).toHaveValue(card.groupedNumber);
  await page.context().setOffline(false);
  await purchaseButton(page).click();
  await receiptNumber(page);
});
