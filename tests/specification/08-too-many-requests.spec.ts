import type { APIRequestContext } from "@playwright/test";
import { consumeRateLimit } from "#shop/limits/rate-limits.ts";
import { inDatabase } from "../journeys/in-database.ts";
import { openPage } from "../journeys/open-page.ts";
import { fillSignIn, signInButton, signUp } from "../journeys/shopper.ts";
import { contactLetter } from "../support/contact-letter.ts";
import { expect, expectToast, test, trySignIn } from "./trouble-test.ts";

const tooMany = "Too many failed attempts. Please try again later.";
const wrong = "Wrong-pass1";

test("too-many-requests: Too many failed attempts. Please try again later.", async ({ page, shop, problems }) => {
  const email = await signUp(page);
  const other = await signUp(page);
  await page.context().clearCookies();
  for (const typed of [email, email.toUpperCase()]) expect((await trySignIn(page, typed, wrong)).status()).toBe(422);
  const { db, now } = await shop.inside();
  for (let tries = 2; tries < 10; tries++) await consumeRateLimit(db, [{ limit: "signInByEmail", by: email }], now());
  problems.expect(/^429 POST \/sign-in/);
  await openPage(page, "/sign-in");
  await fillSignIn(page, email);
  await signInButton(page).click();
  await expectToast(page, "Sign In Failed", tooMany);
  expect((await trySignIn(page, other)).status(), "another customer from the same address").toBe(302);

  const quarterOfAnHour = 15 * 60_000;
  inDatabase(shop, `update "attempts" set "expiresAt" = "expiresAt" - ${quarterOfAnHour}`);
  await page.context().clearCookies();
  expect((await trySignIn(page, email)).status(), "15 minutes later").toBe(302);
});

// Security: 14.5.4
test("only a shop behind a proxy believes what it says of the address that a request came from", async ({
  page,
  shop,
  anotherServer,
}) => {
  const behindProxy = await anotherServer({ TRUST_PROXY: "1" });
  const sendAll = async (url: string, addressOf: (number: number) => string) => {
    for (let number = 0; number < 20; number++) {
      expect(await sendMessage(page.request, url, addressOf(number))).toBe(200);
    }
  };
  await sendAll(behindProxy.url, (number) => `198.51.100.${number}, 203.0.113.1`);
  expect(await sendMessage(page.request, behindProxy.url, "203.0.113.1")).toBe(429);
  expect(await sendMessage(page.request, behindProxy.url, "[::ffff:203.0.113.1]:5678")).toBe(429);
  expect(await sendMessage(page.request, behindProxy.url, "203.0.113.2")).toBe(200);

  await sendAll(shop.url, (number) => `203.0.113.${number}`);
  expect(await sendMessage(page.request, shop.url, "203.0.113.200")).toBe(429);
});

async function sendMessage(request: APIRequestContext, url: string, forwardedFor: string) {
  const form = { ...contactLetter, orderNumber: "" };
  const answer = await request.post(`${url}/contact`, { form, headers: { "x-forwarded-for": forwardedFor } });
  return answer.status();
}
