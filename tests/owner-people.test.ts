import { expect } from "vitest";
import type { OwnerRole } from "#database/schema.ts";
import { readChanges } from "#shop/changes/change-log.ts";
import { saveContactMessage } from "#shop/contact/contact-messages.ts";
import { findMessages } from "#shop/contact/find-messages.ts";
import { setRole } from "#shop/owners/owners.ts";
import { contactLetter } from "./support/contact-letter.ts";
import { registerVerified, signInCookies, signUpOf } from "./support/customers.ts";
import { decodeHtml } from "./support/decode-html.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";

test("a message is found, answered once and reopened; a second reply at the same time is kept in its form", async ({
  shop,
}) => {
  const olga = await ownersBrowser(shop);
  const stig = await ownersBrowser(shop, "manager");
  const { id, subject } = await writeMessage(shop);
  const path = `/owner/messages/${id}`;
  const list = await textOf(olga, `/owner/messages?q=${subject}`);
  expect(list).toContain(`href="${path}"`);
  const screen = await textOf(olga, path);
  expect(screen).toContain("Is it &lt;b&gt;strong&lt;/b&gt;?");
  expect(screen).toContain("Order NOSUCH1234 not found.");
  const answer = { step: "answer", answers: "0", text: "It is.\r\nOlga" };
  const done = await olga.sendForm(path, answer);
  expect(done.status).toBe(303);
  expect(done.headers.get("location")).toBe(path);
  expect(await textOf(olga, path)).toMatch(/role="status"[^>]*>Reply saved. No mail server is set up/);
  const late = await stig.sendForm(path, { ...answer, text: "<It> isn't." });
  expect(late.status).toBe(409);
  const told = await late.text();
  expect(told).toContain(`${olga.email} answered while you were writing`);
  expect(told).toContain(">It is.\nOlga</p>");
  expect(told).toContain(">&lt;It&gt; isn&#x27;t.</textarea>");
  expect(told).toContain('name="answers" value="1"');
  expect((await olga.sendForm(path, { step: "open" })).status).toBe(303);
  expect(await textOf(olga, path)).toContain("reopened");
});

test("a reply may have 5,000 characters of any alphabet; a longer or empty one shows an error and is kept", async ({
  shop,
}) => {
  const olga = await ownersBrowser(shop);
  const { id } = await writeMessage(shop);
  const path = `/owner/messages/${id}`;
  const tooLong = await olga.sendForm(path, { step: "answer", answers: "0", text: "茶".repeat(5001) });
  expect(tooLong.status).toBe(400);
  expect(await tooLong.text()).toMatch(
    /Replies can have up to 5000 characters\. Yours has 5001.*>茶{5001}<\/textarea>/s,
  );
  expect((await olga.sendForm(path, { step: "answer", answers: "0", text: " \r\n" })).status).toBe(400);
  expect((await olga.sendForm(path, { step: "answer", answers: "0", text: "茶".repeat(5000) })).status).toBe(303);
  for (const [path, form, status] of [
    ["/owner/messages/abc", { step: "done" }, 404],
    ["/owner/messages/999999", { step: "answer", text: "Yes" }, 404],
    [`/owner/messages/${id}`, { step: "constructor" }, 400],
    [`/owner/messages/${id}`, {}, 400],
  ] as const) {
    expect((await olga.sendForm(path, form)).status, `${path} ${JSON.stringify(form)}`).toBe(status);
  }
});

