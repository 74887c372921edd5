import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ReturnRequestsTable } from "#database/schema.ts";
import type { RequestedItem, ReturnRequest } from "./state/order.ts";
import { openReturnStates } from "./state/return-requests.ts";

/** The return requests of some orders, the oldest first, by the orders' ids. */
export async function readReturns(db: Database, orderIds: number[]): Promise<Map<number, ReturnRequest[]>> {
  const rows = db.selectFrom("returnRequests").selectAll().where("orderId", "in", orderIds);
  const requests = (await rows.orderBy("createdAt").orderBy("id").execute()).map(fromRow);
  return Map.groupBy(requests, ({ orderId }) => orderId);
}

function fromRow(row: Selectable<ReturnRequestsTable>): ReturnRequest {
  return { ...row, items: itemsFromRow(row) };
}

export function itemsFromRow({ items }: Pick<ReturnRequestsTable, "items">): RequestedItem[] {
  return JSON.parse(items);
}

/** Saves the requests that a change has added or changed. */
export async function saveReturns(transaction: Database, before: ReturnRequest[], after: ReturnRequest[]) {
  for (const request of after.filter((request) => !before.includes(request))) {
    const row = { ...request, items: JSON.stringify(request.items) };
    const isNew = !before.some(({ id }) => id === row.id);
    if (isNew) await transaction.insertInto("returnRequests").values(row).execute();
    else await transaction.updateTable("returnRequests").set(row).where("id", "=", row.id).execute();
  }
}

/** The ids of orders with a return request that the shop hasn't answered, or whose items haven't come back yet. */
export function ordersWithOpenReturns(db: Database) {
  return db.selectFrom("returnRequests").select("orderId").distinct().where("state", "in", openReturnStates);
}
