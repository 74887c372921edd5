import { randomInt, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { signUpCustomer } from "#shop/accounts/account-requests.ts";
import { createVerificationToken, verifyEmail } from "#shop/accounts/email-verification.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import catalog from "../../catalog/products.json" with { type: "json" };
import { signUpOf } from "../support/customers.ts";
import { orderOf } from "../support/orders.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { openPage } from "./open-page.ts";
import type { CatalogProduct } from "./owner.ts";
import { expect, shopOf } from "./shop-test.ts";

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

/** Signs a customer up in the page's browser without using its screens. @returns their unverified email */
export async function signUp(page: Page, shop = shopOf(page)) {
  const email = newEmail();
  const inside = await shop.inside();
  // Each sign-up has its own network address, or the rate limit would stop it.
  const metadata = { headers: new Headers(), address: randomAddress() };
  const headers = await signUpCustomer(inside, signUpOf({ email, password, confirmPassword: password }), metadata);
  const cookies = headers.getSetCookie().map((cookie) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    return { name, value, url: shop.url, httpOnly: true, sameSite: "Lax" as const };
  });
  await page.context().addCookies(cookies);
  return email;
}

/** The same, with the email verified. */
export async function signUpVerified(page: Page, shop = shopOf(page)) {
  const email = await signUp(page, shop);
  const inside = await shop.inside();
  await verifyEmail(inside, await createVerificationToken(inside, email));
  return email;
}

function randomAddress() {
  return Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");
}

export async function fillSignIn(page: Page, email: string, typedPassword = password) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(typedPassword);
}

/** The form's own button; the header has one of the same name. */
export function signInButton(page: Page) {
  return page.getByRole("main").getByRole("button", { name: "Sign in" });
}

/** What a cart keeps of a product. */
export type CartProduct = Pick<CatalogProduct, "id" | "title" | "price" | "thumbnail">;

export const honey = sampleProduct("haldera-wildflower-honey");
export const lemons = sampleProduct("lemons");

/** A product of the sample catalog. */
export function sampleProduct(id: string) {
  const product = catalog.find((candidate) => candidate.id === id);
  if (!product) throw new Error(`The sample catalog has no ${id}`);
  return product;
}

/** Fills the browser's stored cart before it opens a page of the shop. */
export async function fillCart(page: Page, ...products: CartProduct[]) {
  const cart = [...new Set(products)].map(({ id, title, price, thumbnail }) => {
    return { id, title, price, thumbnail, quantity: products.filter((product) => product.id === id).length };
  });
  await page.addInitScript(
    ([token, text, quantity]) => {
      if (localStorage.getItem("cartToken") === null) {
        localStorage.setItem("cartToken", token);
        localStorage.setItem(`cart-${token}`, text);
        localStorage.setItem(`lastQuantity-${token}`, quantity);
      }
    },
    [`store-${randomUUID()}`, JSON.stringify(cart), String(products.length)] as const,
  );
}

/** Places an order of one of each product for a signed-up customer. @returns its number */
export async function orderFor(shop: RunningShop, email: string, ...products: CartProduct[]) {
  const { db, now } = await shop.inside();
  const { uid } = await db.selectFrom("customers").select("uid").where("email", "=", email).executeTakeFirstOrThrow();
  const lines = products.map(({ id, price }): [string, number, number] => [id, 1, Math.round(price * 100)]);
  return placeOrder(db, uid, orderOf(lines), now());
}

/** Puts a product into the cart on its own page. @param url of the shop, if the page doesn't visit it directly */
export async function addToCart(page: Page, { id, title }: { id: string; title: string }, url = "") {
  await openPage(page, `${url}/products/${id}`);
  await page.getByRole("button", { name: "Add to cart" }).click();
  await expect(page.getByText(`${title} has been added to your cart!`).last()).toBeVisible();
}

/** The way to the cart in the header. Its text is the badge. */
export function cartLink(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: /^Cart/ });
}

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

/** The stock that a product's page shows. */
export async function stockOf(page: Page, { id }: { id: string }) {
  await openPage(page, `/products/${id}`);
  const facts = await page.getByRole("main").innerText();
  return facts.includes("Out of Stock") ? 0 : Number(/(\d+) items?/.exec(facts)?.[1]);
}

/** The next purchase reaches the shop and is made, but its answer never comes. */
export async function loseNextAnswer(page: Page) {
  await page.route(
    (url) => url.pathname === "/orders",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
}
