import { readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startMailServer } from "../../tests/support/mail-server.ts";
import { mailShop } from "../../tests/support/mail-shop.ts";
import { readOutbox } from "../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { verificationMail } from "./account-mails.ts";
import { fileOutbox } from "./outbox.ts";
import { createSendMail, type MailOptions } from "./send-mail.ts";

const mail = {
  id: "2026-11-21T12-00-00.000Z-000001",
  to: "ada@example.com",
  subject: "Bekreft e-posten din på Torg",
  text: "Åpne lenken:\n\nhttps://torg.example/x?token=1\n",
  html: `<p>Åpne <a href="https://torg.example/x?token=1">lenken</a></p>`,
  link: "https://torg.example/x?token=1",
};

async function optionsOf({ smtpUrl, ...changes }: Partial<Omit<MailOptions, "smtpUrl">> & { smtpUrl?: string } = {}) {
  const announced: string[] = [];
  const folder = join(await temporaryFolder(), "data", "outbox");
  const announce = (line: string) => announced.push(line);
  return {
    announced,
    smtpUrl: () => smtpUrl,
    from: () => ({ name: "Bød, Sønn & Co", address: "shop@torg.example" }),
    folder,
    outbox: fileOutbox(folder),
    announce,
    ...changes,
  };
}

test("a mail server receives the mail unchanged", async () => {
  const server = await startMailServer();
  const options = await optionsOf({ smtpUrl: server.url });
  await createSendMail(options)(mail);
  expect(server.received).toMatchObject([
    {
      recipients: ["ada@example.com"],
      mail: {
        from: { name: "Bød, Sønn & Co", address: "shop@torg.example" },
        to: [{ address: "ada@example.com" }],
        subject: mail.subject,
      },
    },
  ]);
  expect(server.received[0]?.mail.text?.trim()).toBe(mail.text.trim());
  expect(server.received[0]?.mail.html?.trim()).toBe(mail.html);
  expect(await readdir(options.folder).catch(() => "no outbox")).toBe("no outbox");
  expect(options.announced).toEqual([]);
});

test("the mail server's user and password come from its URL", async () => {
  const server = await startMailServer({ user: "torg", password: "p@ss/word" });
  await createSendMail(await optionsOf({ smtpUrl: server.url }))(mail);
  expect(server.received).toHaveLength(1);
  const wrong = server.url.replace("torg:", "someone:");
  await expect(createSendMail(await optionsOf({ smtpUrl: wrong }))(mail)).rejects.toThrow("Wrong user or password");
});

test("a mail that no server accepts is an error", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const options = await optionsOf({ smtpUrl: `smtp://127.0.0.1:${port}` });
  await expect(createSendMail(options)(mail)).rejects.toThrow("ECONNREFUSED");
});

test("without a mail server, each mail becomes one file, and its subject and link are announced", async () => {
  const { announced, ...options } = await optionsOf();
  const sendMail = createSendMail(options);
  await sendMail(mail);
  await sendMail({ ...mail, id: "2026-11-21T12-00-00.000Z-000002", to: "bob@example.com", subject: "Another" });
  expect(await readdir(options.folder)).toEqual([`${mail.id}.eml`, "2026-11-21T12-00-00.000Z-000002.eml"]);
  const mails = await readOutbox(options.folder);
  expect(mails).toMatchObject([
    { to: [{ address: "ada@example.com" }], subject: mail.subject, from: { address: "shop@torg.example" } },
    { to: [{ address: "bob@example.com" }], subject: "Another" },
  ]);
  expect(mails[0]?.text?.trim()).toBe(mail.text.trim());
  expect(mails[0]?.html?.trim()).toBe(mail.html);
  expect(announced).toEqual([
    `Email to ada@example.com: ${mail.subject}\n  ${mail.link}`,
    `Email to bob@example.com: Another\n  ${mail.link}`,
  ]);
});

