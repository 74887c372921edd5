import type { Database } from "#database/connect.ts";
import { removeUnneeded } from "../accounts/delete-account.ts";
import type { DocumentContent } from "../documents/document.ts";
import type { Shop } from "../shop.ts";
import { dayOf, startOfDay } from "../values/days.ts";

const ordersAtATime = 50;
const nobody = { name: "", email: "", address: "" };

/**
 * Removes customers who deleted their account from their orders and documents, once bookkeeping no longer asks for these. Amounts stay. A crash leaves whole
 * orders, and the next run goes on.
 *
 * @returns whether there may be more
 */
export async function anonymizeOrders({ db, now, settings }: Pick<Shop, "db" | "now" | "settings">) {
  const before = endOfKept(now(), settings);
  const due = await dueOrders(db, before).execute();
  for (const { id } of due) await db.transaction().execute((trx) => anonymizeOrder(trx, id, now()));
  await removeOldOrders(db, before);
  await removeUnneeded(db);
  await clearNames(db);
  return due.length === ordersAtATime;
}

/** Orders of before this moment are no longer kept: bookkeeping counts from the end of a year. */
function endOfKept(now: Date, { timeZone, keptYears }: Shop["settings"]) {
  const year = Number(dayOf(now, timeZone).slice(0, 4)) - keptYears;
  return startOfDay(`${year}-01-01`, timeZone);
}

function dueOrders(db: Database, before: number) {
  return db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select("orders.id")
    .where("customers.deletedAt", "is not", null)
    .where("orders.anonymizedAt", "is", null)
    .where("orders.createdAt", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("orderEvents")
            .select("position")
            .whereRef("orderEvents.orderId", "=", "orders.id")
            .where("orderEvents.createdAt", ">=", before),
        ),
      ),
    )
    .orderBy("orders.id")
    .limit(ordersAtATime);
}

async function anonymizeOrder(transaction: Database, orderId: number, now: Date) {
  const names = { billingName: null, recipientName: "", recipientPhone: null, recipientKey: "", company: null };
  const addresses = { billingAddress: "", deliveryAddress: null, billingZipCode: null, zipCode: null, addressKey: "" };
  const claimed = await transaction
    .updateTable("orders")
    .set({ ...names, ...addresses, vatNumber: null, customerNote: null, giftMessage: null })
    .set({ anonymizedAt: now.getTime() })
    .where("id", "=", orderId)
    .where("anonymizedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!claimed) return;
  await transaction
    .updateTable("orderEvents")
    .set({ note: null, tracking: null })
    .where("orderId", "=", orderId)
    .execute();
  await transaction.updateTable("refunds").set({ reason: "" }).where("orderId", "=", orderId).execute();
  await transaction.deleteFrom("sentMails").where("orderId", "=", orderId).execute();
  await transaction
    .updateTable("platformCheckouts")
    .set({ buyer: null, context: null, fulfillment: null })
    .where("orderId", "=", orderId)
    .execute();
  await anonymizeReturns(transaction, orderId);
  await anonymizeDocuments(transaction, orderId, now);
}

async function anonymizeReturns(transaction: Database, orderId: number) {
  const returns = transaction.selectFrom("returnRequests").select("id").where("orderId", "=", orderId);
  await transaction.deleteFrom("returnLabels").where("returnId", "in", returns).execute();
  await transaction
    .updateTable("returnRequests")
    .set({ comment: "", answer: "", labelName: null })
    .where("orderId", "=", orderId)
    .execute();
}

/** The chain of hashes stays, and no longer covers these contents. See docs/decisions/0328. */
async function anonymizeDocuments(transaction: Database, orderId: number, now: Date) {
  const documents = await transaction
    .selectFrom("documents")
    .select(["number", "series", "content"])
    .where("orderId", "=", orderId)
    .execute();
  for (const { number, series, content } of documents) {
    const { buyer: _, recipient: __, reason: ___, ...kept } = JSON.parse(content) as DocumentContent;
    await transaction
      .updateTable("documents")
      .set({ content: JSON.stringify({ ...kept, buyer: nobody }), anonymizedAt: now.getTime() })
      .where("number", "=", number)
      .where("series", "=", series)
      .execute();
  }
}

/** Orders of the earlier shop aren't this shop's books: their row goes. */
async function removeOldOrders(db: Database, before: number) {
  await db
    .deleteFrom("pastOrders")
    .where("placedAt", "<", before)
    .where("email", "!=", "")
    .where("email", "in", db.selectFrom("customers").select("email").where("deletedAt", "is not", null))
    .where("email", "not in", db.selectFrom("user").select("email"))
    .execute();
}

/** A customer without an order that is kept has no name either. */
async function clearNames(db: Database) {
  await db
    .updateTable("customers")
    .set({ firstname: "", lastname: "", email: "", firstnameKey: "", lastnameKey: "", emailKey: "" })
    .where("deletedAt", "is not", null)
    .where("email", "!=", "")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("orders")
            .select("orders.id")
            .whereRef("orders.userId", "=", "customers.uid")
            .where("anonymizedAt", "is", null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("pastOrders").select("pastOrders.id").whereRef("pastOrders.email", "=", "customers.email")),
      ),
    )
    .execute();
}
