import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { changedFields, logChange } from "../../changes/change-log.ts";
import type { Shop } from "../../shop.ts";
import { correctOrderNumber } from "../../values/order-number.ts";
import { changeOrder } from "../change-order.ts";
import { loadOrder } from "../load-order.ts";
import { actorName } from "../state/events.ts";
import { type ByActor, ReturnRefusedError } from "../state/order.ts";
import { MatchRefusedError } from "./match-withdrawal.ts";
import { readWithdrawal, returnIdOf, type Withdrawal } from "./read-withdrawals.ts";

/**
 * Takes an order that staff have matched by mistake off a statement of withdrawal, which then waits for its order again. What the match did to the order
 * is taken back, and its customer told if they were emailed. See docs/decisions/0356.
 *
 * @property orderNumber the order that staff see with the statement, so that a match made since then stays
 * @returns the order's number, and whether its customer is emailed
 * @throws MatchRefusedError if the statement doesn't have this order, or what followed can't be undone; OrderUnknownError
 */
export async function unmatchWithdrawal(
  shop: Pick<Shop, "db" | "settings" | "now">,
  id: string,
  { orderNumber: typed, actor }: ByActor & { orderNumber: string },
) {
  const { db } = shop;
  const statement = await readWithdrawal(db, id);
  if (!statement) throw new MatchRefusedError("No withdrawal has this id");
  const { id: orderId, orderNumber } = await loadOrder(db, await correctOrderNumber(db, typed));
  if (statement.orderId === orderId)
    throw new MatchRefusedError(
      `This withdrawal matched order ${orderNumber} by its own number and email, so the match can't be undone. Mark it as done if there is nothing to do.`,
    );
  if (statement.matchedOrderId !== orderId) throw notMatched(orderNumber);
  const returnId = returnIdOf(statement);
  const by = actorName(actor);
  const input = { type: "unmatchWithdrawal", returnId, actor } as const;
  const { mails } = await changeOrder(shop, orderNumber, input, {
    alongside: (transaction) => takeOrderOff(transaction, { statement, orderNumber, by, now: shop.now() }),
  }).catch((error) => {
    throw error instanceof ReturnRefusedError ? new MatchRefusedError(error.message) : error;
  });
  return { orderNumber, isTold: mails.length > 0 };
}

interface Undone {
  statement: Withdrawal;
  orderNumber: string;
  by: string;
  now: Date;
}

/** Keeps the match as one that was undone, and lets the statement wait for its order. @throws MatchRefusedError if someone else was faster */
async function takeOrderOff(transaction: Database, { statement, orderNumber, by, now }: Undone) {
  const { id, matchedOrderId, matchedBy, matchedAt, doneAt } = (await readWithdrawal(transaction, statement.id)) ?? {};
  const returnId = returnIdOf(statement);
  if (!id || !matchedOrderId || !matchedBy || !matchedAt || matchedAt !== statement.matchedAt)
    throw notMatched(orderNumber);
  await transaction
    .insertInto("undoneMatches")
    .values({
      ...{ returnId, withdrawalId: id, orderId: matchedOrderId, matchedBy, matchedAt },
      ...{ undoneBy: by, undoneAt: now.getTime() },
    })
    .execute();
  await transaction
    .updateTable("withdrawals")
    .set({ matchedOrderId: null, matchedBy: null, matchedAt: null, returnId: randomUUID(), doneAt: null })
    .where("id", "=", id)
    .execute();
  const fields = changedFields({ order: orderNumber, done: doneAt !== null }, { order: null, done: false });
  const change = {
    actor: by,
    kind: "withdrawal",
    subject: statement.orderNumber,
    action: "unmatched",
    fields,
  } as const;
  await logChange(transaction, change, now);
}

function notMatched(orderNumber: string) {
  return new MatchRefusedError(`This withdrawal isn't matched with order ${orderNumber} any more`);
}
