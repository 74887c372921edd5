import type { Database } from "#database/connect.ts";
import { isUnderEuConsumerLaw } from "../settings/consumer-law.ts";
import { readReturns } from "./read-returns.ts";
import { readEvents } from "./state/events.ts";
import { type ReturnTerms, returnObstacle } from "./state/return-requests.ts";
import type { StoredOrder } from "./views/read-order.ts";
import { canWithdraw } from "./withdrawals/can-withdraw.ts";

type Terms = ReturnTerms & Parameters<typeof canWithdraw>[1];

/** The numbers of the orders with items that their customer can return now, and of those that they can withdraw from. */
export async function findCustomerSteps(db: Database, orders: StoredOrder[], terms: Terms, now: Date) {
  const mayWithdraw = isUnderEuConsumerLaw(terms);
  const asked = orders.filter(
    ({ state }) => mayWithdraw || (terms.takesReturns && ["sent", "delivered"].includes(state)),
  );
  const numbers = asked.map(({ orderNumber }) => orderNumber);
  if (numbers.length === 0) return { returnable: new Set<string>(), withdrawable: new Set<string>() };
  const rows = await db
    .selectFrom("orders")
    .select(["id", "orderNumber"])
    .where("orderNumber", "in", numbers)
    .execute();
  const ids = new Map(rows.map(({ id, orderNumber }) => [orderNumber, id]));
  const events = await readEvents(db, [...ids.values()]);
  const returns = await readReturns(db, [...ids.values()]);
  const known = asked.map((order) => {
    const id = ids.get(order.orderNumber) ?? 0;
    return { ...order, events: events.get(id) ?? [], returns: returns.get(id) ?? [] };
  });
  const numbersOf = (found: typeof known) => new Set(found.map(({ orderNumber }) => orderNumber));
  return {
    returnable: numbersOf(known.filter((order) => returnObstacle(order, terms, now) === undefined)),
    withdrawable: numbersOf(known.filter((order) => canWithdraw(order, terms, now))),
  };
}
