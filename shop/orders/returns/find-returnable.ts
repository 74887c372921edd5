import type { Database } from "#database/connect.ts";
import { readReturns } from "../read-returns.ts";
import { readEvents } from "../state/events.ts";
import { type ReturnTerms, returnObstacle } from "../state/return-requests.ts";
import type { StoredOrder } from "../views/read-order.ts";

/** The numbers of those of some orders whose customer can ask to return items of them now. */
export async function findReturnable(db: Database, orders: StoredOrder[], terms: ReturnTerms, now: Date) {
  const sent = orders.filter(({ state }) => state === "sent" || state === "delivered");
  if (!terms.takesReturns || sent.length === 0) return new Set<string>();
  const numbers = sent.map(({ orderNumber }) => orderNumber);
  const rows = await db
    .selectFrom("orders")
    .select(["id", "orderNumber"])
    .where("orderNumber", "in", numbers)
    .execute();
  const ids = new Map(rows.map(({ id, orderNumber }) => [orderNumber, id]));
  const events = await readEvents(db, [...ids.values()]);
  const returns = await readReturns(db, [...ids.values()]);
  const returnable = sent.filter((order) => {
    const id = ids.get(order.orderNumber) ?? 0;
    const asked = { ...order, events: events.get(id) ?? [], returns: returns.get(id) ?? [] };
    return returnObstacle(asked, terms, now) === undefined;
  });
  return new Set(returnable.map(({ orderNumber }) => orderNumber));
}
