import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { register } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { sendDueMails } from "../../../tests/support/due-jobs.ts";
import { startListener } from "../../../tests/support/listener.ts";
import { startMailServer } from "../../../tests/support/mail-server.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { freePort } from "../../../tests/support/server-process.ts";
import { readChanges } from "../../changes/change-log.ts";
import { ChangedMeanwhileError } from "../../forms/form-errors.ts";
import { validate } from "../../forms/validate.ts";
import { queueMail } from "../../jobs/mail-queue.ts";
import { sender } from "../../jobs/sender.ts";
import type { Shop } from "../../shop.ts";
import { readUnsentMails } from "../unsent-mails.ts";
import { hasAcceptedMail } from "./accepted-mail.ts";
import { readMailServer, saveMailServer } from "./mail-server.ts";
import { type MailServerFields, mailServerForm, smtpUrlOf } from "./mail-server-form.ts";
import { sendTestMail } from "./test-mail.ts";

const actor = "olga@example.com";
const login = { user: "torg", password: "p@ss: word/%" };

/** A form that names a server, as the owner types it. */
function formOf(url: string, changes: Partial<MailServerFields> = {}): MailServerFields {
  const { hostname: host, port } = new URL(url);
  const none = { user: "", password: "", senderName: "", senderEmail: "" };
  return { host, port, security: "none", ...none, ...changes };
}

async function save(shop: Shop, form: MailServerFields) {
  const { form: original } = await readMailServer(shop.db, shop.settings);
  await saveMailServer(shop, form, { original, actor });
  await shop.refreshSettings();
}

/** Queues a reset for Ada, who has an account. */
async function queueReset(shop: Shop) {
  await queueMail(shop.db, { kind: "reset", recipient: "ada@example.com" }, shop.now());
}

test("what the former mail server accepts while another one is saved says nothing of the other", async () => {
  const { shop } = await openTestShop("sqlite");
  const server = await startMailServer(login);
  await save(shop, formOf(server.url, login));
  const saving = {
    ...shop,
    async sendMail(...mail: Parameters<Shop["sendMail"]>) {
      await shop.sendMail(...mail);
      await save(shop, formOf("smtp://127.0.0.1:1"));
    },
  };
  expect(await sendTestMail(saving, actor)).toBeUndefined();
  expect(server.received).toHaveLength(1);
  expect(await hasAcceptedMail(shop)).toBe(false);
});

