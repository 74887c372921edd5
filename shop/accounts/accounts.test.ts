import { getMigrations } from "better-auth/db/migration";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Engine } from "#database/connect.ts";
import { anyText } from "../../tests/support/any-text.ts";
import { register } from "../../tests/support/customers.ts";
import { forEnginesInTurns } from "../../tests/support/databases.ts";
import { hashOnce } from "../../tests/support/hash-once.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import type { Shop } from "../shop.ts";
import { createAccounts, signIn, signOut } from "./accounts.ts";
import { createVerificationToken, verifyEmail } from "./email-verification.ts";
import { readSession } from "./session-user.ts";

const credentials = { email: "ada@example.com", password: "Abcdef1!" };
const stranger = { headers: new Headers(), address: "203.0.113.7" };

/** Signs in, and gives the headers that the browser then sends. */
async function signedIn({ accounts }: Shop) {
  const answer = await signIn(accounts, credentials, stranger);
  if (answer.error !== undefined) throw new Error(answer.error);
  return { headers: answer.headers, browser: browserWith(answer.headers) };
}

function browserWith(answer: Headers) {
  const cookies = answer.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return new Headers({ cookie: cookies.join("; ") });
}

async function userOf(shop: Shop, browser: Headers) {
  return (await readSession(shop, browser)).user;
}

/** A shop with the time that `waitHours` sets, whatever its database says. */
async function openOnOwnClock(engine: Engine) {
  const { shop } = await openTestShop(engine);
  const now = () => new Date();
  const { connection, settings } = shop;
  const accounts = createAccounts({
    ...settings,
    connection,
    now,
    secret: settings.authSecret,
    redeemCode: async () => undefined,
  });
  await hashOnce(accounts);
  return { shop: { ...shop, now, accounts } };
}

