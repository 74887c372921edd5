import { expect, test } from "vitest";
import { register } from "../../tests/support/customers.ts";
import { forEnginesInTurns } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import type { Shop } from "../shop.ts";
import { chooseNewPassword, requestReset, signInCustomer } from "./account-requests.ts";
import { setDisabled } from "./customer-account.ts";
import { createResetToken, isResetToken } from "./password-resets.ts";
import { readSession } from "./session-user.ts";

const stranger = { headers: new Headers(), address: "203.0.113.7" };
const email = "ada@example.com";

/** Tries to choose a new password with a token. @returns whether it was taken */
async function isGood(shop: Shop, token: string | undefined, password = "Ghijkl2?") {
  const chosen = await chooseNewPassword(shop, token ?? "", password, stranger).catch((error) => error);
  if (chosen instanceof Error) expect(chosen).toMatchObject({ code: "INVALID_TOKEN" });
  return !(chosen instanceof Error);
}

async function canSignIn(shop: Shop, password: string) {
  return signInCustomer(shop, { email, password }, stranger).then(
    () => true,
    () => false,
  );
}

forEnginesInTurns((_, engine) => {
  // Security: 2.5.6
  test("a new reset link ends only the account's earlier ones", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await register(shop, { email: "bob@example.com" });
    const bobs = await createResetToken(shop, "bob@example.com");
    const earlier = await createResetToken(shop, email);
    const latest = await createResetToken(shop, "ADA@example.com");
    for (const [token, works] of [
      [earlier, false],
      [latest, true],
      ["none", false],
      ["", false],
      ["\0", false],
    ] as const) {
      for (let look = 0; look < 2; look++) expect(await isResetToken(shop, token ?? ""), token).toBe(works);
    }
    expect(await isGood(shop, earlier)).toBe(false);
    expect(await isGood(shop, latest)).toBe(true);
    expect(await isResetToken(shop, latest ?? "")).toBe(false);
    expect(await isGood(shop, bobs)).toBe(true);
  });

  // Security: 2.5.6
  test("of requests that use one link at once, one sets its password", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    const token = await createResetToken(shop, email);
    const passwords = ["Ghijkl2?", "Mnopqr3?", "Stuvwx4?"];
    const taken = await Promise.all(passwords.map((password) => isGood(shop, token, password)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await sendDueMails(shop);
    const told = (await readMails()).filter(({ subject }) => subject === "Your Torg password was changed");
    expect(told).toMatchObject([{ to: [{ address: email }] }]);
    for (const [index, password] of passwords.entries()) expect(await canSignIn(shop, password)).toBe(taken[index]);
  });

  test("an expired link doesn't work", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const token = await createResetToken(shop, email);
    await shop.db
      .updateTable("verification")
      .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
      .execute();
    expect(await isResetToken(shop, token ?? "")).toBe(false);
    expect(await isGood(shop, token)).toBe(false);
  });

  test("the last email has the link that works", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    await requestReset(shop, email, stranger);
    await requestReset(shop, email, stranger);
    await sendDueMails(shop);
    const mails = (await readMails()).map(({ text }) => /token=([^\s&]+)/.exec(text ?? "")?.[1]);
    expect(mails).toHaveLength(2);
    expect(await isGood(shop, mails[0])).toBe(false);
    expect(await isGood(shop, mails[1])).toBe(true);
  });

  // Security: 2.5.6
  test("of two concurrent links used concurrently, one sets the password", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    for (let round = 0; round < 2; round++) {
      const tokens = await Promise.all([createResetToken(shop, email), createResetToken(shop, email)]);
      const passwords = [`Ghijkl2?${round}`, `Mnopqr3#${round}`];
      const used = await Promise.all(tokens.map((token, index) => isGood(shop, token, passwords[index])));
      expect(used.toSorted()).toEqual([false, true]);
      for (const [index, password] of passwords.entries()) expect(await canSignIn(shop, password)).toBe(used[index]);
      for (const token of tokens) expect(await isGood(shop, token)).toBe(false);
    }
  });

  test("a link used several times concurrently sets one password", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const token = await createResetToken(shop, email);
    const used = await Promise.all([1, 2, 3, 4].map((number) => isGood(shop, token, `Ghijkl2?${number}`)));
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  // Security: 2.5.6
  test("a queued reset email is dropped once another link is used", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    await register(shop, { email: "bob@example.com" });
    const token = await createResetToken(shop, email);
    await requestReset(shop, email, stranger);
    await requestReset(shop, "bob@example.com", stranger);
    expect(await isGood(shop, token)).toBe(true);
    await sendDueMails(shop);
    const resets = (await readMails()).filter(({ subject }) => subject?.startsWith("Reset"));
    expect(resets).toMatchObject([{ to: [{ address: "bob@example.com" }] }]);
  });

  test("disabling an account ends its reset links", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const token = await createResetToken(shop, email);
    await setDisabled(shop, email, true, "command line");
    await setDisabled(shop, email, false, "command line");
    expect(await isGood(shop, token)).toBe(false);
  });

  // Security: 3.3.3
  test.each([
    ["a new password", async (shop: Shop) => isGood(shop, await createResetToken(shop, email))],
    ["disabling the account", (shop: Shop) => setDisabled(shop, email, true, "command line")],
  ])("%s ends the session of a concurrent sign-in with the old password", async (_, change) => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const { password } = await shop.accounts.$context;
    const { verify } = password;
    password.verify = async (typed) => {
      const isRight = await verify(typed);
      await change(shop);
      return isRight;
    };
    await expect(signInCustomer(shop, { email, password: "Abcdef1!" }, stranger)).rejects.toThrow();
    expect(await shop.db.selectFrom("session").select("id").execute()).toEqual([]);
  });

  test("a new password ends every session", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const { headers } = await signInCustomer(shop, { email, password: "Abcdef1!" }, stranger);
    const cookie = headers.getSetCookie().join("; ");
    expect(await isGood(shop, await createResetToken(shop, email))).toBe(true);
    expect((await readSession(shop, new Headers({ cookie }))).user).toBeNull();
  });
});