forEachEngine((_, engine) => {
  test("a saved mail server sends at once, in other processes and mails that waited, until it is removed", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await register(shop);
    await shop.db.deleteFrom("jobs").execute();
    const { shop: other } = await openTestShop(engine, shop.settings);
    await save(shop, formOf("smtp://127.0.0.1:1"));
    await queueReset(shop);
    await sendDueMails(other);
    expect(await readUnsentMails(shop.db)).toMatchObject([{ lastError: expect.stringContaining("ECONNREFUSED") }]);
    expect(await hasAcceptedMail(other)).toBe(false);

    const server = await startMailServer(login);
    const senderEmail = "post@torg.example";
    await save(shop, formOf(server.url, { ...login, senderName: "Tea: House", senderEmail }));
    await sendDueMails(other);
    expect(server.received).toMatchObject([{ sender: senderEmail, recipients: ["ada@example.com"] }]);
    expect(await hasAcceptedMail(other)).toBe(true);
    expect(await hasAcceptedMail({ ...other, settings: { ...other.settings, smtpUrl: "smtp://127.0.0.1:1" } })).toBe(
      false,
    );
    expect(server.received[0]?.mail.from).toEqual({ name: "Tea: House", address: senderEmail });
    expect(await readUnsentMails(shop.db)).toEqual([]);

    await save(shop, { ...formOf(server.url), host: "", port: "" });
    await queueReset(shop);
    await sendDueMails(other);
    expect(server.received).toHaveLength(1);
    expect(await readMails()).toHaveLength(1);
  });

  test("the password is kept encrypted, for the same server and user alone", async () => {
    const { shop } = await openTestShop(engine);
    const form = formOf("smtp://mail.example:587", { ...login, security: "starttls" });
    await save(shop, form);
    const everything = JSON.stringify([
      await shop.db.selectFrom("settings").selectAll().execute(),
      await readChanges(shop.db, { limit: 10 }),
      await readMailServer(shop.db, shop.settings),
    ]);
    expect(everything).toContain("mail.example");
    expect(everything).not.toContain(login.password);
    const url = smtpUrlOf(form, login.password);
    const keep = { ...form, password: "" };
    await save(shop, { ...keep, port: "2525", senderName: "Torg" });
    expect(shop.settings.smtpUrl).toBe(url.replace("587", "2525"));
    for (const change of [{ host: "evil.example" }, { user: "eve" }, { security: "none" as const }])
      await expect(save(shop, { ...keep, ...change })).rejects.toThrow("Enter the password again");
    await save(shop, { ...keep, password: "another" });
    expect(shop.settings.smtpUrl).toBe(smtpUrlOf(form, "another"));
    const [last] = await readChanges(shop.db, { kind: "settings", limit: 1 });
    expect(last?.fields.password).toEqual({ before: "kept", after: "another one kept" });
    await save(shop, { ...keep, user: "" });
    await expect(save(shop, keep)).rejects.toThrow("Enter the password");
  });

  test("of two saves at once, one is refused", async () => {
    const { shop } = await openTestShop(engine);
    const { form: original } = await readMailServer(shop.db, shop.settings);
    const saveOne = (host: string) => saveMailServer(shop, { ...original, host }, { original, actor });
    const saved = await Promise.allSettled(["a.example", "b.example"].map(saveOne));
    expect(saved.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(saved).toContainEqual(expect.objectContaining({ reason: expect.any(ChangedMeanwhileError) }));
  });

  test("with another AUTH_SECRET mails wait, until the password is typed again", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    const server = await startMailServer(login);
    await shop.db.deleteFrom("jobs").execute();
    await save(shop, formOf(server.url, login));
    await queueReset(shop);
    const { shop: moved } = await openTestShop(engine, { ...shop.settings, smtpUrl: undefined, authSecret: "another" });
    expect(moved.settings).toMatchObject({ smtpUrl: undefined, isMailServerLocked: true });
    await sendDueMails(moved);
    const lastError = "The mail server's password was encrypted with another AUTH_SECRET";
    expect(await readUnsentMails(moved.db)).toMatchObject([{ lastError }]);
    expect(await sendTestMail(moved, actor)).toBe(`${lastError}. Enter it again.`);
    await expect(save(moved, formOf(server.url, { ...login, password: "" }))).rejects.toThrow("can't be read");
    await save(moved, formOf(server.url, login));
    await sendDueMails(moved);
    expect(server.received).toHaveLength(1);
  });
});

test("SMTP_URL and MAIL_FROM win, each by itself, and what is saved comes back without them", async () => {
  const { shop } = await openTestShop("sqlite");
  await save(shop, formOf("smtp://mail.example:25", { senderEmail: "post@torg.example" }));
  const smtpUrl = "smtp://env.example";
  const { shop: other } = await openTestShop("sqlite", {
    ...shop.settings,
    smtpUrl,
    mailFrom: undefined,
    fixed: ["smtpUrl"],
  });
  expect(other.settings.smtpUrl).toBe(smtpUrl);
  expect(sender(other.settings).address).toBe("post@torg.example");
  await save(other, { ...formOf("smtp://eve.example:25"), senderEmail: "shop@torg.example" });
  await shop.refreshSettings();
  expect(shop.settings.smtpUrl).toBe("smtp://mail.example:25?ignoreTLS=true");
  expect(sender(shop.settings).address).toBe("shop@torg.example");
});

