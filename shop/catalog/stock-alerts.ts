import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { countAttempt } from "../accounts/attempts.ts";
import { queueMail } from "../mail/mail-queue.ts";
import type { Shop } from "../shop.ts";
import { isStorableText } from "../validate.ts";
import type { StockAlertForm } from "./stock-alert-form.ts";

/** "Tell me when it's back": an address is confirmed, told once when the product can be bought again, and leaves by one press. */

const day = 24 * 60 * 60 * 1000;
/** How long an address may take to confirm. */
const unconfirmedFor = 7 * day;
/** How long what was told is kept: its mail may be tried again. */
const toldFor = 30 * day;
/** How many are told at a time. */
const batch = 100;

/** Who wants to be told of what. The id is known to the address alone, by its mails. */
export interface StockAlert {
  id: string;
  email: string;
  product: { id: string; title: string };
}

/**
 * Notes that an address wants to be told when a product is back. Unless it is known to be the asker's own, a mail asks it first; whether it
 * had asked before, nobody learns.
 *
 * @param asker who asks: their network address, and their own email when it is verified
 * @returns whether nothing needs to be confirmed
 * @throws TooManyAttemptsError
 */
export async function requestStockAlert(
  { db, now }: Pick<Shop, "db" | "now">,
  form: StockAlertForm,
  asker: { address: string; verifiedEmail: string | undefined },
) {
  const recipient = form.email.toLowerCase();
  const isOwn = recipient === asker.verifiedEmail?.toLowerCase();
  const limits = [
    { limit: "stockAlertByEmail", by: recipient },
    { limit: "mailByAddress", by: asker.address },
  ] as const;
  await countAttempt(db, [...limits], now());
  await db.transaction().execute(async (trx) => {
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
          // Who was told once and asks again is asked again.
          confirmedAt: isOwn
            ? time
            : eb.case().when("stockAlerts.toldAt", "is", null).then(eb.ref("stockAlerts.confirmedAt")).else(null).end(),
        })),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    if (!isOwn) await queueMail(trx, { kind: "alertRequest", recipient, alertId: alert.id }, now());
  });
  return isOwn;
}

/** The address confirms that it wants to be told. @returns undefined when there is no such wish (any more) */
export async function confirmStockAlert(db: Database, id: string, now: Date) {
  const alert = await readStockAlert(db, id);
  const time = now.getTime();
  await db
    .updateTable("stockAlerts")
    .set({ confirmedAt: time })
    .where("id", "=", alert?.id ?? "")
    .where("confirmedAt", "is", null)
    .execute();
  return alert;
}

/** The address doesn't want to be told any more. @returns what it had wanted; undefined when there was nothing */
export async function dropStockAlert(db: Database, id: string) {
  const alert = await readStockAlert(db, id);
  if (alert) await db.deleteFrom("stockAlerts").where("id", "=", alert.id).execute();
  return alert;
}

/** A wish to be told, with what its product is called today; undefined when either is gone. */
export async function readStockAlert(db: Database, id: string): Promise<StockAlert | undefined> {
  if (!isStorableText(id)) return undefined;
  const row = await db
    .selectFrom("stockAlerts")
    .innerJoin("products", "products.id", "stockAlerts.productId")
    .select(["stockAlerts.id", "email", "productId", "title"])
    .where("stockAlerts.id", "=", id)
    .executeTakeFirst();
  return row && { id: row.id, email: row.email, product: { id: row.productId, title: row.title } };
}

/** Queues a mail for each confirmed wish whose product can be bought again: once, however many processes look. @returns how many */
export async function queueStockAlerts(db: Database, now: Date) {
  const back = db
    .selectFrom("stockAlerts")
    .innerJoin("products", "products.id", "stockAlerts.productId")
    .select("stockAlerts.id")
    .where("confirmedAt", "is not", null)
    .where("toldAt", "is", null)
    .where("products.stock", ">", 0)
    .where("products.availabilityStatus", "!=", "Out of Stock")
    .limit(batch);
  // Looking keeps nobody waiting, as writing does: mostly nothing is back.
  const ids = (await back.execute()).map(({ id }) => id);
  if (ids.length === 0) return 0;
  return db.transaction().execute(async (trx) => {
    const told = await trx
      .updateTable("stockAlerts")
      .set({ toldAt: now.getTime() })
      .where("id", "in", ids)
      .where("toldAt", "is", null)
      .returning(["id", "email"])
      .execute();
    for (const { id, email: recipient } of told)
      await queueMail(trx, { kind: "backInStock", recipient, alertId: id }, now);
    return told.length;
  });
}

/** Removes what was never confirmed, and what was told long ago. */
export async function removeOldStockAlerts(db: Database, now: Date) {
  const time = now.getTime();
  await db
    .deleteFrom("stockAlerts")
    .where((eb) =>
      eb.or([
        eb.and([eb("confirmedAt", "is", null), eb("createdAt", "<", time - unconfirmedFor)]),
        eb("toldAt", "<", time - toldFor),
      ]),
    )
    .execute();
}
