import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { SentMailsTable } from "#database/schema.ts";
import type { MailPayload } from "../jobs/job-kinds.ts";
import { consumeRateLimit, RateLimitError } from "../limits/rate-limits.ts";
import { changeOrder, type OrderContext } from "../orders/change-order.ts";
import { type ByActor, CorrectionRefusedError } from "../orders/state/order.ts";
import { type OrderDetails, readOrder } from "../orders/views/read-order.ts";
import { readWithdrawal } from "../orders/withdrawals/read-withdrawals.ts";
import { isOutdated } from "./outdated-mails.ts";
import type { Mail } from "./send-mail.ts";

/** A mail that a customer got about their order. Times are milliseconds since 1970 (UTC). */
export type SentMail = Omit<Selectable<SentMailsTable>, "orderId" | "html" | "attachments">;

/** The kinds of mails to customers about their orders. */
export const orderMailKinds = ["order", "orderStep", "withdrawal"] as const;

/**
 * Keeps what a customer is about to be sent about their order. Other mails aren't kept: their links hold secrets. See docs/decisions/0124 and
 * docs/decisions/0398.
 *
 * @returns how to forget it again if it isn't sent
 */
export async function recordSentMail(
  db: Database,
  { kind, orderNumber, orderEvent, withdrawalId }: MailPayload,
  { to: recipient, subject, text, html, attachments = [] }: Mail,
  now: Date,
) {
  if (!isOrderMailKind(kind)) return keepNothing;
  const orderId =
    kind === "withdrawal"
      ? // Where staff have found the order, `readOrderMails` writes the confirmation: they may find another one.
        (await readWithdrawal(db, withdrawalId ?? ""))?.orderId
      : (await selectOrder(db, orderNumber ?? "").executeTakeFirst())?.id;
  if (!orderId) return keepNothing;
  const mail = {
    orderId,
    kind,
    orderEvent: orderEvent ?? null,
    recipient,
    subject,
    text,
    sentAt: now.getTime(),
    html: packed(html),
    attachments: JSON.stringify(attachments.map(({ filename }) => filename)),
  };
  const { id } = await db.insertInto("sentMails").values(mail).returning("id").executeTakeFirstOrThrow();
  return async () => void (await db.deleteFrom("sentMails").where("id", "=", id).execute());
}

function isOrderMailKind(kind: MailPayload["kind"]): kind is SentMail["kind"] {
  return (orderMailKinds as readonly string[]).includes(kind);
}

async function keepNothing() {}

/** Takes a millisecond. The best quality takes ten, for an eighth less. */
const quality = 5;

function packed(html: string) {
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** A sent mail as its customer saw it, undefined if it was sent before that was kept; and the names of its files. */
export async function readSentHtml(db: Database, id: number) {
  const mail = await db.selectFrom("sentMails").select(["html", "attachments"]).where("id", "=", id).executeTakeFirst();
  return {
    html: mail?.html ? brotliDecompressSync(mail.html).toString("utf8") : undefined,
    attachments: JSON.parse(mail?.attachments ?? "[]") as string[],
  };
}

/** The mails that a customer got about an order, the newest first. */
export async function readSentMails(db: Database, orderNumber: string): Promise<SentMail[]> {
  const order = await selectOrder(db, orderNumber).executeTakeFirst();
  if (!order) return [];
  return await db
    .selectFrom("sentMails")
    .select(["id", "kind", "orderEvent", "recipient", "subject", "text", "sentAt"])
    .where("orderId", "=", order.id)
    .orderBy("id", "desc")
    .execute();
}

/** Where an order's confirmation went last, which may not be its customer's email any more; undefined before it is sent. */
export async function readConfirmationRecipient(db: Database, orderNumber: string) {
  const mails = db.selectFrom("sentMails").select("recipient").where("kind", "=", "order");
  const ofOrder = mails.where("orderId", "=", selectOrder(db, orderNumber));
  return (await ofOrder.orderBy("id", "desc").limit(1).executeTakeFirst())?.recipient;
}

function selectOrder(db: Database, orderNumber: string) {
  return db.selectFrom("orders").select("id").where("orderNumber", "=", orderNumber);
}

/** Whether a mail about an order can be sent again: one that confirms a withdrawal is sent once, with the moment that it confirms. */
export function canResend(order: OrderDetails, { kind, orderEvent }: Pick<SentMail, "kind" | "orderEvent">) {
  const event = order.events.find(({ position }) => position === orderEvent);
  return kind !== "withdrawal" && !(event && isOutdated(order, event));
}

/**
 * Sends a mail about an order again, with the order's current details, at most three times an hour.
 *
 * @throws OrderUnknownError; CorrectionRefusedError for an unknown mail, one that no longer applies, or too many
 */
export async function resendMail(
  shop: OrderContext,
  orderNumber: string,
  { mailId, ...by }: ByActor & { mailId: number | undefined },
) {
  const mail = (await readSentMails(shop.db, orderNumber)).find(({ id }) => id === mailId);
  if (!mail) throw new CorrectionRefusedError("This email wasn't found");
  const { kind } = mail;
  if (kind === "withdrawal") throw new CorrectionRefusedError("This email confirms a withdrawal and can't be resent");
  const refundRateLimit = await consumeResends(shop, orderNumber);
  try {
    await changeOrder(
      shop,
      orderNumber,
      { type: "resendMail", ...by, mail: { ...mail, kind } },
      {
        async alongside(transaction) {
          const order = await readOrder(transaction, orderNumber);
          if (order && !canResend(order, mail)) throw new CorrectionRefusedError("This email no longer applies");
        },
      },
    );
  } catch (error) {
    await refundRateLimit();
    throw error;
  }
}

async function consumeResends({ db, now }: OrderContext, orderNumber: string) {
  try {
    return await consumeRateLimit(db, [{ limit: "resentMailByOrder", by: orderNumber }], now());
  } catch (error) {
    if (!(error instanceof RateLimitError)) throw error;
    throw new CorrectionRefusedError("You can resend three emails an hour for each order. Please try again later.");
  }
}