test("disabling an account signs it out at once; enabling it allows sign-in again", async ({ shop }) => {
  const olga = await ownersBrowser(shop);
  const ada = await shoppersBrowser(shop);
  expect(await textOf(olga, `/owner/customers?q=${ada.email}`)).toContain(`href="/owner/customers/${ada.uid}"`);
  const path = `/owner/customers/${ada.uid}`;
  expect((await ada.open("/profile")).status).toBe(200);
  expect((await olga.sendForm(path, { step: "disable" })).status).toBe(303);
  expect((await ada.open("/profile")).status).toBe(302);
  expect(await textOf(olga, path)).toMatch(/Account of \S+ disabled/);
  expect((await olga.sendForm(path, { step: "enable" })).status).toBe(303);
  expect((await ada.sendForm("/sign-in", { email: ada.email, password: signUpOf().password })).status).toBe(302);
  const own = await olga.sendForm(`/owner/customers/${olga.uid}`, { step: "disable" });
  expect(own.status).toBe(403);
  const stig = await ownersBrowser(shop, "manager");
  expect((await stig.sendForm(`/owner/customers/${olga.uid}`, { step: "disable" })).status).toBe(403);
  expect(await textOf(stig, `/owner/customers/${olga.uid}`)).not.toContain("Disable account");
  expect((await olga.sendForm("/owner/customers/unknown", { step: "disable" })).status).toBe(404);
});

test("the button that ends a session asks with the same words as its answer", async ({ shop }) => {
  const olga = await ownersBrowser(shop);
  const ada = await shoppersBrowser(shop);
  const html = await textOf(olga, `/owner/customers/${ada.uid}`);
  expect(html.match(/>End session<\/button>/g)).toHaveLength(2);
  expect(html).toContain("End the session in");
});