test("answers go to the seller, and mail programs unsubscribe with one press", async () => {
  const server = await startMailServer();
  const sendMail = createSendMail(await optionsOf({ smtpUrl: server.url }));
  const unsubscribeLink = "https://torg.example/back-in-stock?leave=1";
  await sendMail({ ...mail, replyTo: { name: "Bød, Sønn & Co", address: "olga@torg.example" }, unsubscribeLink });
  await sendMail(mail);
  const [answerable, plain] = server.received.map((received) => received.mail);
  expect(answerable?.replyTo).toEqual([{ name: "Bød, Sønn & Co", address: "olga@torg.example" }]);
  expect(answerable?.headers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: "list-unsubscribe", value: `<${unsubscribeLink}>` }),
      expect.objectContaining({ key: "list-unsubscribe-post", value: "List-Unsubscribe=One-Click" }),
    ]),
  );
  expect(plain?.replyTo).toBeUndefined();
  expect(plain?.headers.some(({ key }) => key.startsWith("list-"))).toBe(false);
});

test.each([
  "Tea: House",
  "Brød (Oslo)",
  "I <3 te",
  "eve@example.com, Torg",
  "Eve <eve@example.com>",
  "\"Eik\" & \\ 'Ask'; Ltd.",
  "茶と🍵 ".repeat(20).trim(),
])("mails of the shop %j come from its own address, with its whole name", async (name) => {
  const server = await startMailServer();
  const from = { name, address: "shop@torg.example" };
  await createSendMail(await optionsOf({ smtpUrl: server.url, from: () => from }))({ ...mail, replyTo: from });
  expect(server.received).toMatchObject([
    { sender: "shop@torg.example", recipients: ["ada@example.com"], mail: { from, replyTo: [from] } },
  ]);
});

test.each([
  ["o'brien@example.com", "o'brien@example.com"],
  ["!#$%&'*+/=?^_`{|}~-@tea--house.example", "!#$%&'*+/=?^_`{|}~-@tea--house.example"],
  // The mail server shows domains decoded.
  ["info@xn--rchr-dpa5i.example", "info@rüchér.example"],
  ["Tea: House <shop@torg.example>", "shop@torg.example"],
])("a mail to %s reaches exactly %s", async (to, address) => {
  const server = await startMailServer();
  await createSendMail(await optionsOf({ smtpUrl: server.url }))({ ...mail, to });
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[address]]);
});

// Security: 5.2.3
test("a shop's name with line breaks adds no recipients", async () => {
  const server = await startMailServer();
  const from = { name: "Torg\r\nBcc: eve@example.com", address: "shop@torg.example" };
  await createSendMail(await optionsOf({ smtpUrl: server.url, from: () => from }))(mail);
  expect(server.received).toMatchObject([{ sender: "shop@torg.example", recipients: ["ada@example.com"] }]);
  expect(server.received[0]?.mail.headers.some(({ key }) => key === "bcc")).toBe(false);
});

// Security: 5.2.3
test("a subject with line breaks adds no recipients", async () => {
  const server = await startMailServer();
  const sendMail = createSendMail(await optionsOf({ smtpUrl: server.url }));
  await sendMail({ ...mail, subject: "Hello\r\nBcc: eve@example.com" });
  expect(server.received.map(({ recipients }) => recipients)).toEqual([["ada@example.com"]]);
  expect(server.received[0]?.mail.headers.some(({ key }) => key === "bcc")).toBe(false);
});

// Security: 5.3.1
test("the verification mail names the shop and its link in text and in HTML, where neither can break out", () => {
  const link = "https://torg.example/verify-email/confirm?token=a.b&x=1";
  const { subject, text, html } = verificationMail({ link, shop: mailShop({ name: "<b>Eik & 'Ask'</b>" }) });
  expect(subject).toBe("Verify your email for <b>Eik & 'Ask'</b>");
  expect(text).toContain(link);
  expect(html).toContain('href="https://torg.example/verify-email/confirm?token=a.b&amp;x=1"');
  expect(html).toContain("Welcome to &lt;b&gt;Eik &amp; &#x27;Ask&#x27;&lt;/b&gt;");
  expect(text).toMatch(
    /^Welcome to <b>Eik & 'Ask'<\/b>\n\nConfirm .*\n\nOpen this link to confirm your email address:/,
  );
  expect(text).toMatch(
    /expires in 24 hours\. If you didn't sign up at <b>Eik & 'Ask'<\/b>, you can ignore this email\.\n\n<b>Eik/,
  );
  expect(html).toContain("Confirm your email address");
  expect(html).toContain("This link expires in 24 hours.");
  expect(html).not.toContain("<b>");
});
