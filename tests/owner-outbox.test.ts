import PostalMime from "postal-mime";
import { expect } from "vitest";
import { databaseOutbox } from "#shop/mail/outbox.ts";
import { createSendMail } from "#shop/mail/send-mail.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";

test("owners see the emails that the database keeps, with their links, and download them; staff don't", async ({
  shop,
}) => {
  const { db, now } = await shop.inside();
  const link = "https://torg.example/verify-email/confirm?token=a.b";
  const mail = { id: "2026-11-25T12-00-00.000Z-000001", to: "o'brien@example.com", subject: "Verify <your> email" };
  const from = () => ({ name: "Tea: House", address: "shop@torg.example" });
  const sendMail = createSendMail({ smtpUrl: undefined, from, outbox: databaseOutbox(db, now), announce: () => {} });
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