/** Sets the clock of this process forward until the test's end. */
function waitHours(hours: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 60 * 60 * 1000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

forEnginesInTurns((_, engine) => {
  test("the schema has all tables and columns of the accounts library", async () => {
    const { shop } = await openTestShop(engine);
    const { toBeCreated, toBeAdded } = await getMigrations(shop.accounts.options);
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  });

  test("the right password starts a session, in any letter case of the email", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const { headers, browser } = await signedIn(shop);
    expect(headers.getSetCookie().join()).toMatch(/HttpOnly/i);
    expect(await userOf(shop, browser)).toEqual({
      uid,
      email: "ada@example.com",
      emailVerified: false,
      isOwner: false,
    });
    const shouted = await signIn(shop.accounts, { ...credentials, email: "ADA@EXAMPLE.COM" }, stranger);
    expect(shouted.error).toBeUndefined();
  });

  test("a wrong password and an unknown email get the same error", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const wrongPassword = await signIn(shop.accounts, { ...credentials, password: "Abcdef1?" }, stranger);
    const unknownEmail = await signIn(shop.accounts, { ...credentials, email: "bob@example.com" }, stranger);
    expect(wrongPassword).toEqual({ error: "INVALID_EMAIL_OR_PASSWORD" });
    expect(unknownEmail).toEqual(wrongPassword);
    expect(await shop.db.selectFrom("session").selectAll().execute()).toEqual([]);
  });

  test("an unknown email is hashed like a wrong password, so timing doesn't tell them apart", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const { password } = await shop.accounts.$context;
    const hashings = [vi.spyOn(password, "hash"), vi.spyOn(password, "verify")];
    for (const email of ["ada@example.com", "bob@example.com"]) {
      const before = hashings.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      await signIn(shop.accounts, { email, password: "Abcdef1?" }, stranger);
      expect(hashings.reduce((sum, { mock }) => sum + mock.calls.length, 0) - before, email).toBe(1);
    }
  });

  test("arbitrary cookies are anonymous", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const text = fc.oneof(
      anyText,
      fc.constantFrom("a.b", `%E0%A4%A.${"A".repeat(43)}=`, `x.${"A".repeat(43)}=`, ";", "="),
    );
    const cookies = fc.array(
      fc.tuple(fc.constantFrom("torg.session_token", "torg.session_data", "__proto__", ""), text),
    );
    await fc.assert(
      fc.asyncProperty(cookies, async (pairs) => {
        const cookie = pairs.map((pair) => pair.join("=")).join("; ");
        // What a request's headers can hold.
        const sent = cookie.replace(/[^\t\x20-\x7e\x80-\xff]/g, "");
        expect(await userOf(shop, new Headers({ cookie: sent }))).toBeNull();
      }),
    );
  });

  test("a session stores the client's address and browser", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const claimed = "198.51.100.1";
    const headers = new Headers({ "user-agent": "Netscape", "x-client-address": claimed, "x-forwarded-for": claimed });
    await signIn(shop.accounts, credentials, { headers, address: "203.0.113.7" });
    await signIn(shop.accounts, credentials, stranger);
    const sessions = await shop.db
      .selectFrom("session")
      .select(["ipAddress", "userAgent"])
      .orderBy("userAgent")
      .execute();
    expect(sessions).toEqual([
      { ipAddress: "203.0.113.7", userAgent: "" },
      { ipAddress: "203.0.113.7", userAgent: "Netscape" },
    ]);
  });

  test.each([
    ["203.0.113.7:5678", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["[2001:db8:1:2::9]:443", "2001:0db8:0001:0002:0000:0000:0000:0000"],
  ])("a session from %s stores %s", async (address, noted) => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await signIn(shop.accounts, credentials, { headers: new Headers(), address });
    expect(await shop.db.selectFrom("session").select("ipAddress").execute()).toEqual([{ ipAddress: noted }]);
  });

  test.each(["", "torg.session_token=", "torg.session_token=abc.def", "other=1"])(
    "a browser with the cookie %j is anonymous",
    async (cookie) => {
      const { shop } = await openTestShop(engine);
      await register(shop);
      expect(await userOf(shop, new Headers(cookie ? { cookie } : {}))).toBeNull();
    },
  );

  // Security: 3.2.2, 4.1.2
  test("a tampered session cookie is invalid", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const { browser } = await signedIn(shop);
    const cookie = browser.get("cookie") ?? "";
    const dot = cookie.lastIndexOf(".");
    const forged = `${cookie.slice(0, dot + 1)}${cookie[dot + 1] === "A" ? "B" : "A"}${cookie.slice(dot + 2)}`;
    expect(await userOf(shop, new Headers({ cookie: forged }))).toBeNull();
    expect(await userOf(shop, browser)).not.toBeNull();
  });

  // Security: 3.3.1
  test("signing out ends only its session", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const { browser: desk } = await signedIn(shop);
    const { browser: phone } = await signedIn(shop);
    const answer = await signOut(shop.accounts, { ...stranger, headers: desk });
    expect(answer.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/i);
    expect(await userOf(shop, desk)).toBeNull();
    expect(await userOf(shop, phone)).toMatchObject({ email: "ada@example.com" });
  });

  test("a session in use is renewed with a new cookie once a day", async () => {
    const { shop } = await openOnOwnClock(engine);
    await register(shop);
    const { browser } = await signedIn(shop);
    const setCookies = async () => (await readSession(shop, browser)).headers.getSetCookie();
    expect(await setCookies()).toEqual([]);
    for (let visits = 0; visits < 3; visits++) {
      waitHours(20 * 24);
      expect((await setCookies()).join()).toMatch(/^torg\.session_token=.*Max-Age=2592000/);
      expect(await setCookies()).toEqual([]);
      expect(await userOf(shop, browser)).toMatchObject({ email: "ada@example.com" });
    }
  });

  // Security: 3.3.2
  test("an unused session lasts 29 days and not 31", async () => {
    const { shop } = await openOnOwnClock(engine);
    await register(shop);
    const { browser: early } = await signedIn(shop);
    waitHours(31 * 24);
    expect(await userOf(shop, early)).toBeNull();
    const { browser: late } = await signedIn(shop);
    waitHours(29 * 24);
    expect(await userOf(shop, late)).not.toBeNull();
  });

  // Security: 2.2.2
  test("a verification token verifies its email, signs no one in, and works twice", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await register(shop, { email: "bob@example.com" });
    const { browser } = await signedIn(shop);
    const sessions = await shop.db.selectFrom("session").select("id").execute();
    const token = await createVerificationToken(shop, "ada@example.com");
    expect(await verifyEmail(shop, token)).toBe(true);
    expect(await verifyEmail(shop, token)).toBe(true);
    expect(await shop.db.selectFrom("session").select("id").execute()).toEqual(sessions);
    expect(await userOf(shop, browser)).toMatchObject({ email: "ada@example.com", emailVerified: true });
    const bob = await signIn(shop.accounts, { ...credentials, email: "bob@example.com" }, stranger);
    expect(bob).toMatchObject({ emailVerified: false });
  });

  // Security: 3.5.1
  test("a wrong, foreign or unknown token verifies nothing", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const { shop: other } = await openTestShop(engine, { authSecret: "the secret of quite another shop" });
    const token = await createVerificationToken(shop, "ada@example.com");
    const wrong = [
      "",
      "nonsense",
      `${token}x`,
      token.slice(0, -2),
      await createVerificationToken(other, "ada@example.com"),
      await createVerificationToken(shop, "unknown@example.com"),
    ];
    for (const token of wrong) expect(await verifyEmail(shop, token), token).toBe(false);
    expect(await signIn(shop.accounts, credentials, stranger)).toMatchObject({ emailVerified: false });
  });

  test("during an outage, a token isn't reported as wrong", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const token = await createVerificationToken(shop, "ada@example.com");
    await shop.db.destroy();
    await expect(verifyEmail(shop, token)).rejects.toThrow();
  });

  // Security: 2.3.1
  test("a verification token expires after a day", async () => {
    const { shop } = await openOnOwnClock(engine);
    await register(shop);
    const late = await createVerificationToken(shop, "ada@example.com");
    waitHours(24.01);
    expect(await verifyEmail(shop, late)).toBe(false);
    const early = await createVerificationToken(shop, "ada@example.com");
    waitHours(23.99);
    expect(await verifyEmail(shop, early)).toBe(true);
  });
});
