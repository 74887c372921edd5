import type { ExpressionBuilder } from "kysely";
import { expect, test } from "vitest";
import type { Schema } from "#database/schema.ts";
import { register, registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { setRole } from "../owners/owners.ts";
import type { Shop } from "../shop.ts";
import { chooseNewPassword, requestSignInCode, signInCustomer } from "./account-requests.ts";
import { readCustomer, setDisabled } from "./customer-account.ts";
import { createResetToken } from "./password-resets.ts";
import { readSession } from "./session-user.ts";
import { createSignInCode } from "./sign-in-codes.ts";

const browser = { headers: new Headers(), address: "203.0.113.7" };
const email = "ada@example.com";

/** Tries a code. @returns the uid of the session that it gave, or why it was refused */
async function tryCode(shop: Shop, code: string | undefined, given = email) {
  try {
    const { headers, emailVerified } = await signInCustomer(shop, { email: given, code: code ?? "" }, browser);
    expect(emailVerified).toBe(true);
    return await sessionOf(shop, headers);
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).name;
  }
}

async function sessionOf(shop: Shop, headers: Headers) {
  const cookie = headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  return (await readSession(shop, new Headers({ cookie }))).user?.uid;
}

/** Another code than the right one. */
function wrong(code: string | undefined) {
  return code === "000000" ? "111111" : "000000";
}

forEachEngine((_, engine) => {
  // Security: 2.7.3, 2.7.5
  test("an emailed code signs in to a new account once, and a second code ends the first", async () => {
    const { shop, announced, readMails } = await openTestShop(engine);
    await requestSignInCode(shop, "Ada@Example.com", browser);
    await requestSignInCode(shop, email, browser);
    await sendDueMails(shop);
    await expect.poll(readMails).toHaveLength(2);
    const codes = (await readMails()).map(({ text }) => /^\d{6}$/m.exec(text ?? "")?.[0] ?? "");
    expect(announced.join()).not.toMatch(/\d{6}/);
    const { hash } = await shop.db.selectFrom("signInCodes").select("hash").executeTakeFirstOrThrow();
    expect(codes).not.toContain(hash);
    const tried = await Promise.all(codes.map((code) => tryCode(shop, code)));
    expect(tried).toContain("INVALID_CODE");
    const newest = tried.find((uid) => uid !== "INVALID_CODE");
    expect(await readCustomer(shop.db, newest ?? "")).toMatchObject({ email, firstname: "", dateOfBirth: "" });
    for (const code of codes) expect(await tryCode(shop, code)).toBe("INVALID_CODE");
    const again = await createSignInCode(shop, email);
    const taken = await Promise.all([again, again, again].map((code) => tryCode(shop, code)));
    expect(taken.toSorted()).toEqual([newest, "INVALID_CODE", "INVALID_CODE"].toSorted());
    // A reset link gives the account its password.
    const token = await createResetToken(shop, email);
    await chooseNewPassword(shop, token ?? "", "Ghijkl2?", browser);
    const { headers } = await signInCustomer(shop, { email, password: "Ghijkl2?" }, browser);
    expect(await sessionOf(shop, headers)).toBe(newest);
  });

  // Security: 2.7.2
  test("a code ends after ten minutes and after five tries, by requests at once too", async () => {
    const { shop } = await openTestShop(engine);
    const code = await createSignInCode(shop, email);
    const tenMinutes = (eb: ExpressionBuilder<Schema, "signInCodes">) => eb("expiresAt", "-", 10 * 60_000);
    await shop.db.updateTable("signInCodes").set({ expiresAt: tenMinutes }).execute();
    expect(await tryCode(shop, code)).toBe("INVALID_CODE");
    const other = await createSignInCode(shop, email);
    await Promise.all(Array.from({ length: 5 }, () => tryCode(shop, wrong(other))));
    expect(await tryCode(shop, other)).toBe("INVALID_CODE");
    expect(await tryCode(shop, await createSignInCode(shop, "bob@example.com"))).toBe("INVALID_CODE");
    for (let tries = 0; tries < 3; tries++) await tryCode(shop, "000000");
    expect(await tryCode(shop, await createSignInCode(shop, email))).toBe("RateLimitError");
  });

  test("an account that nobody has confirmed loses its password, sessions and details to a code", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const { headers } = await signInCustomer(shop, { email, password: "Abcdef1!" }, browser);
    expect(await tryCode(shop, await createSignInCode(shop, email))).toBe(uid);
    expect(await sessionOf(shop, headers)).toBeUndefined();
    await expect(signInCustomer(shop, { email, password: "Abcdef1!" }, browser)).rejects.toThrow("INVALID_EMAIL");
    expect(await readCustomer(shop.db, uid)).toMatchObject({ firstname: "", street: "", dateOfBirth: "" });
    // A confirmed one keeps them.
    const bob = await registerVerified(shop, { email: "bob@example.com" });
    expect(await tryCode(shop, await createSignInCode(shop, "bob@example.com"), "bob@example.com")).toBe(bob);
    expect(await readCustomer(shop.db, bob)).toMatchObject({ firstname: "Ada", street: "Storgata 1" });
    await signInCustomer(shop, { email: "bob@example.com", password: "Abcdef1!" }, browser);
  });

  test("owners, staff and disabled accounts aren't signed in by a code", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await registerVerified(shop);
    const code = await createSignInCode(shop, email);
    await setRole(shop, email, "manager", "command line");
    expect(await tryCode(shop, code)).toBe("INVALID_CODE");
    await requestSignInCode(shop, email, browser);
    await sendDueMails(shop);
    await expect.poll(readMails).toMatchObject([{ text: expect.stringContaining("Sign in with your password") }]);
    expect(await shop.db.selectFrom("signInCodes").selectAll().execute()).toEqual([]);
    await register(shop, { email: "bob@example.com" });
    await setDisabled(shop, "bob@example.com", true, "command line");
    const bobs = await createSignInCode(shop, "bob@example.com");
    expect(await tryCode(shop, bobs, "bob@example.com")).toBe("USER_DISABLED");
  });
});
