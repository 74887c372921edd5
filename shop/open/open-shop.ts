import { join } from "node:path";
import { NewerSchemaError } from "#database/schema-guard.ts";
import { createAccounts } from "../accounts/accounts.ts";
import { redeemSignInCode } from "../accounts/sign-in-codes.ts";
import { importCatalog } from "../catalog/files/import-catalog.ts";
import { addSampleSynonyms } from "../catalog/sample-synonyms.ts";
import { hasCatalog } from "../changes/catalog-version.ts";
import { sender } from "../jobs/sender.ts";
import { createJobWorker } from "../jobs/worker.ts";
import { requireMailServer } from "../mail/mail-server/mail-server.ts";
import { databaseOutbox, fileOutbox } from "../mail/outbox.ts";
import { createSendMail } from "../mail/send-mail.ts";
import { openPayments } from "../payments/registry.ts";
import { openPictureFiles } from "../pictures/storage/picture-files.ts";
import type { Shop, ShopSettings } from "../shop.ts";
import { createJobHandlers } from "./job-handlers.ts";
import { openDatabase } from "./open-database.ts";

/**
 * Opens the shop's database and everything that works on it.
 *
 * @param announce reports slow steps, and emails in the outbox
 * @param log records background errors; by default they go to `announce`
 * @throws the database's error when it can't be reached or written
 */
export async function openShop(
  settings: ShopSettings,
  announce: (line: string) => void,
  log: Shop["log"] = (message, error) => announce(`${message}: ${error instanceof Error ? error.stack : error}`),
): Promise<Shop> {
  const { shopUrl, shopName, authSecret: secret, dataFolder, databaseUrl, emailSignIn } = settings;
  const database = await openDatabase(settings, announce);
  const { connection } = database;
  const shop = {
    ...database,
    accounts: createAccounts({
      ...{ connection, now: database.now, shopUrl, shopName, secret, emailSignIn },
      redeemCode: (proof) => redeemSignInCode(database, proof),
    }),
    sendMail: createSendMail({
      smtpUrl: () => requireMailServer(database.settings),
      from: () => sender(database.settings),
      outbox: databaseUrl ? databaseOutbox(database.db, database.now) : fileOutbox(join(dataFolder, "outbox")),
      announce,
    }),
    payments: await openPayments(settings.providers),
    pictureFiles: openPictureFiles(connection.db, settings.s3, (problem) => log("Pictures unavailable", problem)),
    log: logOutdatedRarely(log),
  };
  return {
    ...shop,
    jobs: createJobWorker({ ...shop, handlers: createJobHandlers(shop) }),
  };
}

const outdatedIntervalMs = 60_000;

/** Every write of an outdated process fails for the same reason, so it is logged once a minute only. */
function logOutdatedRarely(log: Shop["log"]): Shop["log"] {
  let logged = Number.NEGATIVE_INFINITY;
  return (message, error) => {
    if (!(error instanceof NewerSchemaError)) return log(message, error);
    if (performance.now() - logged < outdatedIntervalMs) return;
    logged = performance.now();
    log(error.message, error);
  };
}

/** Imports the sample catalog with its synonyms, unless a catalog was ever imported. */
export async function loadFirstCatalog({ db }: Shop, file: string, announce: (line: string) => void) {
  if (await hasCatalog(db)) return;
  await addSampleSynonyms(db);
  const count = await importCatalog(db, file, { onlyFirst: true });
  if (count > 0) announce(`Database: imported ${count} sample products`);
}
