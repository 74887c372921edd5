import { randomUUID } from "node:crypto";
import { type ExpressionBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import type { Schema } from "#database/schema.ts";
import { isFree, payloadField } from "./claim-job.ts";
import { enqueue, enqueueClaimed, readOrigin } from "./enqueue.ts";
import type { MailPayload } from "./job-kinds.ts";

/** Queues a mail, in the transaction of what causes it. @param runAt when it is sent */
export async function queueMail(transaction: Database, payload: MailPayload, now: Date, runAt = now) {
  await enqueue(transaction, "mail", { payload, now, runAt });
}

/**
 * Queues a mail with a link that someone waits for, in the transaction of what causes it.
 *
 * @returns the key by which the caller has it run next (`JobWorker.runNext`), once the transaction is committed
 */
export async function queueAwaitedMail(transaction: Database, payload: MailPayload, now: Date) {
  const key = randomUUID();
  await enqueue(transaction, "mail", { payload, key, now });
  return key;
}

/** Queues a mail that the caller sends at once. */
export function queueClaimedMail(transaction: Database, payload: MailPayload, now: Date) {
  return enqueueClaimed(transaction, "mail", { payload, now });
}

interface OrderMailValues {
  userId: string;
  orderNumber: string;
  now: number;
  traceparent: string;
}

// The customer's email is read in the same statement: orders are what a shop writes most.
const prepareOrderMail = (isTraced: boolean) =>
  prepared<OrderMailValues>()((db, value) =>
    db.insertInto("jobs").values((eb) => {
      const email = eb.selectFrom("customers").select("email").where("uid", "=", value("userId"));
      const jsonObject = sql.raw(engineOf(db) === "postgres" ? "json_build_object" : "json_object");
      const orderNumber = sql`cast(${value("orderNumber")} as text)`;
      const origin = isTraced ? sql`, 'traceparent', cast(${value("traceparent")} as text)` : sql``;
      return {
        kind: "mail",
        payload: sql<string>`cast(${jsonObject}('kind', 'order', 'recipient', ${email}, 'orderNumber', ${orderNumber}${origin}) as text)`,
        createdAt: value("now"),
        runAt: value("now"),
      };
    }),
  );
const insertOrderMail = prepareOrderMail(false);
const insertTracedOrderMail = prepareOrderMail(true);

/** Queues the mail that confirms an order to its customer, in the order's transaction. */
export async function queueOrderMail(transaction: Database, userId: string, orderNumber: string, now: Date) {
  const { traceparent } = readOrigin();
  const insert = traceparent === undefined ? insertOrderMail : insertTracedOrderMail;
  await insert(transaction, { userId, orderNumber, now: now.getTime(), traceparent: traceparent ?? "" });
}

/** Notifies the owner of a new order, in the order's transaction. @param recipient undefined if they don't want to */
export async function queueOrderNotice(
  transaction: Database,
  recipient: string | undefined,
  orderNumber: string,
  now: Date,
) {
  if (recipient) await queueMail(transaction, { kind: "newOrder", recipient, orderNumber }, now);
}

/**
 * Whether a job is about one of some orders (by number) and withdrawals (by id). Mails are told from others by their payload's kind: with the job's kind as
 * a condition, SQLite would read all mails.
 */
export function isAbout(db: Database, subjects: string[]) {
  const subject = sql<string>`coalesce(${payloadField(db, "orderNumber")}, ${payloadField(db, "withdrawalId")})`;
  return (eb: ExpressionBuilder<Schema, "jobs">) => eb(subject, "in", subjects);
}

/**
 * Removes the mail about an order's event if it waits to be sent.
 *
 * @returns whether no one has received it: a failed attempt may have delivered it
 */
export async function dropOrderStepMail(
  transaction: Database,
  { orderNumber, orderEvent }: { orderNumber: string; orderEvent: number },
) {
  const position = sql`cast(${payloadField(transaction, "orderEvent")} as text)`;
  const dropped = await transaction
    .deleteFrom("jobs")
    .where(isAbout(transaction, [orderNumber]))
    .where(payloadField(transaction, "kind"), "=", "orderStep")
    .where(position, "=", String(orderEvent))
    .where(isFree(transaction))
    .returning("attempts")
    .executeTakeFirst();
  return dropped?.attempts === 0;
}

/** Tries all mails at once that have failed and wait for another try, in the transaction of what may let them through. */
export async function retryWaitingMails(transaction: Database, now: Date) {
  const time = now.getTime();
  await transaction
    .updateTable("jobs")
    .set({ runAt: time })
    .where("kind", "=", "mail")
    .where("failedAt", "is", null)
    .where("lastError", "is not", null)
    .where("runAt", ">", time)
    .where(isFree(transaction))
    .execute();
}

/** Removes the reset mails for a recipient that aren't sent yet. */
export async function dropResetMails(transaction: Database, recipient: string) {
  await transaction
    .deleteFrom("jobs")
    .where("kind", "=", "mail")
    .where("failedAt", "is", null)
    .where(payloadField(transaction, "kind"), "=", "reset")
    .where(payloadField(transaction, "recipient"), "=", recipient)
    .execute();
}
