import PostalMime from "postal-mime";
import { expect } from "vitest";
import { databaseOutbox } from "#shop/mail/outbox.ts";
import { createSendMail } from "#shop/mail/send-mail.ts";
import { decodeHtml } from "./support/decode-html.ts";
import { startMailServer } from "./support/mail-server.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";

test("owners see the emails that the database keeps, with their links, and download them; staff don't", async ({
  shop,
}) => {
  const { db, now } = await shop.inside();
  const link = "https://torg.example/verify-email/confirm?token=a.b";
  const mail = { id: "2026-11-25T12-00-00.000Z-000001", to: "o'brien@example.com", subject: "Verify <your> email" };
  const from = () => ({ name: "Tea: House", address: "shop@torg.example" });
  const sendMail = createSendMail({
    smtpUrl: () => undefined,
    from,
    outbox: databaseOutbox(db, now),
    announce: () => {},
  });
  await sendMail({ ...mail, text: `Åpne ${link}`, html: `<a href="${link}">Åpne</a>`, link });

  const owner = await ownerBrowser(shop, { email: "mails-owner@example.com" });
  const screen = await (await owner.open("/owner/mails")).text();
  expect(screen).toContain("Verify &lt;your&gt; email");
  expect(screen).toContain(`Åpne ${link}`);
  const file = `/owner/mails/${mail.id}/email.eml`;
  expect(screen).toContain(`href="${file}"`);
  const downloaded = await owner.open(file);
  expect(downloaded.headers.get("content-type")).toBe("message/rfc822");
  const read = await PostalMime.parse(await downloaded.arrayBuffer());
  expect(read).toMatchObject({ from: from(), to: [{ address: mail.to }], subject: mail.subject });
  expect(read.text).toContain(`Åpne ${link}`);
  expect((await owner.open("/owner/mails/none/email.eml")).status).toBe(404);

  const staff = await ownerBrowser(shop, { email: "mails-staff@example.com", role: "manager" });
  expect(await (await staff.open("/owner/mails")).text()).not.toContain(link);
  expect((await staff.open(file)).status).toBe(403);
});

// Security: O11, 2.10.1
test("an owner sets up the mail server in the browser and tries it; no page repeats its password", async ({ shop }) => {
  const login = { user: "torg", password: "hidden-password" };
  const server = await startMailServer(login);
  const { hostname: host, port } = new URL(server.url);
  const email = "post-owner@example.com";
  const owner = await ownerBrowser(shop, { email });
  const open = async (path: string) => (await owner.open(path)).text();
  expect(await open("/owner")).toContain('href="/owner/mail-server#host"');
  const [, original = ""] = /name="original" value="([^"]*)"/.exec(await open("/owner/mail-server")) ?? [];
  const form = { original: decodeHtml(original), host, port, security: "none", ...login };
  const refused = await owner.sendForm("/owner/mail-server", { ...form, port: "x" });
  expect(refused.status).toBe(422);
  expect(await refused.text()).not.toContain(login.password);
  expect((await owner.sendForm("/owner/mail-server", form)).status).toBe(303);
  const screen = await open("/owner/mail-server");
  expect(screen).toContain("Mail server saved");
  expect(screen).toContain("A password is kept. Leave empty to keep it.");
  const unproven = "Test the mail server";
  expect(await open("/owner")).toContain(unproven);
  expect((await owner.sendForm("/owner/mail-server", { step: "test" })).status).toBe(303);
  expect(await open("/owner/mail-server")).toContain(`The mail server accepted an email to ${email}`);
  expect(server.received).toMatchObject([{ recipients: [email] }]);
  const proven = await open("/owner");
  expect(proven).toContain("Emails are sent from");
  expect(proven).not.toContain(unproven);
  server.refused.set(email, 550);
  const declined = await owner.sendForm("/owner/mail-server", { step: "test" });
  expect(declined.status).toBe(422);
  expect(await declined.text()).toMatch(/role="alert"[^>]*>127\.0\.0\.1 refused the email\. It answered: 550/);
  for (const path of ["/owner/mail-server", "/owner/log", "/owner/settings.json"])
    expect(await open(path)).not.toContain(login.password);
  const manager = await ownerBrowser(shop, { email: "mails-staff@example.com", role: "manager" });
  expect((await manager.open("/owner/mail-server")).status).toBe(403);
  const guide = await (await manager.open("/owner")).text();
  expect(guide).toContain("Ask an owner");
  expect(guide).toContain("/owner/delivery");
  expect(guide).not.toMatch(/\/owner\/(mail-server|settings|backup)/);
});
