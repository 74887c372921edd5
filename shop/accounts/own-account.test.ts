import { expect, test } from "vitest";
import { register, signInCookies } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import type { Shop } from "../shop.ts";
import { askEmailChange, cancelEmailChange, confirmEmailChange, readEmailChange } from "./change-email.ts";
import { changePassword } from "./change-password.ts";
import { deviceOf } from "./device-name.ts";
import { createResetToken, isResetToken } from "./password-resets.ts";
import { readOwnSession } from "./session-user.ts";
import { readSessions, signOutBrowsers } from "./sessions.ts";

const stranger = { headers: new Headers(), address: "203.0.113.7" };
const email = "ada@example.com";
const password = "Abcdef1!";

async function signInAs(shop: Shop, credentials = { email, password }) {
  const cookies = await signInCookies(shop, credentials);
  const session = await readOwnSession(shop, new Headers({ cookie: [...cookies.values()].join("; ") }));
  if (!session) throw new Error("not signed in");
  return { uid: session.uid, email: credentials.email, sessionId: session.id, signedInAt: session.signedInAt };
}

/** The link in a mail, to a page of the account. */
const tokenIn = (text: string | undefined) => /account\/email\?token=([\w.-]+)/.exec(text ?? "")?.[1] ?? "";

forEachEngine((_, engine) => {
  test("a new email is confirmed in its mailbox, and the old one is told; orders and sessions stay", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    const own = await signInAs(shop);
    const ask = (typed: string, currentPassword = password) =>
      askEmailChange(shop, own, { email: typed, currentPassword }, stranger);
    await expect(ask("ada@new.example", "Wrong-pass1")).rejects.toMatchObject({ code: "WRONG_PASSWORD" });
    await expect(ask("Ada@Example.com")).rejects.toMatchObject({ code: "SAME_EMAIL" });
    await ask("first@new.example");
    await ask("Ada@New.example");
    await sendDueMails(shop);
    const mails = await readMails();
    // The first link was replaced before its email was sent.
    expect(mails.map(({ to }) => to?.[0]?.address).toSorted()).toEqual([email, "ada@new.example"].toSorted());
    const token = tokenIn(mails.find(({ to }) => to?.[0]?.address !== email)?.text);
    const [one, other] = await Promise.all([confirmEmailChange(shop, token), confirmEmailChange(shop, token)]);
    expect([one, other].filter(Boolean)).toEqual(["ada@new.example"]);
    expect(await readSessions(shop, own.uid)).toHaveLength(1);
    await sendDueMails(shop);
    expect((await readMails()).at(-1)).toMatchObject({
      subject: "Your Torg email was changed",
      to: [{ address: email }],
    });
    await signInAs(shop, { email: "ada@new.example", password });
    await register(shop);
  });

  test("a change to an address with an account looks the same, and changes nothing", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    const own = await signInAs(shop);
    await askEmailChange(shop, own, { email: "bob@example.com", currentPassword: password }, stranger);
    await sendDueMails(shop);
    const token = tokenIn((await readMails()).find(({ to }) => to?.[0]?.address !== email)?.text);
    await register(shop, { email: "bob@example.com" });
    expect(await confirmEmailChange(shop, token)).toBeUndefined();
    await askEmailChange(shop, own, { email: "bob@example.com", currentPassword: password }, stranger);
    expect(await readEmailChange(shop, own.uid)).toBe("bob@example.com");
    await shop.db.deleteFrom("jobs").where("payload", "like", '%"verification"%').execute();
    await sendDueMails(shop);
    const last = (await readMails()).filter(({ to }) => to?.[0]?.address === "bob@example.com").at(-1);
    expect(last?.text).toContain("You already have an account");
    await cancelEmailChange(shop.db, own.uid);
    expect(await confirmEmailChange(shop, token)).toBeUndefined();
    expect(await readEmailChange(shop, own.uid)).toBeUndefined();
  });

  // Security: 2.1.5, 2.1.6, 3.3.3
  test("a new password needs the current one, and ends other sessions and reset links", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    await signInAs(shop);
    const own = await signInAs(shop);
    const token = (await createResetToken(shop, email)) ?? "";
    const change = (currentPassword: string, chosen: string, isSure?: boolean) =>
      changePassword(shop, own, { currentPassword, password: chosen, ...(isSure && { isSure }) }, stranger);
    await expect(change("Wrong-pass1", "Ghijkl2?")).rejects.toMatchObject({ code: "WRONG_PASSWORD" });
    await expect(change(password, "Ada@example.com")).rejects.toMatchObject({ code: "PASSWORD_TOO_WEAK" });
    await expect(change(password, password, true)).rejects.toMatchObject({ code: "SAME_PASSWORD" });
    await expect(change(password, "Password1!")).rejects.toMatchObject({ code: "COMMON_PASSWORD" });
    expect(await readSessions(shop, own.uid)).toHaveLength(2);
    await change(password, "Password1!", true);
    await signInAs(shop, { email, password: "Password1!" });
    await shop.db.deleteFrom("jobs").execute();
    await change("Password1!", "Ghijkl2?");
    expect((await readSessions(shop, own.uid)).map(({ id }) => id)).toEqual([own.sessionId]);
    expect(await isResetToken(shop, token)).toBe(false);
    await sendDueMails(shop);
    expect(await readMails()).toMatchObject([{ subject: "Your Torg password was changed", to: [{ address: email }] }]);
    await signInAs(shop, { email, password: "Ghijkl2?" });
  });

  test("of two changes at once, one sets its password; wrong ones run out", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const own = await signInAs(shop);
    const change = (chosen: string, currentPassword = password) =>
      changePassword(shop, own, { currentPassword, password: chosen }, stranger);
    const done = await Promise.allSettled([change("Ghijkl2?"), change("Mnopqr3?")]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const wrong = await Promise.all(
      Array.from({ length: 11 }, () => change("Ghijkl2?", "Wrong-pass1").catch((e) => e.name)),
    );
    expect(wrong).toContain("RateLimitError");
  });

  test("an account without a password sets its first one soon after signing in", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const own = await signInAs(shop);
    await shop.db.updateTable("account").set({ password: null }).execute();
    const set = (signedInAt: number) =>
      changePassword(shop, { ...own, signedInAt }, { currentPassword: "", password: "Ghijkl2?" }, stranger);
    await expect(set(shop.now().getTime() - 31 * 60_000)).rejects.toMatchObject({ code: "SIGN_IN_AGAIN" });
    await set(own.signedInAt);
    await signInAs(shop, { email, password: "Ghijkl2?" });
  });

  // Security: 3.3.4
  test("customers sign their own browsers out and no one else's, and an email tells of it", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    await register(shop, { email: "bob@example.com" });
    const [first, second, own] = [await signInAs(shop), await signInAs(shop), await signInAs(shop)];
    const bobs = await signInAs(shop, { email: "bob@example.com", password });
    const signOut = (which: { id?: string; keptId?: string }) =>
      shop.db.transaction().execute((trx) => signOutBrowsers(trx, { ...own, ...which }, shop.now()));
    expect(await signOut({ id: bobs.sessionId })).toBe(0);
    expect(await signOut({ id: first.sessionId })).toBe(1);
    expect((await readSessions(shop, own.uid)).map(({ id }) => id)).toContain(second.sessionId);
    expect(await signOut({ keptId: own.sessionId })).toBe(1);
    await sendDueMails(shop);
    const subject = "A browser was signed out of Torg";
    expect(await readMails()).toMatchObject([0, 1].map(() => ({ subject, to: [{ address: email }] })));
    expect((await readSessions(shop, own.uid)).map(({ id }) => id)).toEqual([own.sessionId]);
    expect(await readSessions(shop, bobs.uid)).toHaveLength(1);
  });
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge on Windows",
  ],
  ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36", "Chrome on Android"],
  ["", "Unknown browser"],
])("%s is shown as %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
