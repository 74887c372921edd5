import * as v from "valibot";
import { expect, test } from "vitest";
import { register, signUpOf } from "../../tests/support/customers.ts";
import { forEnginesInTurns } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { setRole } from "../owners/owners.ts";
import type { Shop } from "../shop.ts";
import { AccountError, formErrorCode } from "./account-error.ts";
import { requestResetForm, signInForm, signUpForm } from "./account-forms.ts";
import {
  chooseNewPassword,
  requestReset,
  resendVerification,
  signInCustomer,
  signUpCustomer,
} from "./account-requests.ts";
import type { RequestMetadata } from "./accounts.ts";
import { readCustomers, setDisabled } from "./customer-account.ts";
import { verifyEmail } from "./email-verification.ts";
import { createResetToken } from "./password-resets.ts";
import { readSession } from "./session-user.ts";

const stranger = { headers: new Headers(), address: "203.0.113.7" };
const credentials = { email: "ada@example.com", password: "Abcdef1!" };

/** @returns the code with which something was refused, or undefined when it was not */
async function codeOf(request: Promise<unknown>) {
  try {
    await request;
    return undefined;
  } catch (error) {
    return formErrorCode(error) ?? error;
  }
}

/** The token of a mail's link. */
function tokenOf(mail: { text?: string | undefined } | undefined) {
  return /token=([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

forEnginesInTurns((_, engine) => {
  test("a sign-up starts a session and emails the link; the email is unverified", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const headers = await signUpCustomer(shop, signUpOf(), stranger);
    const cookie = headers.getSetCookie().map((text) => text.split(";")[0]);
    const { user } = await readSession(shop, new Headers({ cookie: cookie.join("; ") }));
    expect(user).toMatchObject({ email: "ada@example.com", emailVerified: false });
    expect(await readMails()).toMatchObject([{ to: [{ address: "ada@example.com" }] }]);
  });

  test.each([
    ["o'brien@example.com", "O'Brien@EXAMPLE.com", "o'brien@example.com"],
    ["a!b..c@tea--house.example", "a!b..c@tea--house.example", "a!b..c@tea--house.example"],
    ["info@rüchér.example", "Info@xn--rchr-dpa5i.example", "info@xn--rchr-dpa5i.example"],
    ["post@xn--80akhbyknj4f.xn--p1ai", "post@испытание.рф", "post@xn--80akhbyknj4f.xn--p1ai"],
  ])("%s signs up, verifies, resets the password and signs in", async (typed, typedLater, stored) => {
    const { shop, readMails } = await openTestShop(engine);
    await signUpCustomer(shop, v.parse(signUpForm("2026-11-25"), signUpOf({ email: typed })), stranger);
    expect(await readCustomers(shop.db)).toMatchObject([{ email: stored }]);
    expect(await verifyEmail(shop, tokenOf((await readMails())[0]))).toBe(true);
    const again = v.parse(signUpForm("2026-11-25"), signUpOf({ email: typedLater }));
    expect(await codeOf(signUpCustomer(shop, again, stranger))).toBe("USER_ALREADY_EXISTS");

    await requestReset(shop, v.parse(requestResetForm, { email: typedLater }).email, stranger);
    await sendDueMails(shop);
    await chooseNewPassword(shop, tokenOf((await readMails())[1]), "Ghijkl2?", stranger);
    const later = v.parse(signInForm, { email: typedLater, password: "Ghijkl2?" });
    expect(await signInCustomer(shop, later, stranger)).toMatchObject({ emailVerified: true });
    expect(await setRole(shop, typedLater, "owner", "command line")).toBe(true);
  });

  test("an account is kept when its email can't be sent, and a resend reports the failure", async () => {
    const { shop, announced } = await openTestShop(engine, { smtpUrl: "smtp://127.0.0.1:1" });
    await signUpCustomer(shop, signUpOf(), stranger);
    expect(await readCustomers(shop.db)).toHaveLength(1);
    expect(announced.join("\n")).toContain("Verification email not sent");
    const error = await codeOf(resendVerification(shop, "ada@example.com", stranger));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(AccountError);
  });

  // Security: 2.1.7
  test.each([
    ["a known email", {}, "USER_ALREADY_EXISTS"],
    ["a known email in capitals", { email: "ADA@EXAMPLE.COM" }, "USER_ALREADY_EXISTS"],
    ["the email as password", { email: "B1@a.no", password: "b1@A.no" }, "PASSWORD_TOO_WEAK"],
    ["the email's name as password", { email: "Ada+Ada1990@a.no", password: "Ada+Ada1990" }, "PASSWORD_TOO_WEAK"],
  ])("a sign-up with %s is rejected", async (_, changes, code) => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    expect(await codeOf(signUpCustomer(shop, signUpOf(changes), stranger))).toBe(code);
    expect(await readCustomers(shop.db)).toHaveLength(1);
    expect(await readMails()).toEqual([]);
  });

  test("without email sign-in, sign-in and sign-up are rejected", async () => {
    const { shop } = await openTestShop(engine, { emailSignIn: false });
    expect(await codeOf(signUpCustomer(shop, signUpOf(), stranger))).toBe("EMAIL_PASSWORD_SIGN_UP_DISABLED");
    expect(await codeOf(signInCustomer(shop, credentials, stranger))).toBe("EMAIL_PASSWORD_DISABLED");
  });

  // Security: 2.2.1
  test("a password of any length that isn't the account's is only wrong", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    for (const password of ["Abcdef1!".repeat(4), "x".repeat(16_000)]) {
      for (const email of [credentials.email, "unknown@example.com"])
        expect(await codeOf(signInCustomer(shop, { email, password }, stranger))).toBe("INVALID_EMAIL_OR_PASSWORD");
    }
  });

  test("a reset takes a password of 20 emoji and letters, which then signs in", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const password = `Abcdef1!${"🔑".repeat(12)}`;
    const token = (await createResetToken(shop, credentials.email)) ?? "";
    await chooseNewPassword(shop, token, password, stranger);
    expect(await codeOf(signInCustomer(shop, { ...credentials, password }, stranger))).toBeUndefined();
  });

  test("the eleventh failed sign-in is rejected with any password; successful ones don't count", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await signInCustomer(shop, credentials, stranger);
    for (let tries = 0; tries < 10; tries++) {
      const wrong = { ...credentials, password: "Wrong-pass1" };
      expect(await codeOf(signInCustomer(shop, wrong, stranger))).toBe("INVALID_EMAIL_OR_PASSWORD");
    }
    expect(await codeOf(signInCustomer(shop, credentials, stranger))).toBe("TOO_MANY_REQUESTS");
  });

  // Security: 3.2.1
  test.each([
    ["sign-in", (shop: Shop, metadata: RequestMetadata) => signInCustomer(shop, credentials, metadata)],
    [
      "sign-up",
      (shop: Shop, metadata: RequestMetadata) => signUpCustomer(shop, signUpOf({ email: "eve@example.com" }), metadata),
    ],
  ])("a %s ends only the browser's earlier session", async (_, start) => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await register(shop, { email: "bob@example.com" });
    const bobs = { ...credentials, email: "bob@example.com" };
    const cookiesOf = ({ headers }: { headers: Headers }) => headers.getSetCookie().join("; ");
    const here = cookiesOf(await signInCustomer(shop, bobs, stranger));
    const elsewhere = cookiesOf(await signInCustomer(shop, bobs, stranger));
    const browser = new Headers({ cookie: here });
    const wrong = { ...credentials, password: "Wrong-pass1" };
    await codeOf(signInCustomer(shop, wrong, { ...stranger, headers: browser }));
    expect((await readSession(shop, browser)).user).toMatchObject({ email: "bob@example.com" });
    await start(shop, { ...stranger, headers: browser });
    expect((await readSession(shop, browser)).user).toBeNull();
    const { user } = await readSession(shop, new Headers({ cookie: elsewhere }));
    expect(user).toMatchObject({ email: "bob@example.com" });
    expect(await shop.db.selectFrom("session").select("id").execute()).toHaveLength(2);
  });

  // Security: 3.3.4
  test("only the right password learns that an account is disabled", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await setDisabled(shop, "ada@example.com", true, "command line");
    expect(await codeOf(signInCustomer(shop, credentials, stranger))).toBe("USER_DISABLED");
    const wrong = { ...credentials, password: "Wrong-pass1" };
    expect(await codeOf(signInCustomer(shop, wrong, stranger))).toBe("INVALID_EMAIL_OR_PASSWORD");
    await setDisabled(shop, "ada@example.com", false, "command line");
    expect(await codeOf(signInCustomer(shop, credentials, stranger))).toBeUndefined();
  });

  // Security: 2.1.5, 2.1.6, 2.5.1, 2.5.6, 2.7.1
  test("a reset link works once; an unknown email gets no email and the same response", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    await requestReset(shop, "unknown@example.com", stranger);
    await requestReset(shop, "ada@example.com", stranger);
    await sendDueMails(shop);
    const [mail, ...others] = await readMails();
    expect({ to: mail?.to, others }).toMatchObject({ to: [{ address: "ada@example.com" }], others: [] });
    const token = /token=([^\s&]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(await codeOf(chooseNewPassword(shop, token, "Ghijkl2?", stranger))).toBeUndefined();
    expect(await codeOf(chooseNewPassword(shop, token, "Mnopqr3#", stranger))).toBe("INVALID_TOKEN");
    const { emailVerified } = await signInCustomer(shop, { ...credentials, password: "Ghijkl2?" }, stranger);
    expect(emailVerified).toBeTruthy();
    expect(await codeOf(signInCustomer(shop, credentials, stranger))).toBe("INVALID_EMAIL_OR_PASSWORD");
  });

  // Security: 2.1.7
  test.each([
    ["the email", "B1@a.no", "b1@A.no"],
    ["the email's name", "Ada+Ada1990@a.no", "Ada+Ada1990"],
  ])("a new password that is %s is rejected, and the link stays valid", async (_, email, guess) => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop, { email });
    await requestReset(shop, email, stranger);
    await sendDueMails(shop);
    const [mail] = await readMails();
    const [, token = ""] = /token=(\S+)/.exec(mail?.text ?? "") ?? [];
    expect(await codeOf(chooseNewPassword(shop, token, guess, stranger))).toBe("PASSWORD_TOO_WEAK");
    expect(await codeOf(signInCustomer(shop, { email, password: guess }, stranger))).toBe("INVALID_EMAIL_OR_PASSWORD");
    expect(await codeOf(chooseNewPassword(shop, `${token}x`, guess, stranger))).toBe("INVALID_TOKEN");
    expect(await codeOf(chooseNewPassword(shop, token, "Ghijkl2?", stranger))).toBeUndefined();
  });

  // Security: 2.5.6, 2.7.1
  test("the database contains no passwords and no usable reset links", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    await requestReset(shop, "ada@example.com", stranger);
    await sendDueMails(shop);
    const [mail] = await readMails();
    const [, token = ""] = /token=(\S+)/.exec(mail?.text ?? "") ?? [];
    const rows = [
      ...(await shop.db.selectFrom("verification").selectAll().execute()),
      ...(await shop.db.selectFrom("account").selectAll().execute()),
    ];
    expect(token.length).toBeGreaterThanOrEqual(24);
    expect(rows.length).toBe(2);
    for (const secret of [token, "Abcdef1!"]) expect(JSON.stringify(rows)).not.toContain(secret);
    await chooseNewPassword(shop, token, "Fedcba1!", stranger);
    expect(await codeOf(signInCustomer(shop, { ...credentials, password: "Fedcba1!" }, stranger))).toBeUndefined();
  });

  test("strangers can have twelve emails an hour sent to a mailbox, of all kinds and to all its aliases", async () => {
    const { shop } = await openTestShop(engine);
    const signUp = (email: string) => signUpCustomer(shop, signUpOf({ email }), stranger);
    for (const email of ["victim+1@example.com", "Victim+2@example.com"]) await signUp(email);
    for (let times = 0; times < 5; times++) {
      await resendVerification(shop, "victim@example.com", stranger);
      await requestReset(shop, `victim+${times}@example.com`, stranger);
    }
    expect(await codeOf(signUp("victim+3@example.com"))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(signUp("victim@example.org"))).toBeUndefined();
    const emails = await shop.db.selectFrom("customers").select("email").execute();
    expect(emails.map(({ email }) => email).toSorted()).toEqual([
      "victim+1@example.com",
      "victim+2@example.com",
      "victim@example.org",
    ]);
  });

  test("each kind of email has a limit of five an hour", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    for (let times = 0; times < 5; times++) {
      await resendVerification(shop, "ada@example.com", stranger);
      await requestReset(shop, "unknown@example.com", stranger);
    }
    expect(await codeOf(resendVerification(shop, "ada@example.com", stranger))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(requestReset(shop, "unknown@example.com", stranger))).toBe("TOO_MANY_REQUESTS");
  });
});
