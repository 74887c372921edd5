import fc from "fast-check";
import { expect, test } from "vitest";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { consumeRateLimit, type RateLimitKey } from "../limits/rate-limits.ts";
import type { Shop } from "../shop.ts";
import { formErrorCode } from "./account-error.ts";
import { chooseNewPassword, signInCustomer } from "./account-requests.ts";
import { createDeviceCookie, findDevice } from "./device-cookie.ts";
import { createResetToken } from "./password-resets.ts";

const email = "ada@example.com";
const right = "Abcdef1!";
const wrong = "Wrong-pass1";

/** A browser that keeps what its answers set. */
function createBrowser(shop: Shop, cookies = new Map<string, string>()) {
  const metadata = () => ({
    headers: new Headers({ cookie: [...cookies.values()].join("; ") }),
    address: "203.0.113.7",
  });
  return {
    metadata,
    cookies,
    keep(answer: Headers) {
      for (const cookie of answer.getSetCookie()) cookies.set(cookie.split("=")[0] ?? "", cookie.split(";")[0] ?? "");
    },
    /** @returns the code with which signing in was refused, or undefined */
    async signIn(password: string, as = email) {
      try {
        this.keep((await signInCustomer(shop, { email: as, password }, metadata())).headers);
        return undefined;
      } catch (error) {
        return formErrorCode(error);
      }
    },
  };
}

/** Fails to sign in ten times: nine times without the work of hashing passwords, and once in full. */
async function failTenTimes(shop: Shop, browser: ReturnType<typeof createBrowser>) {
  const device = await findDevice(shop.accounts, browser.metadata(), email);
  const attempt = device ? { limit: "signInByDevice", by: device } : { limit: "signInByEmail", by: email };
  for (let time = 0; time < 9; time++) await consumeRateLimit(shop.db, [attempt as RateLimitKey], new Date());
  expect(await browser.signIn(wrong)).toBe("INVALID_EMAIL_OR_PASSWORD");
}

forEachEngine((_, engine) => {
  // Security: 2.2.1
  test("strangers' wrong passwords don't lock out a browser that signed in before", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await register(shop, { email: "bob@example.com" });
    const owner = createBrowser(shop);
    expect(await owner.signIn(right)).toBeUndefined();
    const bob = createBrowser(shop);
    expect(await bob.signIn(right, "bob@example.com")).toBeUndefined();
    const stranger = createBrowser(shop);
    await failTenTimes(shop, stranger);
    for (const browser of [stranger, bob]) expect(await browser.signIn(right)).toBe("TOO_MANY_REQUESTS");
    expect(await owner.signIn(right, "ADA@example.com")).toBeUndefined();
    expect(await stranger.signIn(right)).toBe("TOO_MANY_REQUESTS");
  });

  // Security: 2.2.1
  test("a device cookie has its own ten attempts, which lock no one else out", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const owner = createBrowser(shop);
    const phone = createBrowser(shop);
    for (const browser of [owner, phone]) expect(await browser.signIn(right)).toBeUndefined();
    const thief = createBrowser(shop, new Map(owner.cookies));
    await failTenTimes(shop, thief);
    expect(await thief.signIn(right)).toBe("TOO_MANY_REQUESTS");
    expect(await phone.signIn(right)).toBeUndefined();
    expect(await createBrowser(shop).signIn(right)).toBeUndefined();
  });

  test("a locked-out customer can sign in after a password reset", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await failTenTimes(shop, createBrowser(shop));
    const owner = createBrowser(shop);
    const token = (await createResetToken(shop, email)) ?? "";
    owner.keep((await chooseNewPassword(shop, token, "Ghijkl2?", owner.metadata())).headers);
    expect(await owner.signIn("Ghijkl2?")).toBeUndefined();
    expect(await createBrowser(shop).signIn("Ghijkl2?")).toBe("TOO_MANY_REQUESTS");
  });
});

test("the cookie lasts a year, is HttpOnly and without the email, and on https is __Host- and Secure", async () => {
  const attributes = ["HttpOnly", "Max-Age=31536000", "Path=/", "SameSite=Lax"];
  for (const [shopUrl, name, more] of [
    ["http://localhost:3000", "torg.device", []],
    ["https://torg.example", "__Host-torg.device", ["Secure"]],
  ] as const) {
    const { shop } = await openTestShop("sqlite", { shopUrl });
    const [pair = "", ...rest] = (await createDeviceCookie(shop.accounts, createBrowser(shop).metadata(), email)).split(
      "; ",
    );
    expect(pair).toMatch(new RegExp(`^${name}=[0-9a-f-]{36}\\.[\\w-]{43}$`));
    expect(rest.toSorted()).toEqual([...attributes, ...more].toSorted());
  }
});

test("a browser is remembered for its last five accounts", async () => {
  const { shop } = await openTestShop("sqlite");
  const browser = createBrowser(shop);
  const emails = Array.from({ length: 7 }, (_, number) => `shopper${number}@example.com`);
  for (const each of [...emails, ...emails.slice(2), ...emails.slice(2)]) {
    browser.keep(new Headers([["set-cookie", await createDeviceCookie(shop.accounts, browser.metadata(), each)]]));
  }
  const known = await Promise.all(emails.map((each) => findDevice(shop.accounts, browser.metadata(), each)));
  expect(known.map((id) => id !== undefined)).toEqual([false, false, true, true, true, true, true]);
  expect(browser.cookies.get("torg.device")?.length).toBeLessThan(500);
});

// Security: 2.2.1
test("a tampered or foreign device cookie is ignored", async () => {
  const { shop } = await openTestShop("sqlite");
  const { shop: other } = await openTestShop("sqlite", { authSecret: "the secret of quite another shop" });
  const anonymous = createBrowser(shop).metadata();
  const [cookie = ""] = (await createDeviceCookie(shop.accounts, anonymous, email)).split(";");
  const [foreign = ""] = (await createDeviceCookie(other.accounts, anonymous, email)).split(";");
  const isKnown = async (sent: string) => {
    const metadata = { ...anonymous, headers: new Headers({ cookie: sent }) };
    return (await findDevice(shop.accounts, metadata, email)) !== undefined;
  };
  expect(await isKnown(cookie)).toBe(true);
  expect(await isKnown(foreign)).toBe(false);
  const changed = fc.tuple(fc.nat(cookie.length - 1), fc.constantFrom(..."aZ09.~-_")).map(([place, letter]) => {
    return cookie.slice(0, place) + letter + cookie.slice(place + 1);
  });
  const anything = fc.oneof(
    changed,
    fc.string({ unit: "grapheme-ascii" }).map((text) => `torg.device=${text}`),
  );
  await fc.assert(
    fc.asyncProperty(anything, async (sent) => {
      const isSame = sent === cookie;
      expect(await isKnown(sent.replaceAll(/[^\x20-\x7e]/g, ""))).toBe(isSame);
    }),
  );
});
