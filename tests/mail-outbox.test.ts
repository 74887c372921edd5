import { expect, onTestFinished, test } from "vitest";
import { queueMail } from "#shop/jobs/mail-queue.ts";
import { readUnsentMails } from "#shop/mail/unsent-mails.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signUpOf } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { startListener } from "./support/listener.ts";
import { startMailServer } from "./support/mail-server.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf, orderOverWeb } from "./support/orders.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { freePort, startServer } from "./support/server-process.ts";

const { email, password } = signUpOf();

test("a mail server that never answers delays neither users nor the shop's exit, and the mail is sent later", async () => {
  const { shop } = await openTestShop("sqlite");
  const environment = { DATA_DIR: shop.settings.dataFolder };
  const first = await start({ ...environment, SMTP_URL: await startListener() });
  const answer = await plainBrowser(first.url).sendForm("/sign-up", { ...signUpOf() });
  expect(answer.status).toBe(302);
  expect(await first.stop()).toBe(0);

  const { url: SMTP_URL, received } = await startMailServer();
  await start({ ...environment, SMTP_URL });
  await eventually(() => expect(received.map(({ recipients }) => recipients)).toEqual([[email]]));
});

test("an order's mail says what its receipt says, and is sent even if the shop is killed first", async () => {
  const { shop } = await openTestShop("sqlite");
  await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
  await registerVerified(shop);
  // This test isn't about the sign-up's mail.
  await shop.db.deleteFrom("jobs").execute();
  const environment = { DATA_DIR: shop.settings.dataFolder };
  const first = await start({ ...environment, SMTP_URL: await startListener() });
  const browser = plainBrowser(first.url);
  await browser.sendForm("/sign-in", { email, password });
  const orderNumber = await orderOverWeb(browser, orderOf([["coffee", 3]]));
  const receipt = await (await browser.open(`/order-confirmation/${orderNumber}`)).text();
  const facts = Array.from(receipt.matchAll(/<dt[^>]*>(.+?)<\/dt><dd[^>]*>(.+?)<\/dd>/g), ([, name, value]) => [
    name,
    value?.replaceAll(/<[^>]+>/g, ""),
  ]);
  expect(facts).toHaveLength(9);
  first.kill("SIGKILL");
  await first.ended;
  // Ends the leases of the killed process, which would take a minute.
  await shop.db.updateTable("jobs").set({ leasedUntil: null }).execute();

  const { url: SMTP_URL, received } = await startMailServer();
  await start({ ...environment, SMTP_URL });
  await eventually(() => expect(received).toHaveLength(1));
  const [{ recipients = [], mail = undefined } = {}] = received;
  expect(recipients).toEqual([email]);
  expect(mail?.text).toContain(`/order-confirmation/${orderNumber}`);
  for (const [name, value] of facts) expect(mail?.text).toContain(`${name}: ${value}`);
});

test("a shop that is killed while it sends mails repeats one at most, and delays no others", async () => {
  const { shop } = await openTestShop("sqlite");
  const friends = Array.from({ length: 12 }, (_, number) => `friend-${number}@example.com`);
  for (const recipient of friends) await queueMail(shop.db, { kind: "verification", recipient }, shop.now());
  const mailServer = await startMailServer();
  const environment = { DATA_DIR: shop.settings.dataFolder, SMTP_URL: mailServer.url };
  const first = await start(environment);
  mailServer.onReceived = () => void (mailServer.received.length === 5 && first.kill("SIGKILL"));
  await first.ended;
  const claimed = await shop.db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", "mail")
    .where("leasedUntil", ">", Date.now())
    .execute();
  expect(claimed.length).toBeLessThanOrEqual(1);
  await shop.db.updateTable("jobs").set({ leasedUntil: null }).execute();

  await start(environment);
  await eventually(async () => expect(await readUnsentMails(shop.db)).toEqual([]));
  const recipients = mailServer.received.flatMap(({ recipients }) => recipients);
  expect(new Set(recipients)).toEqual(new Set(friends));
  expect(recipients.length).toBeLessThanOrEqual(friends.length + 1);
});

/** Starts the shop in a process that doesn't outlive the test. */
async function start(environment: Record<string, string>) {
  const server = startServer({ ...environment, PORT: await freePort() });
  onTestFinished(async () => void (await server.stop()));
  return { ...server, url: await server.opened() };
}
