import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { onTestFinished } from "vitest";
import type { Engine } from "#database/connect.ts";
import { openShop } from "#shop/open/open-shop.ts";
// Loaded only while someone waits for a mail, it may take longer than they do.
import "#shop/mail/write-mail.ts";
import type { Shop, ShopSettings } from "#shop/shop.ts";
import { createDatabase } from "./databases.ts";
import { hashOnce } from "./hash-once.ts";

/**
 * A whole shop with an empty catalog, on a database of its own, where each password is hashed once for all tests; its mails become files, those that wait for the sender when the
 * test sends them. Removed after the test.
 */
export async function openTestShop(engine: Engine, changes: Partial<ShopSettings> = {}) {
  const announced: string[] = [];
  const settings: ShopSettings = {
    shopName: "Torg",
    shopUrl: "http://localhost:3000",
    authSecret: "a secret that is only good for tests",
    smtpUrl: undefined,
    mailFrom: undefined,
    timeZone: "Europe/Oslo",
    emailSignIn: true,
    imageUploadUrl: undefined,
    imageUploadPreset: "profile-pictures",
    s3: undefined,
    viesApiUrl: "http://vies.invalid",
    ecbRatesUrl: "http://ecb.invalid",
    allowedPrivateHosts: [],
    databaseReadUrl: undefined,
    providers: {},
    fixed: [],
    ...(await createDatabase(engine)),
    ...changes,
  };
  const shop = await openShop(settings, (line) => announced.push(line));
  await hashOnce(shop.accounts);
  onTestFinished(async () => {
    await shop.jobs.stop();
    await shop.db.destroy();
  });
  return { shop, announced, readMails: () => readMails(shop) };
}

async function readMails({ db, settings: { databaseUrl, dataFolder } }: Shop) {
  if (!databaseUrl) return readOutbox(join(dataFolder, "outbox"));
  const mails = await db.selectFrom("outboxMails").select("message").orderBy("id").execute();
  return Promise.all(mails.map(({ message }) => PostalMime.parse(message)));
}

/** The mails in an outbox, oldest first. */
export async function readOutbox(outbox: string) {
  const files = (await readdir(outbox).catch(() => [])).toSorted();
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(outbox, file)))));
}