test("an owner invites someone, who joins by the link with a password; others are refused", async ({ shop }) => {
  const olga = await ownersBrowser(shop);
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  expect((await olga.sendForm("/owner/staff", { step: "invite", email: "x", role: "king" })).status).toBe(422);
  expect((await olga.sendForm("/owner/staff", { step: "invite", email, role: "catalog" })).status).toBe(303);
  expect(await textOf(olga, "/owner/staff")).toContain(email);
  // The shop has no mail server.
  const staff = await textOf(olga, "/owner/staff");
  expect(staff).toContain("no mail server is set up");
  const link = decodeHtml(/value="http[^"]*(\/staff-invitation\?token=[^"]*)"/.exec(staff)?.[1] ?? "");
  expect(await textOf(olga, link)).toContain("Sign out, then open the link");
  const stig = plainBrowser(shop.url);
  expect(await (await stig.open(link)).text()).toContain("Role: Catalog");
  const names = { firstname: "Stig", lastname: "Dahl" };
  const typed = { ...names, password: "Abcdef1?", confirmPassword: "Abcdef1?" };
  const rejected = await stig.sendForm(link, { ...typed, lastname: "" });
  expect(rejected.status).toBe(400);
  expect(await rejected.text()).toContain('value="Stig"');
  const asked = await stig.sendForm(link, typed);
  expect([asked.status, await asked.text()]).toEqual([422, expect.stringContaining("Use it anyway")]);
  const joined = await stig.sendForm(link, { ...typed, useAnyway: "yes" });
  expect([joined.status, joined.headers.get("location")]).toEqual([302, "/owner"]);
  expect((await stig.open("/owner/products")).status).toBe(200);
  expect((await stig.open("/owner/orders")).status).toBe(403);
  expect((await plainBrowser(shop.url).sendForm(link, typed)).status).toBe(422);
  expect(await textOf(olga, "/owner/staff")).toContain("Stig Dahl");
});

// Security: 4.3.1, 4.3.3, O4
test("owners change roles, but not their own; staff can't change roles", async ({ shop }) => {
  const olga = await ownersBrowser(shop);
  const ada = await shoppersBrowser(shop);
  const path = `/owner/customers/${ada.uid}`;
  expect((await olga.sendForm(path, { step: "role", role: "manager" })).status).toBe(303);
  expect((await ada.open("/owner")).status).toBe(200);
  expect((await ada.sendForm(`/owner/customers/${olga.uid}`, { step: "role", role: "none" })).status).toBe(403);
  expect((await olga.sendForm(`/owner/customers/${olga.uid}`, { step: "role", role: "none" })).status).toBe(403);
  expect((await olga.sendForm(path, { step: "role", role: "king" })).status).toBe(400);
  expect((await olga.sendForm(path, { step: "role", role: "none" })).status).toBe(303);
  expect((await ada.open("/owner")).status).toBe(404);
});

test("only those who may see the activity log see the history of someone with a role", async ({ shop }) => {
  const manager = await ownersBrowser(shop, "manager");
  const orders = await ownersBrowser(shop, "orders");
  const ada = await shoppersBrowser(shop);
  await (await ownersBrowser(shop)).sendForm(`/owner/customers/${ada.uid}`, { step: "disable" });
  await setRole(await shop.inside(), ada.email, "manager", "command line");
  const path = `/owner/customers/${ada.uid}`;
  const history = /Activity[\s\S]*Account of \S+ disabled/;
  expect(await textOf(manager, path)).toMatch(history);
  expect(await textOf(manager, path)).toContain(`${ada.email} given a role`);
  expect(await textOf(orders, path)).not.toContain("Activity");
  await setRole(await shop.inside(), ada.email, undefined, "command line");
  expect(await textOf(orders, path)).toMatch(history);
  expect(await textOf(orders, path)).not.toContain(`role ${ada.email}`);
});

test("unsent emails show their last error, and one or all can be retried", async ({ shop }) => {
  const olga = await ownersBrowser(shop);
  const { db } = await shop.inside();
  const recipient = newEmail();
  const aDay = 24 * 60 * 60 * 1000;
  // This order number doesn't exist, so no email is really sent.
  const payload = JSON.stringify({ kind: "order", recipient, orderNumber: "NOSUCH1234" });
  const now = Date.now();
  const waiting = { kind: "mail", payload, createdAt: now, runAt: now, attempts: 3 };
  const [later] = await db
    .insertInto("jobs")
    .values([
      { ...waiting, runAt: now + aDay, lastError: "The line is <busy>" },
      { ...waiting, failedAt: now, lastError: "Refused" },
    ])
    .returning("id")
    .execute();
  const path = `/owner/mails?q=${recipient}`;
  const list = await textOf(olga, path);
  expect(list).toContain("The line is &lt;busy&gt;");
  expect(list).toContain("Stopped");
  expect(await textOf(olga, `${path}&state=givenUp`)).not.toContain("busy");
  expect(await textOf(olga, "/owner/mails?q=NOSUCH1234&state=waiting")).not.toContain("Refused");
  const one = await olga.sendForm(path, { mail: String(later?.id) });
  expect(one.headers.get("location")).toBe(path);
  expect((await olga.sendForm(path, { mail: String(later?.id) })).status).toBe(409);
  expect((await olga.sendForm(path, { mail: "all" })).status).toBe(303);
  for (const mail of ["", "-1", "x"]) expect((await olga.sendForm(path, { mail })).status).toBe(400);
  const changes = await readChanges(db, { kind: "mail", limit: 2 });
  expect(changes.map(({ actor, subject }) => [actor, subject])).toEqual([
    [olga.email, expect.stringMatching(/^all \(\d+\)$/)],
    [olga.email, String(later?.id)],
  ]);
});

type Browser = Awaited<ReturnType<typeof shoppersBrowser>>;

function newEmail() {
  return `${crypto.randomUUID()}@example.com`;
}

async function shoppersBrowser(shop: RunningShop) {
  const email = newEmail();
  const inside = await shop.inside();
  const uid = await registerVerified(inside, { email });
  const cookies = await signInCookies(inside, { email });
  return { uid, email, ...plainBrowser(shop.url, cookies) };
}

async function ownersBrowser(shop: RunningShop, role: OwnerRole = "owner") {
  const browser = await shoppersBrowser(shop);
  await setRole(await shop.inside(), browser.email, role, "command line");
  return browser;
}

async function writeMessage(shop: RunningShop) {
  const { db } = await shop.inside();
  const subject = crypto.randomUUID().slice(0, 20);
  const message = "Is it <b>strong</b>?";
  await saveContactMessage(db, { ...contactLetter, orderNumber: "NOSUCH1234", subject, message }, new Date());
  const { messages } = await findMessages(db, { text: subject, state: "open", sort: "newest", limit: 1 });
  return { id: messages[0]?.id ?? 0, subject };
}

async function textOf(browser: Browser, path: string) {
  const answer = await browser.open(path);
  expect(answer.status, path).toBe(200);
  return answer.text();
}
