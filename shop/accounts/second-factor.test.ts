import { expect, test } from "vitest";
import { authenticatorApp, setUpAuthenticator } from "../../tests/support/authenticator.ts";
import { register, registerVerified, signInCookies, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import type { Shop } from "../shop.ts";
import { signInCustomer } from "./account-requests.ts";
import { countUnreadableAuthenticators, readAuthenticatorState } from "./authenticator.ts";
import {
  beginAuthenticator,
  confirmAuthenticator,
  readAuthenticatorSetUp,
  removeSecondFactors,
  renewRecoveryCodes,
  switchSecondFactorOff,
} from "./change-second-factor.ts";
import { createResetToken, resetPassword } from "./password-resets.ts";
import { countRecoveryCodes } from "./recovery-codes.ts";
import { hasSecondFactor } from "./second-factor.ts";
import { finishSignIn, type SecondStep } from "./second-step.ts";
import { readSession } from "./session-user.ts";
import { createSignInCode } from "./sign-in-codes.ts";

const stranger = { headers: new Headers(), address: "203.0.113.7" };
const { email, password } = signUpOf();

const cookieOf = (headers: Headers) =>
  new Headers({
    cookie: headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  });

/** Types the password or an emailed code. @returns the browser that waits for its second step */
async function beginSignIn(
  shop: Shop,
  credentials: { email: string; password: string } | { email: string; code: string } = { email, password },
) {
  const answer = await signInCustomer(shop, credentials, stranger);
  expect(answer.isPending).toBe(true);
  return { ...stranger, headers: cookieOf(answer.headers) };
}

async function codeOf(promise: Promise<unknown>) {
  const code = await promise.then(
    () => undefined,
    (error) => error.code ?? error.name,
  );
  return code as string | undefined;
}

forEachEngine((_, engine) => {
  // Security: 2.8.3, 2.8.4, 2.8.5
  test("the password of an account with an authenticator app begins no session, until a code that wasn't used comes", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    const before = await signInCookies(shop);
    const { app, code: usedCode, headers } = await setUpAuthenticator(shop, uid);
    expect(await hasSecondFactor(shop.db, uid)).toBe(true);
    const own = await readSession(shop, cookieOf(headers));
    expect(own).toMatchObject({ user: { uid }, secondFactorAt: expect.any(Number) });
    const earlier = await readSession(shop, new Headers({ cookie: [...before.values()].join("; ") }));
    expect(earlier.user, "other browsers are signed out").toBeNull();
    const browser = await beginSignIn(shop);
    expect((await readSession(shop, browser.headers)).user).toBeNull();
    const finish = (typed: SecondStep) => finishSignIn(shop, typed, browser);
    expect(await codeOf(finish({ code: usedCode })), "the code of the set-up").toBe("WRONG_AUTHENTICATOR_CODE");
    // The next step, which may begin at any moment, accepts the code of a minute ahead.
    expect(await codeOf(finish({ code: await app.code(3) })), "a clock far ahead").toBe("WRONG_AUTHENTICATOR_CODE");
    const code = await app.code(1);
    const atOnce = await Promise.allSettled([finish({ code }), finish({ code })]);
    const done = atOnce.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    expect(done).toHaveLength(1);
    const session = await readSession(shop, cookieOf(done[0]?.headers ?? new Headers()));
    expect(session).toMatchObject({ user: { uid }, secondFactorAt: expect.any(Number) });
    expect(await codeOf(finishSignIn(shop, { code }, await beginSignIn(shop))), "used").toBe(
      "WRONG_AUTHENTICATOR_CODE",
    );
    await sendDueMails(shop);
    expect((await readMails()).map(({ subject }) => subject)).toContain("Two-step verification is on at Torg");
  });

  // Security: 2.6.1, 2.6.2, 2.6.3
  test("each recovery code works once, also twice at once, which an email tells, and new ones end the others", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    const { recoveryCodes } = await setUpAuthenticator(shop, uid);
    expect(recoveryCodes).toHaveLength(10);
    const [first = "", second = ""] = recoveryCodes;
    expect(first).toMatch(/^([a-z2-7]{6}-){3}[a-z2-7]{6}$/);
    const browser = await beginSignIn(shop);
    const finish = (recoveryCode: string) => finishSignIn(shop, { recoveryCode }, browser);
    const typed = first.toUpperCase().replaceAll("-", " ");
    const atOnce = await Promise.all([codeOf(finish(typed)), codeOf(finish(typed))]);
    expect(atOnce.toSorted()).toEqual(["WRONG_RECOVERY_CODE", undefined]);
    expect(await countRecoveryCodes(shop.db, uid)).toBe(9);
    await sendDueMails(shop);
    const used = (await readMails()).filter(({ subject }) => subject === "A recovery code was used at Torg");
    expect(used).toMatchObject([{ text: expect.stringContaining("you have 9 recovery codes left") }]);
    const signedIn = { uid, email, signedInAt: shop.now().getTime() };
    await renewRecoveryCodes(shop, signedIn, password, stranger);
    expect(await codeOf(finish(second))).toBe("WRONG_RECOVERY_CODE");
    expect(await countRecoveryCodes(shop.db, uid)).toBe(10);
    const rows = await shop.db.selectFrom("recoveryCodes").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(second);
  });

  test("a reset, an emailed code and another account's sign-in don't get round the second step, and five wrong codes end it", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    const { app, recoveryCodes } = await setUpAuthenticator(shop, uid);
    const before = await beginSignIn(shop);
    await resetPassword(shop, (await createResetToken(shop, email)) ?? "", "Ghijkl2?", stranger);
    expect(await codeOf(finishSignIn(shop, { code: await app.code(1) }, before)), "of the old password").toBe(
      "SIGN_IN_ENDED",
    );
    const byMail = await beginSignIn(shop, { email, code: (await createSignInCode(shop, email)) ?? "" });
    const bob = { email: "bob@example.com", password };
    const bobs = await setUpAuthenticator(shop, await registerVerified(shop, bob), bob);
    const bobsSignIn = await beginSignIn(shop, bob);
    expect(await codeOf(finishSignIn(shop, { code: await app.code(1) }, bobsSignIn))).toBe("WRONG_AUTHENTICATOR_CODE");
    expect(await codeOf(finishSignIn(shop, { recoveryCode: recoveryCodes[0] ?? "" }, bobsSignIn))).toBe(
      "WRONG_RECOVERY_CODE",
    );
    const guess = () => codeOf(finishSignIn(shop, { code: "000000" }, bobsSignIn));
    const atOnce = await Promise.all(Array.from({ length: 6 }, guess));
    const oneByOne: unknown[] = [];
    for (let tries = 0; tries < 4; tries += 1) oneByOne.push(await guess());
    // Those that come at the same time may refuse one another.
    expect([...atOnce, ...oneByOne].filter((code) => code !== "SIGN_IN_ENDED")).toEqual(
      Array(3).fill("WRONG_AUTHENTICATOR_CODE"),
    );
    expect(await codeOf(finishSignIn(shop, { code: await bobs.app.code(1) }, bobsSignIn))).toBe("SIGN_IN_ENDED");
    const { user } = await readSession(shop, bobsSignIn.headers);
    expect(user, "the waiting cookie is no session").toBeNull();
    expect(await codeOf(finishSignIn(shop, { code: await app.code(1) }, byMail))).toBeUndefined();
  });

  test("an app is set up by the password and its first code, for a confirmed email; another AUTH_SECRET leaves recovery codes", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const signedIn = { uid, email, signedInAt: shop.now().getTime() };
    const begin = (typed = password) => beginAuthenticator(shop, signedIn, typed, stranger);
    expect(await codeOf(begin("Wrong-pass1"))).toBe("WRONG_PASSWORD");
    expect(await codeOf(begin())).toBe("EMAIL_NOT_VERIFIED");
    await shop.db
      .updateTable("user")
      .set({ emailVerified: engine === "postgres" ? true : 1 })
      .execute();
    const { secret, token } = await begin();
    expect(await readAuthenticatorSetUp(shop, signedIn, token)).toMatchObject({ secret });
    const confirm = (given: { token: string; code: string }) => confirmAuthenticator(shop, signedIn, given, stranger);
    const app = authenticatorApp(secret, shop.now);
    const code = await app.code();
    const others = { ...signedIn, uid: "another" };
    expect(await codeOf(confirmAuthenticator(shop, others, { token, code }, stranger))).toBe("SET_UP_EXPIRED");
    expect(await codeOf(confirm({ token: "token", code }))).toBe("SET_UP_EXPIRED");
    expect(await codeOf(confirm({ token, code: "000000" }))).toBe("WRONG_AUTHENTICATOR_CODE");
    // The first one may have run out on a busy machine.
    const { recoveryCodes } = await confirm({ token, code: await app.code() });
    expect(await codeOf(confirm({ token, code }))).toBe("HAS_AUTHENTICATOR");
    const { secret: sealed } = await shop.db.selectFrom("authenticators").select("secret").executeTakeFirstOrThrow();
    expect(sealed).not.toContain(secret.replaceAll(" ", ""));
    const browser = await beginSignIn(shop);
    const moved = { ...shop, settings: { ...shop.settings, authSecret: "x".repeat(32) } } as Shop;
    expect(await countUnreadableAuthenticators(moved)).toBe(1);
    expect(await codeOf(finishSignIn(moved, { code }, browser))).toBe("AUTHENTICATOR_UNREADABLE");
    expect(await codeOf(finishSignIn(moved, { recoveryCode: recoveryCodes[0] ?? "" }, browser))).toBeUndefined();
    const again = await beginAuthenticator(moved, signedIn, password, stranger);
    const given = { token: again.token, code: await authenticatorApp(again.secret, shop.now).code() };
    const twice = [1, 2].map(() => codeOf(confirmAuthenticator(moved, signedIn, given, stranger)));
    expect((await Promise.all(twice)).toSorted()).toEqual(["HAS_AUTHENTICATOR", undefined]);
    expect(await readAuthenticatorState(moved, uid)).toBe("works");
    expect(await countRecoveryCodes(shop.db, uid)).toBe(10);
    expect(await codeOf(beginAuthenticator(moved, signedIn, password, stranger))).toBe("HAS_AUTHENTICATOR");
    await switchSecondFactorOff(shop, signedIn, password, stranger);
    expect(await hasSecondFactor(shop.db, uid)).toBe(false);
    expect(await removeSecondFactors(shop.db, signedIn, shop.now(), "command line")).toBe(false);
    expect(await countRecoveryCodes(shop.db, uid)).toBe(0);
    expect((await signInCustomer(shop, { email, password }, stranger)).isPending).toBe(false);
  });
});
