import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { isStorableText } from "../../forms/validate.ts";
import { queueAwaitedMail, queueMail } from "../../jobs/mail-queue.ts";
import { consumeRateLimit } from "../../limits/rate-limits.ts";
import type { Shop } from "../../shop.ts";
import { normalizeEmail } from "../../values/email-address.ts";
import { type Options, readOptions } from "../../values/product-options.ts";
import { readProduct } from "../lists/read-products.ts";
import { isSoldOut } from "../stock/availability.ts";
import type { StockAlertForm } from "./stock-alert-form.ts";

/** Back-in-stock alerts: an address is confirmed, mailed once when the product is back, and can unsubscribe at any time. See docs/decisions/0110. */

const day = 24 * 60 * 60 * 1000;
/** Unconfirmed alerts are deleted after this. */
const unconfirmedFor = 7 * day;
/** Mailed alerts are kept this long, because the mail may be retried. */
const mailedFor = 30 * day;
/** Mails queued per transaction. */
const batch = 100;

/** An address that wants a mail when a product is back. Only mails to the address contain the id. */
export interface StockAlert {
  id: string;
  email: string;
  product: AlertProduct;
}

export interface AlertProduct {
  id: string;
  /** The last part of its page's address; null for the id. */
  address: string | null;
  /** The product's id if the catalog no longer has the product. */
  title: string;
  options: Options;
  /** Whether it is neither archived nor removed. */
  isSold: boolean;
}

/**
 * Saves that an address wants a mail when a product is back in stock. Unless it is the asker's own, a mail asks for its confirmation first.
 * The answer doesn't reveal whether the address asked before.
 *
 * @param asker who asks: their network address, and their own email when it is verified
 * @returns "mailed" when the address must be confirmed first; "available" or "unknown" when nothing was saved, as the product is in stock or
 *   isn't sold
 * @throws RateLimitError
 */
export async function requestStockAlert(
  { db, now, jobs }: Pick<Shop, "db" | "now" | "jobs">,
  form: StockAlertForm,
  asker: { address: string; verifiedEmail: string | undefined },
) {
  const product = await readProduct(db, form.productId);
  if (!product) return "unknown";
  if (!isSoldOut(product)) return "available";
  const recipient = normalizeEmail(form.email);
  const isOwn = recipient === asker.verifiedEmail;
  const limits = [
    { limit: "stockAlertByEmail", by: recipient },
    { limit: "mailByAddress", by: asker.address },
  ] as const;
  // An alert to the asker's own email sends none now.
  await consumeRateLimit(db, isOwn ? [...limits] : [...limits, { limit: "mailByMailbox", by: recipient }], now());
  const mail = await db.transaction().execute(async (trx) => {
    const time = now().getTime();
    const alert = await trx
      .insertInto("stockAlerts")
      .values({
        id: randomUUID(),
        productId: form.productId,
        email: recipient,
        createdAt: time,
        confirmedAt: isOwn ? time : null,
      })
      .onConflict((conflict) =>
        conflict.columns(["productId", "email"]).doUpdateSet((eb) => ({
          createdAt: time,
          toldAt: null,
          // A new request after a mail must be confirmed again.
          confirmedAt: isOwn
            ? time
            : eb.case().when("stockAlerts.toldAt", "is", null).then(eb.ref("stockAlerts.confirmedAt")).else(null).end(),
        })),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    return isOwn ? undefined : queueAwaitedMail(trx, { kind: "alertRequest", recipient, alertId: alert.id }, now());
  });
  if (mail === undefined) return "confirmed";
  jobs.runNext("mail", mail);
  return "mailed";
}

/** Confirms an alert, unless its product isn't sold any more. @returns the alert; undefined when there is none with that id */
export async function confirmStockAlert(db: Database, id: string, now: Date) {
  const alert = await readStockAlert(db, id);
  if (!alert?.product.isSold) return alert;
  await db
    .updateTable("stockAlerts")
    .set({ confirmedAt: now.getTime() })
    .where("id", "=", alert.id)
    .where("confirmedAt", "is", null)
    .execute();
  return alert;
}

/** Removes an alert. @returns what was removed; undefined when there was none with that id */
export async function dropStockAlert(db: Database, id: string) {
  const alert = await readStockAlert(db, id);
  if (alert) await db.deleteFrom("stockAlerts").where("id", "=", alert.id).execute();
  return alert;
}

/** An alert, with its product's title of today, archived products included; undefined when there is none with that id. */
export async function readStockAlert(db: Database, id: string): Promise<StockAlert | undefined> {
  if (!isStorableText(id)) return undefined;
  const row = await db
    .selectFrom("stockAlerts")
    .leftJoin("products", "products.id", "stockAlerts.productId")
    .leftJoin("archivedProducts", "archivedProducts.id", "stockAlerts.productId")
    .select(["stockAlerts.id", "email", "productId", "products.address", "products.title", "products.options"])
    .select(["archivedProducts.title as archivedTitle", "archivedProducts.options as archivedOptions"])
    .where("stockAlerts.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const title = row.title ?? row.archivedTitle ?? row.productId;
  const options = readOptions(row.options ?? row.archivedOptions);
  const product = { id: row.productId, address: row.address, title, options, isSold: row.title !== null };
  return { id: row.id, email: row.email, product };
}

/** Queues one mail for each confirmed alert whose product is back in stock. @returns how many */
export async function queueStockAlerts(db: Database, now: Date) {
  // By a join, SQLite would read the whole catalog to find the alerts of its products.
  const back = db
    .selectFrom("stockAlerts")
    .select("id")
    .where("confirmedAt", "is not", null)
    .where("toldAt", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("products")
          .select("products.id")
          .whereRef("products.id", "=", "stockAlerts.productId")
          .where("isHidden", "=", 0)
          .where("stock", ">", 0)
          .where("availabilityStatus", "!=", "Out of Stock"),
      ),
    )
    .limit(batch);
  // Mostly nothing is back, and a read keeps no writer waiting.
  const ids = (await back.execute()).map(({ id }) => id);
  if (ids.length === 0) return 0;
  return db.transaction().execute(async (trx) => {
    const mailed = await trx
      .updateTable("stockAlerts")
      .set({ toldAt: now.getTime() })
      .where("id", "in", ids)
      .where("toldAt", "is", null)
      .returning(["id", "email"])
      .execute();
    for (const { id, email: recipient } of mailed)
      await queueMail(trx, { kind: "backInStock", recipient, alertId: id }, now);
    return mailed.length;
  });
}

/** Deletes unconfirmed alerts, and those mailed long ago. */
export async function removeOldStockAlerts(db: Database, now: Date) {
  const time = now.getTime();
  await db
    .deleteFrom("stockAlerts")
    .where((eb) =>
      eb.or([
        eb.and([eb("confirmedAt", "is", null), eb("createdAt", "<", time - unconfirmedFor)]),
        eb("toldAt", "<", time - mailedFor),
      ]),
    )
    .execute();
}
