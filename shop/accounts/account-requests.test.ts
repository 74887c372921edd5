import { expect, test } from "vitest";
import { register, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { sendDueMails } from "../mail/send-mails.ts";
import type { Shop } from "../shop.ts";
import { AccountError, formErrorCode } from "./account-error.ts";
import {
  chooseNewPassword,
  requestReset,
  resendVerification,
  signInCustomer,
  signUpCustomer,
} from "./account-requests.ts";
import type { Visitor } from "./accounts.ts";
import { readCustomers, setDisabled } from "./customer.ts";
import { readViewer } from "./viewer.ts";

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

forEachEngine((_, engine) => {
  test("a sign-up gives a session and mails the link; the address isn't verified yet", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const headers = await signUpCustomer(shop, signUpOf(), stranger);
    const cookie = headers.getSetCookie().map((text) => text.split(";")[0]);
    const { viewer } = await readViewer(shop, new Headers({ cookie: cookie.join("; ") }));
    expect(viewer).toMatchObject({ email: "ada@example.com", emailVerified: false });
    expect(await readMails()).toMatchObject([{ to: [{ address: "ada@example.com" }] }]);
  });

  test("an account stands even when its mail can't be sent, and asking again tells so", async () => {
    const { shop, announced } = await openTestShop(engine, { smtpUrl: "smtp://127.0.0.1:1" });
    await signUpCustomer(shop, signUpOf(), stranger);
    expect(await readCustomers(shop.db)).toHaveLength(1);
    expect(announced.join("\n")).toContain("Verification mail not sent");
    const error = await codeOf(resendVerification(shop, "ada@example.com", stranger));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(AccountError);
  });

  test.each([
    ["a known email", {}, "USER_ALREADY_EXISTS"],
    ["a known email in capitals", { email: "ADA@EXAMPLE.COM" }, "USER_ALREADY_EXISTS"],
    ["an address that nothing can be delivered to", { email: "a..b@example.com" }, "INVALID_EMAIL"],
    ["the email as password", { email: "B1@a.no", password: "b1@A.no" }, "PASSWORD_TOO_WEAK"],
    ["the email's name as password", { email: "Ada+Ada1990@a.no", password: "Ada+Ada1990" }, "PASSWORD_TOO_WEAK"],
  ])("a sign-up with %s is refused", async (_, changes, code) => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    expect(await codeOf(signUpCustomer(shop, signUpOf(changes), stranger))).toBe(code);
    expect(await readCustomers(shop.db)).toHaveLength(1);
    expect(await readMails()).toEqual([]);
  });

  test("with email sign-in switched off, nobody signs in or up", async () => {
    const { shop } = await openTestShop(engine, { emailSignIn: false });
    expect(await codeOf(signUpCustomer(shop, signUpOf(), stranger))).toBe("EMAIL_PASSWORD_SIGN_UP_DISABLED");
    expect(await codeOf(signInCustomer(shop, credentials, stranger))).toBe("EMAIL_PASSWORD_DISABLED");
  });

  test("the eleventh failed sign-in is refused whatever its password; good ones aren't counted", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await signInCustomer(shop, credentials, stranger);
    for (let tries = 0; tries < 10; tries++) {
      const wrong = { ...credentials, password: "Wrong-pass1" };
      expect(await codeOf(signInCustomer(shop, wrong, stranger))).toBe("INVALID_EMAIL_OR_PASSWORD");
    }
    expect(await codeOf(signInCustomer(shop, credentials, stranger))).toBe("TOO_MANY_REQUESTS");
  });

  test.each([
    ["sign-in", (shop: Shop, visitor: Visitor) => signInCustomer(shop, credentials, visitor)],
    [
      "sign-up",
      (shop: Shop, visitor: Visitor) => signUpCustomer(shop, signUpOf({ email: "eve@example.com" }), visitor),
    ],
  ])("a %s ends the session that the browser had before, and no other one", async (_, start) => {
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
    expect((await readViewer(shop, browser)).viewer).toMatchObject({ email: "bob@example.com" });
    await start(shop, { ...stranger, headers: browser });
    expect((await readViewer(shop, browser)).viewer).toBeNull();
    const { viewer } = await readViewer(shop, new Headers({ cookie: elsewhere }));
    expect(viewer).toMatchObject({ email: "bob@example.com" });
    expect(await shop.db.selectFrom("session").select("id").execute()).toHaveLength(2);
  });

  test("a disabled account is told so only with the right password", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await setDisabled(shop, "ada@example.com", true, "command line");
    expect(await codeOf(signInCustomer(shop, credentials, stranger))).toBe("USER_DISABLED");
    const wrong = { ...credentials, password: "Wrong-pass1" };
    expect(await codeOf(signInCustomer(shop, wrong, stranger))).toBe("INVALID_EMAIL_OR_PASSWORD");
    await setDisabled(shop, "ada@example.com", false, "command line");
    expect(await codeOf(signInCustomer(shop, credentials, stranger))).toBeUndefined();
  });

  test("a reset link changes the password once; an unknown address gets no mail and no other answer", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    await requestReset(shop, "nobody@example.com", stranger);
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

  test.each([
    ["the email", "B1@a.no", "b1@A.no"],
    ["the email's name", "Ada+Ada1990@a.no", "Ada+Ada1990"],
  ])("a new password that is %s is refused, and the link still works", async (_, email, guess) => {
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

  test("whoever reads the database finds no link to reset a password with, and no password", async () => {
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

  test("five mails an hour, of each kind", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    for (let times = 0; times < 5; times++) {
      await resendVerification(shop, "ada@example.com", stranger);
      await requestReset(shop, "nobody@example.com", stranger);
    }
    expect(await codeOf(resendVerification(shop, "ada@example.com", stranger))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(requestReset(shop, "nobody@example.com", stranger))).toBe("TOO_MANY_REQUESTS");
  });
});
