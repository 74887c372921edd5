import { expect, test } from "vitest";
import { pictureFile } from "./specification/picture-file.ts";
import { contactLetter } from "./support/contact-letter.ts";
import { signUpOf } from "./support/customers.ts";
import { startMailServer } from "./support/mail-server.ts";
import { orderOf, orderOverWeb } from "./support/orders.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { openRunningShop, type RunningShop } from "./support/running-shop.ts";

/** What no other part of the log could happen to hold. */
const card = { cardName: "Mrs Cardholder", cardNumber: "4242424242424242", cvv: "cvv 987", expiryYear: "year 2031" };
const secrets = {
  password: "Hidden-pass1",
  newPassword: "Other-pass2!",
  wrongPassword: "Wrong-pass3!",
  email: "quiet@example.com",
  street: "Hemmelig gate 77",
  lastname: "Stillesen",
  message: "Between you and me",
  billingAddress: "Skjulveien 9, 0155 Oslo",
  authSecret: "a secret that is only good for this very test",
  ...card,
};

// Security: 7.1.1
test("the output contains no passwords, tokens, cookies, cards or addresses", async () => {
  const { url: SMTP_URL, received } = await startMailServer();
  const { shop, close } = await openRunningShop("sqlite", { SMTP_URL, AUTH_SECRET: secrets.authSecret });
  const linkTo = async (path: string) => {
    const findLink = () => {
      const links = received.flatMap(({ mail }) => [...(mail.text ?? "").matchAll(/https?:\/\/[^/\s]+(\/\S*)/g)]);
      return links.map(([, link = ""]) => link).find((link) => link.startsWith(path)) ?? "";
    };
    await expect.poll(findLink, { timeout: 20_000 }).not.toBe("");
    return findLink();
  };
  const tokens = await doEverything(shop, linkTo).finally(close);
  expect(tokens.length).toBeGreaterThanOrEqual(4);
  for (const secret of [...Object.values(secrets), ...tokens]) {
    expect(secret.length).toBeGreaterThan(2);
    for (const form of [secret, encodeURIComponent(secret), secret.replaceAll(" ", "+")]) {
      expect(shop.printed().includes(form), `${form} in what was printed`).toBe(false);
    }
  }
});

/** A shopper's whole life, with mistakes. @returns the cookies and tokens that it was lived with */
async function doEverything({ url }: RunningShop, linkTo: (path: string) => Promise<string>) {
  const { email, password, newPassword, street, lastname, billingAddress } = secrets;
  const cookies = new Map<string, string>();
  const browser = plainBrowser(url, cookies);
  const stranger = plainBrowser(url);
  const seen = new Set<string>();
  const statusOf = async (answer: Promise<Response>) => {
    const { status } = await answer;
    for (const cookie of cookies.values()) seen.add(cookie.slice(cookie.indexOf("=") + 1));
    return status;
  };

  const signUp = { ...signUpOf({ email, password, confirmPassword: password, street, lastname }), ...card };
  expect(await statusOf(browser.sendForm("/sign-up", signUp))).toBe(302);
  expect(await statusOf(stranger.sendForm("/sign-up", signUp))).toBe(422);
  expect(await statusOf(stranger.sendForm("/sign-in", { email, password: secrets.wrongPassword }))).toBe(422);
  const verification = await linkTo("/verify-email/confirm");
  expect(await statusOf(browser.open(verification))).toBe(302);
  expect(await statusOf(browser.open(`${verification}x`))).toBe(302);

  const order = { ...orderOf([["lemons", 1, await priceOf(url, "lemons")]]), billingAddress, ...card };
  await orderOverWeb(browser, order);
  expect(await statusOf(browser.sendJson("/orders", { ...order, checkoutKey: "none" }))).toBe(400);
  expect(await statusOf(browser.sendForm("/checkout", card))).toBe(400);

  expect(await statusOf(browser.sendForm("/profile", signUp))).toBe(200);
  const picture = new Uint8Array((await pictureFile()).buffer);
  expect(await statusOf(browser.sendFile("/profile/picture", picture))).toBe(200);
  expect(await statusOf(browser.sendFile("/profile/picture", new TextEncoder().encode(street)))).toBe(415);
  const message = { ...contactLetter, lastName: lastname, email, orderNumber: "", message: secrets.message };
  expect(await statusOf(browser.sendForm("/contact", message))).toBe(200);

  expect(await statusOf(browser.sendForm("/reset-password/request", { email }))).toBe(200);
  const reset = await linkTo("/reset-password");
  const token = new URL(reset, url).searchParams.get("token") ?? "";
  const chosen = { password: newPassword, confirmPassword: newPassword, token };
  expect(await statusOf(stranger.open(reset))).toBe(200);
  expect(await statusOf(stranger.sendForm("/reset-password", chosen))).toBe(302);
  expect(await statusOf(stranger.sendForm("/reset-password", chosen))).toBe(422);
  expect(await statusOf(browser.sendForm("/sign-in", { email, password: newPassword }))).toBe(302);
  await browser.open(`/products?filter=${encodeURIComponent(street)}&email=${email}`);
  await browser.sendForm("/sign-out", {});
  return [...seen, token, verification.split("token=")[1] ?? ""].filter(Boolean);
}

/** What a product costs, in cents, as its page says. */
async function priceOf(url: string, id: string) {
  const page = await (await fetch(`${url}/products/${id}`)).text();
  const [, price = ""] = /"price":"([\d.]+)"/.exec(page) ?? [];
  return Math.round(Number(price) * 100);
}
