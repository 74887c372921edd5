import { getMigrations } from "better-auth/db/migration";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import type { Shop } from "../shop.ts";
import { createVerificationToken, signIn, signOut, verifyEmail } from "./accounts.ts";
import { readViewer } from "./viewer.ts";

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

async function viewerOf(shop: Shop, browser: Headers) {
  return (await readViewer(shop, browser)).viewer;
}

/** Sets the clock of this process forward until the test's end. */
function waitHours(hours: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 60 * 60 * 1000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

forEachEngine((_, engine) => {
  test("the accounts library finds all of its tables and columns in the shop's schema", async () => {
    const { shop } = await openTestShop(engine);
    const { toBeCreated, toBeAdded } = await getMigrations(shop.accounts.options);
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  });

  test("signing in with the right password gives a session, in any letter case of the email", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const { headers, browser } = await signedIn(shop);
    expect(headers.getSetCookie().join()).toMatch(/HttpOnly/i);
    expect(await viewerOf(shop, browser)).toEqual({ uid, email: "ada@example.com", emailVerified: false });
    const shouted = await signIn(shop.accounts, { ...credentials, email: "ADA@EXAMPLE.COM" }, stranger);
    expect(shouted.error).toBeUndefined();
  });

  test("a wrong password and an unknown email are told in the same words, and give no session", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const wrongPassword = await signIn(shop.accounts, { ...credentials, password: "Abcdef1?" }, stranger);
    const unknownEmail = await signIn(shop.accounts, { ...credentials, email: "bob@example.com" }, stranger);
    expect(wrongPassword).toEqual({ error: "INVALID_EMAIL_OR_PASSWORD" });
    expect(unknownEmail).toEqual(wrongPassword);
    expect(await shop.db.selectFrom("session").selectAll().execute()).toEqual([]);
  });

  test("an unknown email takes as much hashing as a wrong password, so that time doesn't tell them apart", async () => {
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

  test("whatever a browser sends as its cookies, it is an anonymous visitor's", async () => {
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
        expect(await viewerOf(shop, new Headers({ cookie: sent }))).toBeNull();
      }),
    );
  });

  test("a session notes the address that the server found and the browser", async () => {
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
  ])("a session from %s notes %s", async (address, noted) => {
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
      expect(await viewerOf(shop, new Headers(cookie ? { cookie } : {}))).toBeNull();
    },
  );

  test("a session cookie that was changed is worth nothing", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const { browser } = await signedIn(shop);
    const cookie = browser.get("cookie") ?? "";
    const dot = cookie.lastIndexOf(".");
    const forged = `${cookie.slice(0, dot + 1)}${cookie[dot + 1] === "A" ? "B" : "A"}${cookie.slice(dot + 2)}`;
    expect(await viewerOf(shop, new Headers({ cookie: forged }))).toBeNull();
    expect(await viewerOf(shop, browser)).not.toBeNull();
  });

  test("signing out ends that session, and no other one", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const { browser: desk } = await signedIn(shop);
    const { browser: phone } = await signedIn(shop);
    const answer = await signOut(shop.accounts, { ...stranger, headers: desk });
    expect(answer.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/i);
    expect(await viewerOf(shop, desk)).toBeNull();
    expect(await viewerOf(shop, phone)).toMatchObject({ email: "ada@example.com" });
  });

  test("a session that is used goes on, with a new cookie once a day", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const { browser } = await signedIn(shop);
    const setCookies = async () => (await readViewer(shop, browser)).headers.getSetCookie();
    expect(await setCookies()).toEqual([]);
    for (let visits = 0; visits < 3; visits++) {
      waitHours(20 * 24);
      expect((await setCookies()).join()).toMatch(/^torg\.session_token=.*Max-Age=2592000/);
      expect(await setCookies()).toEqual([]);
      expect(await viewerOf(shop, browser)).toMatchObject({ email: "ada@example.com" });
    }
  });

  test("a session outlives 29 days without a visit, and not 31", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const { browser: early } = await signedIn(shop);
    waitHours(31 * 24);
    expect(await viewerOf(shop, early)).toBeNull();
    const { browser: late } = await signedIn(shop);
    waitHours(29 * 24);
    expect(await viewerOf(shop, late)).not.toBeNull();
  });

  test("a verification token verifies its address, signs nobody in, and may be opened twice", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await register(shop, { email: "bob@example.com" });
    const { browser } = await signedIn(shop);
    const sessions = await shop.db.selectFrom("session").select("id").execute();
    const token = await createVerificationToken(shop.accounts, "ada@example.com");
    expect(await verifyEmail(shop.accounts, token)).toBe(true);
    expect(await verifyEmail(shop.accounts, token)).toBe(true);
    expect(await shop.db.selectFrom("session").select("id").execute()).toEqual(sessions);
    expect(await viewerOf(shop, browser)).toMatchObject({ email: "ada@example.com", emailVerified: true });
    const bob = await signIn(shop.accounts, { ...credentials, email: "bob@example.com" }, stranger);
    expect(bob).toMatchObject({ emailVerified: false });
  });

  test("a token that is wrong, of another shop or of nobody verifies nothing", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const { shop: other } = await openTestShop(engine, { authSecret: "the secret of quite another shop" });
    const token = await createVerificationToken(shop.accounts, "ada@example.com");
    const wrong = [
      "",
      "nonsense",
      `${token}x`,
      token.slice(0, -2),
      await createVerificationToken(other.accounts, "ada@example.com"),
      await createVerificationToken(shop.accounts, "nobody@example.com"),
    ];
    for (const token of wrong) expect(await verifyEmail(shop.accounts, token), token).toBe(false);
    expect(await signIn(shop.accounts, credentials, stranger)).toMatchObject({ emailVerified: false });
  });

  test("a token that can't be looked at, as the database is away, isn't called wrong", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const token = await createVerificationToken(shop.accounts, "ada@example.com");
    await shop.db.destroy();
    await expect(verifyEmail(shop.accounts, token)).rejects.toThrow();
  });

  test("a verification token is good for a day", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const late = await createVerificationToken(shop.accounts, "ada@example.com");
    waitHours(24.01);
    expect(await verifyEmail(shop.accounts, late)).toBe(false);
    const early = await createVerificationToken(shop.accounts, "ada@example.com");
    waitHours(23.99);
    expect(await verifyEmail(shop.accounts, early)).toBe(true);
  });
});
