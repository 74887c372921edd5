import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { connectPostgres, connectSqlite } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { createAccounts } from "./accounts/accounts.ts";
import { hasCatalog } from "./catalog/catalog-revision.ts";
import { importCatalog } from "./catalog/import-catalog.ts";
import { bringListsUpToDate } from "./catalog/lists/build-catalog-lists.ts";
import { createMailSender } from "./mail/mail-sender.ts";
import { createSendMail } from "./mail/mailer.ts";
import { createPaymentSettler } from "./orders/payment-settler.ts";
import { openPayments } from "./payments/open-payments.ts";
import type { Shop, ShopSettings } from "./shop.ts";

/**
 * Connects to the database, brings it to the newest schema and puts the pieces together.
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
  const {
    shopUrl,
    shopName,
    authSecret: secret,
    databaseUrl,
    dataFolder,
    smtpUrl,
    mailFrom: from,
    emailSignIn,
  } = settings;
  if (!databaseUrl) mkdirSync(dataFolder, { recursive: true });
  const connection = databaseUrl ? connectPostgres(databaseUrl) : connectSqlite(join(dataFolder, "shop.db"));
  const applied = await migrate(connection);
  if (applied.length > 0) announce(`Database: ${applied.length} migrations applied`);
  const listed = await bringListsUpToDate(connection.db);
  if (listed > 0) announce(`Database: lists of ${listed} products made`);
  const shop = {
    settings,
    connection,
    db: connection.db,
    accounts: createAccounts({ connection, shopUrl, shopName, secret, emailSignIn }),
    sendMail: createSendMail({ smtpUrl, from, outbox: join(dataFolder, "outbox"), announce }),
    payments: await openPayments(settings),
    log,
    now: () => new Date(),
  };
  return { ...shop, mailSender: createMailSender(shop), paymentSettler: createPaymentSettler(shop) };
}

/** Gives a new shop something to sell: the catalog in a file, unless one was ever imported. */
export async function loadFirstCatalog({ db }: Shop, file: string, announce: (line: string) => void) {
  if (await hasCatalog(db)) return;
  const count = await importCatalog(db, file, { onlyFirst: true });
  if (count > 0) announce(`Database: ${count} products of the sample catalog imported`);
}
