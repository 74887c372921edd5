import { type Selectable, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { WithdrawalsTable } from "#database/schema.ts";
import { hasOpenWithdrawal, isOpenStatement, isRepeat, orderIdOf } from "../open-withdrawals.ts";

/** A statement of withdrawal. Moments are milliseconds since 1970 (UTC). */
export type Withdrawal = Selectable<WithdrawalsTable>;

export function readWithdrawal(db: Database, id: string): Promise<Withdrawal | undefined> {
  return db.selectFrom("withdrawals").selectAll().where("id", "=", id.slice(0, 36)).executeTakeFirst();
}

/** The id of a statement's return request, which the events of its order name too. */
export function returnIdOf({ id, returnId }: Pick<Withdrawal, "id" | "returnId">) {
  return returnId ?? id;
}

/** The same as `returnIdOf`, in a query. */
export const returnIdOfRow = sql<string>`coalesce(${sql.ref("withdrawals.returnId")}, ${sql.ref("withdrawals.id")})`;

/** Notes once when a statement's confirmation was emailed. */
export async function recordConfirmation(db: Database, id: string, now: Date) {
  const unsent = db.updateTable("withdrawals").where("id", "=", id).where("mailedAt", "is", null);
  await unsent.set({ mailedAt: now.getTime() }).execute();
}

/** Whether an order's customer has withdrawn, and staff aren't done with that. */
export async function isWithdrawn(db: Database, orderNumber: string) {
  const order = db.selectFrom("orders").select("id").where("orderNumber", "=", orderNumber).where(hasOpenWithdrawal);
  return (await order.executeTakeFirst()) !== undefined;
}

/** The statements about an order, the oldest first. */
export function readWithdrawalsOf(db: Database, orderNumber: string): Promise<Withdrawal[]> {
  return db
    .selectFrom("withdrawals")
    .selectAll("withdrawals")
    .where((eb) => {
      const order = eb.selectFrom("orders").select("orders.id").where("orders.orderNumber", "=", orderNumber);
      return eb.or([eb("withdrawals.orderId", "=", order), eb("withdrawals.matchedOrderId", "=", order)]);
    })
    .orderBy("receivedAt")
    .execute();
}

/**
 * The statements that wait for staff: those about no order, and those about an order with items that no return request follows. Others are done with
 * their return request. Repeats of an open one don't count.
 */
export function waitingWithdrawals(db: Database) {
  return db
    .selectFrom("withdrawals")
    .leftJoin("orders", (join) => join.on("orders.id", "=", orderIdOf()))
    .select("withdrawals.id")
    .where(isOpenStatement)
    .where((eb) =>
      eb.or([eb(orderIdOf(), "is", null), eb("orders.state", "in", ["awaiting-payment", "paid", "sent", "delivered"])]),
    )
    .where((eb) => {
      const requests = eb.selectFrom("returnRequests").select("returnRequests.id").where("kind", "=", "withdrawal");
      return eb.not(eb.exists(requests.where("returnRequests.id", "=", returnIdOfRow)));
    });
}

/** The order numbers that customers typed, by the ids of their statements. */
export async function readTypedNumbers(db: Database, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom("withdrawals").select(["id", "orderNumber"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, orderNumber }) => [id, orderNumber]));
}

/** The matches that staff have undone of some statements, the oldest first, with the numbers of their orders. */
export async function readUndoneMatches(db: Database, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("undoneMatches")
    .innerJoin("orders", "orders.id", "undoneMatches.orderId")
    .select(["withdrawalId", "orderNumber", "matchedBy", "matchedAt", "undoneBy", "undoneAt"])
    .where("withdrawalId", "in", ids)
    .orderBy("undoneAt")
    .execute();
}

export const withdrawalStates = ["waiting", "all"] as const;

interface WithdrawalSearch {
  state?: (typeof withdrawalStates)[number] | undefined;
  /** The last one of the page before. */
  after?: { receivedAt: number; id: string } | undefined;
  limit: number;
}

/** Statements of withdrawal with the order that each matches, newest first. */
export async function findWithdrawals(db: Database, search: WithdrawalSearch) {
  const ids = await findIds(db, search);
  if (ids.length === 0) return [];
  return db
    .selectFrom("withdrawals")
    .leftJoin("orders as matched", (join) => join.on("matched.id", "=", orderIdOf()))
    .selectAll("withdrawals")
    .leftJoin("returnRequests", (join) => join.on("returnRequests.id", "=", returnIdOfRow))
    .select([
      "matched.orderNumber as matchedNumber",
      "matched.state as orderState",
      "returnRequests.state as returnState",
    ])
    .select((eb) => [
      eb("withdrawals.id", "in", waitingWithdrawals(db).where("withdrawals.id", "in", ids)).as("isWaiting"),
      isRepeat(eb).as("isRepeat"),
      eb
        .exists(
          eb
            .selectFrom("refunds")
            .select("refunds.id")
            .where("refunds.orderId", "=", orderIdOf() as never)
            .where("refunds.state", "!=", "failed"),
        )
        .as("isRefunded"),
    ])
    .where("withdrawals.id", "in", ids)
    .orderBy("withdrawals.receivedAt", "desc")
    .orderBy("withdrawals.id", "desc")
    .execute();
}

/** Of one page: what lists show of each statement takes several queries, which the others are spared. */
async function findIds(db: Database, { state = "all", after, limit }: WithdrawalSearch) {
  const found = state === "waiting" ? waitingWithdrawals(db) : db.selectFrom("withdrawals").select("withdrawals.id");
  const rows = await found
    .$if(after !== undefined, (query) => {
      const { receivedAt, id } = after as { receivedAt: number; id: string };
      return query.where((eb) =>
        eb(eb.refTuple("withdrawals.receivedAt", "withdrawals.id"), "<", eb.tuple(receivedAt, id)),
      );
    })
    .orderBy("withdrawals.receivedAt", "desc")
    .orderBy("withdrawals.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

type FoundWithdrawal = Awaited<ReturnType<typeof findWithdrawals>>[number];

/** What became of a statement, as staff read it. */
export function withdrawalStatus({
  doneAt,
  isWaiting,
  isRepeat,
  isRefunded,
  orderState,
  returnState,
}: FoundWithdrawal) {
  const refunded = isRefunded ? " and refunded" : "";
  if (doneAt !== null) return "Done";
  if (isWaiting) return "Waiting";
  if (orderState === "cancelled") return `Cancelled${refunded}`;
  if (orderState === "returned" || returnState === "received") return `Returned${refunded}`;
  if (orderState === "refunded") return "Refunded";
  if (returnState === "accepted") return "Waiting for the items";
  if (returnState === "requested") return "Waiting for your answer";
  if (returnState === "declined") return "Return declined or closed";
  return isRepeat ? "Same as an earlier one" : "Done";
}

/** A statement as programs read it. */
export function withdrawalJson({ matchedNumber, orderNumber: typed, ...row }: FoundWithdrawal) {
  const { id, name, email, content, isLate, receivedAt, mailedAt, doneAt, matchedBy, matchedAt } = row;
  const moment = (value: number | null) => (value === null ? null : new Date(value).toISOString());
  return {
    ...{ id, orderNumber: matchedNumber, typedOrderNumber: typed, name, email, content, isLate: isLate === 1 },
    ...{ receivedAt: new Date(receivedAt).toISOString(), confirmedAt: moment(mailedAt), doneAt: moment(doneAt) },
    ...{ matchedBy, matchedAt: moment(matchedAt), returnId: row.returnState === null ? null : returnIdOf(row) },
  };
}
