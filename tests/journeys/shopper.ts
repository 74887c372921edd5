import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { RunningShop } from "../support/running-shop.ts";
import { verificationLink } from "./mails.ts";
import { openPage } from "./open-page.ts";
import { expect } from "./shop-test.ts";

export const password = "Abcdef1!";

export function newEmail() {
  return `${randomUUID()}@example.com`;
}

/** Fills in the sign-up form, well in every field. */
export async function fillSignUp(page: Page, email: string) {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Date of birth").fill("1990-12-10");
  await page.getByLabel("Street").fill("Storgata 1");
  await page.getByLabel("City").fill("Oslo");
  await page.getByLabel("Zip code").fill("0155");
  await page.getByLabel("Country").selectOption("Norway");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
}

/** Signs somebody up in the page's browser, by the shortest way. @returns their email, not verified yet */
export async function signUp(page: Page) {
  const email = newEmail();
  const form = {
    firstname: "Ada",
    lastname: "Lovelace",
    dateOfBirth: "1990-12-10",
    street: "Storgata 1",
    city: "Oslo",
    zipCode: "0155",
    country: "Norway",
    email,
    password,
    confirmPassword: password,
  };
  const answer = await page.request.post("/sign-up", { form, headers: { accept: "text/html" }, maxRedirects: 0 });
  expect(answer.headers()).toMatchObject({ location: "/verify-email" });
  return email;
}

/** The same, with the email verified. */
export async function signUpVerified(page: Page, shop: RunningShop) {
  const email = await signUp(page);
  await page.request.get(await verificationLink(shop, email));
  return email;
}

export async function fillSignIn(page: Page, email: string, typedPassword = password) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(typedPassword);
}

/** The form's own button; the header has one of the same name. */
export function signInButton(page: Page) {
  return page.getByRole("main").getByRole("button", { name: "Sign in" });
}

/** Puts a product into the cart on its own page. */
export async function addToCart(page: Page, { id, title }: { id: string; title: string }) {
  await openPage(page, `/products/${id}`);
  await page.getByRole("button", { name: "Add to cart" }).click();
  await expect(page.getByText(`${title} has been added to your cart!`).last()).toBeVisible();
}

/** The way to the cart in the header. Its text is the badge. */
export function cartLink(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: /^Cart/ });
}

/** The cart's number of pieces, as the badge shows it; 0 when there is no badge. */
export async function expectBadge(page: Page, pieces: number) {
  await expect(cartLink(page)).toHaveText(pieces > 0 ? String(pieces) : "", { useInnerText: true });
}

/** A line of the cart or of a receipt: what has the product's picture. */
export function lineOf(page: Page, { title }: { title: string }) {
  const picture = page.locator("img");
  return page.getByRole("main").getByRole("listitem").filter({ hasText: title, has: picture });
}

export const card = {
  name: "Countess of Lovelace",
  number: "4242424242424242",
  /** As its field shows it. */
  groupedNumber: "4242 4242 4242 4242",
  month: "11",
  year: String(new Date().getFullYear() + 5),
  cvv: "737",
};

/** Fills in the payment form, well in every field. */
export async function fillPayment(page: Page) {
  await page.getByLabel("Cardholder Name").fill(card.name);
  await page.getByLabel("Payment Method").selectOption("Visa");
  await page.getByLabel("Card Number").fill(card.number);
  await page.getByLabel("Expiry Month").fill(card.month);
  await page.getByLabel("Expiry Year").fill(card.year);
  await page.getByLabel("CVV").fill(card.cvv);
  await page.getByLabel("Billing Address").fill("Storgata 1, 0155 Oslo");
}

export function purchaseButton(page: Page) {
  return page.getByRole("button", { name: "Complete Purchase" });
}

/** Fills in the payment form and buys what is in the cart. @returns the order's number */
export async function buy(page: Page) {
  await openPage(page, "/checkout");
  await fillPayment(page);
  await purchaseButton(page).click();
  return receiptNumber(page);
}

/** Waits for the receipt. @returns the order's number */
export async function receiptNumber(page: Page) {
  await page.waitForURL("**/order-confirmation/*");
  await expect(page.getByRole("heading", { name: "Order confirmation" })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** How many pieces of a product are left, as its page says. */
export async function stockOf(page: Page, { id }: { id: string }) {
  await openPage(page, `/products/${id}`);
  const facts = await page.getByRole("main").innerText();
  return Number(/(\d+) pieces?/.exec(facts)?.[1]);
}
