import { expect } from "vitest";
import { hasSecondFactor } from "#shop/accounts/second-factor.ts";
import { seal } from "#shop/secrets/seal.ts";
import { authenticatorApp } from "./support/authenticator.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signInCookies, signUpOf } from "./support/customers.ts";
import { decodeHtml } from "./support/decode-html.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { setSettings } from "./support/set-settings.ts";
import { ageSignIn, sendAfterSignIn } from "./support/sign-in-again.ts";

const { password } = signUpOf();

const hiddenIn = (page: string, name: string) =>
  decodeHtml(new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "");

/** Sets an app up on the account page. @returns it and its recovery codes */
async function setUp(browser: PlainBrowser, now: () => Date) {
  const begun = await browser.sendForm("/account", { act: "beginSecondFactor", currentPassword: password });
  const page = await begun.text();
  expect(page).toContain('aria-label="QR code for your authenticator app"');
  const app = authenticatorApp(/([A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(page)?.[0] ?? "", now);
  const form = { act: "confirmSecondFactor", token: hiddenIn(page, "token") };
  const wrong = await browser.sendForm("/account", { ...form, code: "12345a" });
  expect(wrong.status).toBe(400);
  expect(hiddenIn(await wrong.text(), "token")).toBe(form.token);
  const confirmed = await (await browser.sendForm("/account", { ...form, code: await app.code() })).text();
  expect(confirmed).toContain("Two-step verification is on.");
  expect(confirmed).toContain("You have 10 recovery codes left");
  return { app, recoveryCodes: confirmed.match(/([a-z2-7]{6}-){3}[a-z2-7]{6}(?=<)/g) ?? [] };
}

// Security: 2.8.1, 2.8.2, 2.8.6
test("without scripts, a customer sets up an app, signs in by it back to where they were, and switches it off", async ({
  shop,
}) => {
  const inside = await shop.inside();
  const email = "tora@example.com";
  await registerVerified(inside, { email });
  const own = plainBrowser(shop.url, await signInCookies(inside, { email }));
  const { app, recoveryCodes } = await setUp(own, inside.now);
  expect(recoveryCodes).toHaveLength(10);
  expect(await (await own.open("/account")).text(), "codes are shown once").not.toContain(recoveryCodes[0]);

  const browser = plainBrowser(shop.url);
  const typed = await browser.sendForm("/sign-in", { email, password, from: "orders" });
  expect([typed.status, typed.headers.get("location")]).toEqual([302, "/sign-in/code?from=orders"]);
  expect(typed.headers.get("set-cookie")).toMatch(/second_step=.*HttpOnly/);
  expect(typed.headers.get("set-cookie")).not.toMatch(/session_token|device/);
  expect((await browser.open("/orders")).headers.get("location")).toContain("/sign-in");
  expect((await browser.open("/sign-in/code", {}, "HEAD")).status).toBe(200);
  const page = await browser.open("/sign-in/code?from=orders");
  expect(page.headers.get("cache-control")).toContain("no-store");
  expect(await page.text()).toContain('href="/sign-in/code?from=orders&amp;recovery"');
  const wrong = await browser.sendForm("/sign-in/code", { code: "000000", from: "orders" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("This code is wrong");
  expect((await browser.sendForm("/sign-in/code", { code: "9".repeat(20_000) })).status).toBe(413);
  const done = await browser.sendForm("/sign-in/code", { code: await app.code(1), from: "orders" });
  expect([done.status, done.headers.get("location")]).toEqual([302, "/orders"]);
  expect((await browser.open("/orders")).status).toBe(200);
  expect((await browser.open("/sign-in/code?from=orders")).headers.get("location"), "Back").toBe("/orders");

  const other = plainBrowser(shop.url);
  expect((await other.sendForm("/sign-in/code", { code: await app.code(1) })).headers.get("location")).toBe(
    "/sign-in?link=ended",
  );
  expect(await (await other.open("/sign-in?link=ended")).text()).toContain("Sign in again.");
  await other.sendForm("/sign-in", { email, password });
  const [code = "", another = "", last = ""] = recoveryCodes;
  const recovered = await other.sendForm("/sign-in/code", { code });
  expect([recovered.status, recovered.headers.get("location")], "in the app code's place").toEqual([302, "/"]);
  const third = plainBrowser(shop.url);
  await third.sendForm("/sign-in", { email, password });
  const used = await third.sendForm("/sign-in/code", { code });
  expect([used.status, await used.text()]).toEqual([422, expect.stringContaining("This recovery code is wrong")]);
  const appCode = await (await third.sendForm("/sign-in/code?recovery", { recoveryCode: "123 456" })).text();
  expect(appCode).toContain("This is a code from your authenticator app.");
  expect((await third.sendForm("/sign-in/code?recovery", { recoveryCode: another })).status).toBe(302);

  const sealed = seal("a secret", "the secret key of a machine that was lost");
  await inside.db.updateTable("authenticators").set({ secret: sealed }).execute();
  const moved = plainBrowser(shop.url);
  await moved.sendForm("/sign-in", { email, password, from: "orders" });
  const recovery = "/sign-in/code?from=orders&recovery";
  expect((await moved.open("/sign-in/code?from=orders")).headers.get("location")).toBe(recovery);
  expect(await (await moved.open(recovery)).text()).toMatch(/t work here any more\..*Enter one of the recovery codes/s);
  const tried = await moved.sendForm("/sign-in/code", { code: await app.code(1), from: "orders" });
  expect([tried.status, tried.headers.get("location")]).toEqual([302, recovery]);
  expect((await moved.sendForm(recovery, { recoveryCode: last, from: "orders" })).status).toBe(302);
  expect(await (await moved.open("/account")).text()).toMatch(
    /t work here any more\..*7 recovery codes.*Set up your app again/s,
  );
  await setUp(moved, inside.now);
  expect(await (await moved.open("/account")).text()).not.toContain("work here any more");

  const off = { act: "endSecondFactor", currentPassword: password };
  expect((await moved.sendForm("/account", { ...off, currentPassword: "Wrong-pass1" })).status).toBe(422);
  expect(await (await moved.sendForm("/account", off)).text()).toContain("Two-step verification is off.");
  expect((await plainBrowser(shop.url).sendForm("/sign-in", { email, password })).headers.get("location")).toBe("/");
});

// Security: 2.3.2, 2.5.7, 4.3.1
test("a shop that requires it leads staff to the second step, and an owner removes that of someone who lost it", async ({
  shop,
}) => {
  const inside = await shop.inside();
  const olga = await ownerBrowser(shop, { email: "olga@example.com" });
  const stig = await ownerBrowser(shop, { email: "stig@example.com", role: "manager" });
  const own = await inside.db.selectFrom("customers").select("uid").where("email", "=", "stig@example.com");
  const { uid } = await own.executeTakeFirstOrThrow();
  await importRecords(inside.db, [catalogRecord({ id: "lamp", publishAt: "2099-01-01T00:00:00Z" })]);
  const on = { staffSecondStep: "on" };
  expect((await olga.sendForm("/owner/settings", on)).status).toBe(422);
  const { app } = await setUp(olga, inside.now);
  expect((await olga.sendForm("/owner/settings", on)).status).toBe(303);
  expect((await olga.open("/owner")).status, "her session began with the code").toBe(200);
  for (const path of ["/owner", "/owner/orders", "/owner/products.csv", "/owner/nothing"])
    expect((await stig.open(path)).headers.get("location"), path).toBe("/account?staff#two-step");
  expect((await stig.sendForm("/owner/messages/1", { step: "done" })).headers.get("location")).toContain("/account");
  expect((await stig.open("/products/lamp")).status, "a product that isn't published yet").toBe(404);
  expect(await (await stig.open("/account?staff")).text()).toContain("This shop asks its staff");
  const stigs = await setUp(stig, inside.now);
  expect((await stig.open("/owner")).status).toBe(200);
  expect((await stig.open("/products/lamp")).status).toBe(200);

  const session = inside.db.updateTable("session").set({ secondFactorAt: null });
  await session.where("userId", "=", uid).execute();
  expect((await stig.open("/owner")).headers.get("location")).toBe("/sign-in/code?from=owner");
  const stepped = await stig.sendForm("/sign-in/code", { code: await stigs.app.code(1), from: "owner" });
  expect(stepped.headers.get("location")).toBe("/owner");
  expect((await stig.open("/owner")).status).toBe(200);

  expect(await (await olga.open("/owner/staff")).text()).toContain("Authenticator app<");
  const remove = { step: "removeSecondStep" };
  expect((await stig.sendForm(`/owner/customers/${uid}`, remove)).status, "a manager").toBe(403);
  await ageSignIn(shop, "olga@example.com");
  const done = await sendAfterSignIn(olga, `/owner/customers/${uid}`, remove);
  expect(done.status).toBe(303);
  expect((await olga.open("/owner")).status, "the password again keeps the second step").toBe(200);
  expect(await hasSecondFactor(inside.db, uid)).toBe(false);
  expect((await stig.open("/owner")).headers.get("location"), "his session had proved it").toBe(
    "/account?staff#two-step",
  );
  const again = plainBrowser(shop.url);
  await again.sendForm("/sign-in", { email: "olga@example.com", password, from: "owner" });
  const finished = await again.sendForm("/sign-in/code", { code: await app.code(1), from: "owner" });
  expect(finished.headers.get("location")).toBe("/owner");
  await setSettings(inside, { staffSecondStep: "" });
});
