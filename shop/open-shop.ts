import { join } from "node:path";
import { NewerSchemaError } from "#database/schema-guard.ts";
import { createAccounts } from "./accounts/accounts.ts";
import { hasCatalog } from "./catalog/catalog-revision.ts";
import { importCatalog } from "./catalog/import-catalog.ts";
import { createMailSender } from "./mail/mail-sender.ts";
import { createSendMail } from "./mail/mailer.ts";
import { openDatabase } from "./open-database.ts";
import { createPaymentSettler } from "./orders/payment-settler.ts";
import { repairPaidEvents } from "./orders/repair-paid-events.ts";
import { openPayments } from "./payments/open-payments.ts";
import { createPictureMaker } from "./pictures/picture-maker.ts";
import type { Shop, ShopSettings } from "./shop.ts";

/**
 * Opens the shop's database and puts the pieces around it together.
 *
 * @param announce is told what takes time, and of mails that became files
 * @param log notes what went wrong without anybody having to be told; unless it is given, `announce` is told
 * @throws what the database answered, when it can't be reached or written
 */
export async function openShop(
  settings: ShopSettings,
  announce: (line: string) => void,
  log: Shop["log"] = (message, error) => announce(`${message}: ${error instanceof Error ? error.stack : error}`),
): Promise<Shop> {
  const { shopUrl, shopName, authSecret: secret, dataFolder, smtpUrl, mailFrom: from, emailSignIn } = settings;
  const database = await openDatabase(settings, announce);
  const { connection, db } = database;
  const repaired = await repairPaidEvents(db);
  if (repaired > 0) announce(`Database: ${repaired} orders got the event of their payment, which they lacked`);
  const shop = {
    ...database,
    accounts: createAccounts({ connection, shopUrl, shopName, secret, emailSignIn }),
    sendMail: createSendMail({ smtpUrl, from, outbox: join(dataFolder, "outbox"), announce }),
    payments: await openPayments(settings),
    log: logOutdatedRarely(log),
  };
  return {
    ...shop,
    mailSender: createMailSender(shop),
    paymentSettler: createPaymentSettler(shop),
    pictureMaker: createPictureMaker(shop),
  };
}

/** Milliseconds. */
const outdatedIntervalMs = 60_000;

/** All that an outdated process tries to write fails for one reason, which is logged in its own words, once a minute. */
function logOutdatedRarely(log: Shop["log"]): Shop["log"] {
  let logged = Number.NEGATIVE_INFINITY;
  return (message, error) => {
    if (!(error instanceof NewerSchemaError)) return log(message, error);
    if (performance.now() - logged < outdatedIntervalMs) return;
    logged = performance.now();
    log(error.message, error);
  };
}

/** Gives a new shop something to sell: the catalog in a file, unless one was ever imported. */
export async function loadFirstCatalog({ db }: Shop, file: string, announce: (line: string) => void) {
  if (await hasCatalog(db)) return;
  const count = await importCatalog(db, file, { onlyFirst: true });
  if (count > 0) announce(`Database: ${count} products of the sample catalog imported`);
}
