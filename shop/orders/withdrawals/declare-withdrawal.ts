import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { queueMail } from "../../jobs/mail-queue.ts";
import { consumeRateLimit, type RateLimitKey } from "../../limits/rate-limits.ts";
import type { Shop } from "../../shop.ts";
import { normalizeEmail } from "../../values/email-address.ts";
import type { EventItem } from "../../values/event-items.ts";
import { correctOrderNumber } from "../../values/order-number.ts";
import { fullTitle } from "../../values/product-options.ts";
import { changeOrder } from "../change-order.ts";
import { loadOrder } from "../load-order.ts";
import { type Order, OrderUnknownError } from "../state/order.ts";
import { readWithdrawal } from "./read-withdrawals.ts";
import { readWithdrawalInput } from "./withdrawal-input.ts";

type Context = Pick<Shop, "db" | "settings" | "now">;

/** A statement of withdrawal as it was filled in. */
export interface Statement {
  withdrawalId: string;
  name: string;
  orderNumber: string;
  email: string;
  /** The items in the consumer's words; "" for the whole order, or where they are chosen. */
  items: string;
  /** The items that were chosen from the order's list. */
  chosen?: EventItem[] | undefined;
}

/** A statement that was received. */
export interface ReceivedStatement {
  content: string;
  /** Milliseconds since 1970 (UTC). */
  receivedAt: number;
}

/** What a statement about all items says. */
export const wholeOrder = "The whole order";

/**
 * Keeps a consumer's statement and emails them its confirmation, whether or not it matches an order, so that it tells no one which orders exist. The
 * same statement twice is one. See docs/decisions/0329.
 *
 * @property isOwn whether the order is known to be the consumer's, by their session or the link in its mail
 * @throws RateLimitError; nothing is kept then
 */
export async function declareWithdrawal(
  shop: Context,
  statement: Statement,
  { address, isOwn }: { address: string; isOwn: boolean },
): Promise<ReceivedStatement> {
  const refund = await consumeRateLimit(shop.db, limitsOf(statement, address, isOwn), shop.now());
  try {
    const order = await findOrder(shop.db, statement, isOwn);
    const withdrawalId = await freeId(shop.db, statement, order);
    const own = { ...statement, withdrawalId };
    await (order ? withdrawFrom(shop, order, own) : keepUnmatched(shop, own));
    return await readReceived(shop.db, withdrawalId);
  } catch (error) {
    await refund();
    throw error;
  }
}

/** A customer who is known to have placed the order has a limit of their own, which others can't use up. */
function limitsOf({ orderNumber, email }: Statement, address: string, isOwn: boolean): RateLimitKey[] {
  if (isOwn) return [{ limit: "withdrawalByOrder", by: orderNumber }];
  return [
    { limit: "withdrawalByAddress", by: address },
    { limit: "withdrawalMailByEmail", by: email },
  ];
}

/** Finds the order if it is known to be the consumer's, or if the email is its customer's or has received one of its emails. */
async function findOrder(db: Database, { orderNumber, email }: Statement, isOwn: boolean) {
  try {
    const order = await loadOrder(db, await correctOrderNumber(db, orderNumber));
    return isOwn || (await isOrdersEmail(db, order, email)) ? order : undefined;
  } catch (error) {
    if (error instanceof OrderUnknownError) return undefined;
    throw error;
  }
}

/** Whether an email is that of an order's customer, or has received one of its emails. */
export async function isOrdersEmail(db: Database, order: Pick<Order, "id" | "email">, email: string) {
  const emails = [order.email, ...(await readRecipients(db, order.id))].map(normalizeEmail);
  return emails.includes(normalizeEmail(email));
}

/** Where an order's emails went, also before its customer changed their address. */
async function readRecipients(db: Database, orderId: number) {
  const mails = db.selectFrom("sentMails").select("recipient").distinct().where("orderId", "=", orderId);
  // A confirmation of a withdrawal went where its form said.
  return (await mails.where("kind", "!=", "withdrawal").execute()).map(({ recipient }) => recipient);
}

/** The statement's id; a new one if a browser went back and sent the same form with other contents. */
async function freeId(db: Database, statement: Statement, order: Order | undefined) {
  const { withdrawalId, name, orderNumber, email } = statement;
  const saved = await readWithdrawal(db, withdrawalId);
  const content = contentOf(statement, order);
  const said = (one: { name: string; orderNumber: string; email: string; content: string }) =>
    [one.name, one.orderNumber, one.email, one.content].join("\n");
  return !saved || said(saved) === said({ name, orderNumber, email, content }) ? withdrawalId : randomUUID();
}

async function withdrawFrom(shop: Context, order: Order, statement: Statement) {
  const { withdrawalId: returnId, items: comment, chosen } = statement;
  const actor = { type: "customer" as const, id: order.userId };
  const said = { returnId, actor, comment, chosen, receivedAt: shop.now() };
  const { input, isLate } = await readWithdrawalInput(shop, order, said);
  await changeOrder(shop, order.orderNumber, input, {
    alongside: (transaction) => keep(transaction, shop, statement, { order, isLate }),
  });
}

async function keepUnmatched(shop: Context, statement: Statement) {
  await shop.db.transaction().execute((trx) => keep(trx, shop, statement));
}

/** Saves a statement and queues its mails, unless it was saved before. */
async function keep(
  transaction: Database,
  { settings, now }: Context,
  statement: Statement,
  { order, isLate = false }: { order?: Order; isLate?: boolean } = {},
) {
  const { withdrawalId, name, orderNumber, email, chosen } = statement;
  const time = now();
  const saved = await transaction
    .insertInto("withdrawals")
    .values({
      ...{ id: withdrawalId, orderId: order?.id ?? null, orderNumber, name, email },
      content: contentOf(statement, order),
      items: chosen ? JSON.stringify(chosen) : null,
      isLate: isLate ? 1 : 0,
      receivedAt: time.getTime(),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!saved) return;
  await queueMail(transaction, { kind: "withdrawal", recipient: email, withdrawalId }, time);
  const owner = settings.notices.orders;
  if (owner) await queueMail(transaction, { kind: "newWithdrawal", recipient: owner, withdrawalId }, time);
}

function contentOf({ items, chosen }: Statement, order: Order | undefined) {
  if (!chosen) return items || wholeOrder;
  return chosen
    .flatMap(({ productId, quantity }) => {
      const line = order?.lines.find((line) => line.productId === productId);
      return line ? [`${quantity} × ${fullTitle(line)}`] : [];
    })
    .join("\n");
}

function readReceived(db: Database, id: string): Promise<ReceivedStatement> {
  const rows = db.selectFrom("withdrawals").select(["content", "receivedAt"]).where("id", "=", id);
  return rows.executeTakeFirstOrThrow();
}