test("a test email tells what the server says, and nothing secret", async () => {
  const { shop } = await openTestShop("sqlite");
  const server = await startMailServer(login);
  const tell = async (url: string, changes: Partial<MailServerFields> = {}) => {
    await save(shop, formOf(url, changes));
    return sendTestMail(shop, actor, 1000);
  };
  expect(await sendTestMail(shop, actor)).toMatch(/^There is no mail server yet/);
  expect(await tell(server.url, login)).toBeUndefined();
  expect(server.received).toMatchObject([{ recipients: [actor], mail: { subject: "Test email from Torg" } }]);
  expect(await tell(server.url, { ...login, password: "guessed" })).toBe(
    "127.0.0.1 refused the user name or password. It answered: 535 Wrong user or password",
  );
  server.refused.set(actor, 550);
  expect(await tell(server.url, login)).toBe("127.0.0.1 refused the email. It answered: 550 … is refused");
  expect(await tell(server.url, { ...login, security: "starttls" })).toMatch(/doesn't offer STARTTLS/);
  expect(await tell(server.url, { ...login, security: "tls" })).toMatch(/doesn't offer TLS from the start/);
  for (const security of ["tls", "starttls"] as const)
    expect(await tell((await startMailServer(undefined, security)).url, { security })).toBe(
      "The certificate of 127.0.0.1 isn't valid: it has expired.",
    );
  const echo = (call: Socket) => {
    call.write("220 hello\r\n");
    call.on("data", (line) =>
      call.write(`${line}`.startsWith("EHLO") ? "250 AUTH PLAIN\r\n" : `535 ${`${line}`.trim()} hidden\r\n`),
    );
  };
  expect(await tell(await startListener(echo), { user: "torg", password: "hidden" })).toMatch(/: 535 AUTH PLAIN … …$/);
  expect(await tell("smtp://nowhere.invalid:25")).toBe("There is no server named nowhere.invalid. Check the host.");
  expect(await tell(await startListener((call) => call.end("SSH-2.0-Secret\r\n")))).toMatch(/isn't a mail server/);
});

test("a server that hangs up, says nothing or never stops is given up, and tests are limited", async () => {
  const { shop } = await openTestShop("sqlite");
  const endless = Buffer.from("220-more\r\n".repeat(10_000));
  const behaviours = [
    (call: Socket) => call.destroy(),
    () => {},
    (call: Socket) => void call.write(endless),
    (call: Socket) => void call.write("220 hello\r\n"),
  ];
  for (const behave of behaviours) {
    await save(shop, formOf(await startListener(behave)));
    expect(await sendTestMail(shop, actor, 200)).toMatch(/doesn't answer as a mail server|isn't a mail server/);
  }
  const port = await freePort();
  await save(shop, formOf(`smtp://127.0.0.1:${port}`));
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendTestMail(shop, actor)));
  const connected = answers.filter((answer) => answer?.startsWith("Couldn't connect: nothing answers at 127"));
  expect(connected.length).toBeLessThanOrEqual(6);
  expect(answers.filter((answer) => answer?.startsWith("Too many test emails"))).toHaveLength(50 - connected.length);
});

test.each([
  [{ host: "MAIL.example" }, undefined],
  [{ host: "[2001:db8::1]" }, undefined],
  [{ host: "a.example\r\nBcc: eve@example.com" }, { host: "Use one line" }],
  [{ host: "smtp://a.example" }, { host: "Use a name such as smtp.example.com" }],
  [{ host: "a.example/x" }, { host: "Use a name such as smtp.example.com" }],
  [{ host: "fe80::1%eth0" }, { host: "Use a name such as smtp.example.com" }],
  [{ host: "a.example", port: "65536" }, { port: "Use a port from 1 to 65535" }],
  [{ host: "a.example", port: "25 RCPT" }, { port: "Use at most 5 characters" }],
  [{ host: "a.example", user: "a\nb", password: "x" }, { user: "Use one line" }],
  [{ host: "a.example", user: "a", password: "x\r\nQUIT" }, { password: "Use one line" }],
  [{ senderName: "Torg\r\nBcc: eve@example.com" }, { senderName: "Use one line" }],
  [{ senderEmail: "a@b.example\nc" }, { senderEmail: "Use an email such as shop@example.com" }],
  [{ user: "a" }, { host: "Enter the host" }],
  [{ host: "a.example", password: "x" }, { user: "Enter the user name" }],
])("the form %j has the errors %j", (typed, errors) => {
  expect(validate(mailServerForm, typed).errors).toEqual(errors);
});
