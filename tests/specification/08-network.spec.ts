import { mailsTo } from "../journeys/mails.ts";
import { goOffline, openPage } from "../journeys/open-page.ts";
import { importProducts, ordersOf, productOf } from "../journeys/owner.ts";
import {
  card,
  fillCart,
  fillPayment,
  fillSignIn,
  fillSignUp,
  newEmail,
  password,
  purchaseButton,
  receiptNumber,
  signInButton,
  signUp,
  signUpVerified,
} from "../journeys/shopper.ts";
import { fillContact } from "./contact.ts";
import { expect, expectToast, test } from "./trouble-test.ts";

const networkError = "Network error. Please check your connection.";
const vase = productOf({ id: "vase", title: "Glass Vase" });

test("network-request-failed on sign in and sign up: Network error. Please check your connection.", async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/^net::ERR_INTERNET_DISCONNECTED POST \/sign-in/);
  problems.expect(/^net::ERR_INTERNET_DISCONNECTED POST \/sign-up/);
  const email = newEmail();
  await openPage(page, "/sign-in");
  await fillSignIn(page, email);
  await goOffline(page);
  await signInButton(page).click();
  await expectToast(page, "Sign In Failed", networkError);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await context.setOffline(false);

  await openPage(page, "/sign-up");
  await fillSignUp(page, email);
  await goOffline(page);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expectToast(page, "Registration Failed", networkError);
  await expect(page.getByLabel("Street")).toHaveValue("Storgata 1");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expectToast(page, "Account Created!", "Check your inbox");
});

test("network-request-failed on a reset: 'Reset Failed', with the email still there", async ({ page, problems }) => {
  problems.expect(/^net::ERR_INTERNET_DISCONNECTED POST \/reset-password/);
  const email = newEmail();
  await openPage(page, "/sign-in");
  await page.getByRole("link", { name: "here" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset password" });
  await dialog.getByLabel("Email").fill(email);
  await goOffline(page);
  await dialog.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("Reset Failed")).toBeVisible();
  await expect(page.getByText(networkError)).toBeVisible();
  await expect(dialog.getByLabel("Email")).toHaveValue(email);
});

test("network-request-failed on signing out: 'Sign out failed', and the page stays", async ({ page, problems }) => {
  problems.expect(/^net::ERR_INTERNET_DISCONNECTED POST \/sign-out/);
  await signUp(page);
  await openPage(page, "/about");
  await goOffline(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expectToast(page, "Sign out failed", networkError);
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
});

test("network-request-failed on the contact form: a message says so, with everything typed still there", async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/^net::ERR_INTERNET_DISCONNECTED POST \/contact/);
  await openPage(page, "/contact");
  const typed = await fillContact(page);
  await goOffline(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expectToast(page, "Message not sent", networkError);
  for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("dialog", { name: "Message sent" })).toBeVisible();
});

test("network-request-failed on the checkout: a message says so, and the order is made at the second try", async ({
  page,
  context,
  shop,
  problems,
}) => {
  problems.expect(/^net::ERR_INTERNET_DISCONNECTED POST \/orders/);
  await importProducts(shop, vase);
  const email = await signUpVerified(page, shop);
  await fillCart(page, vase);
  await openPage(page, "/checkout");
  await fillPayment(page);
  await goOffline(page);
  await purchaseButton(page).click();
  await expectToast(page, "Order not confirmed", networkError);
  await expect(page.getByLabel("Card Number")).toHaveValue(card.groupedNumber);
  await context.setOffline(false);
  await purchaseButton(page).click();
  const orderNumber = await receiptNumber(page);
  expect(await ordersOf(shop, email)).toMatchObject([{ orderNumber }]);
});

test("network-request-failed on the profile: 'Update failed', with what was typed still there", async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/^net::ERR_INTERNET_DISCONNECTED POST \/profile/);
  await signUp(page);
  await openPage(page, "/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel("Street").fill("Nygata 2b");
  await goOffline(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Update failed", networkError);
  await expect(page.getByLabel("Street")).toHaveValue("Nygata 2b");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Profile updated", "Your changes have been saved.");
});

test("network-request-failed when the link is asked for again: 'Error', and then 'Email sent!'", async ({
  page,
  context,
  shop,
  problems,
}) => {
  problems.expect(/^net::ERR_INTERNET_DISCONNECTED (POST \/verify-email|GET \/verify-email\/status)/);
  const email = await signUp(page);
  await openPage(page, "/verify-email");
  await goOffline(page);
  await page.getByRole("button", { name: "Resend email" }).click();
  await expectToast(page, "Error", networkError);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Resend email" }).click();
  await expectToast(page, "Email sent!", email);
  await mailsTo(shop, email, 2);
});
