import type { Database } from "#database/connect.ts";
import type { ReturnState } from "#database/schema.ts";
import { fullTitle, withOptions } from "../../values/product-options.ts";
import { itemsFromRow } from "../read-returns.ts";
import { returnJson } from "../return-json.ts";

interface ReturnSearch {
  state?: ReturnState | undefined;
  /** The last one of the page before. */
  after?: { createdAt: number; id: string } | undefined;
  limit: number;
}

/** Return requests of all orders with the titles of their items, newest first. */
export async function findReturns(db: Database, { state, after, limit }: ReturnSearch) {
  const rows = await db
    .selectFrom("returnRequests")
    .innerJoin("orders", "orders.id", "returnRequests.orderId")
    .selectAll("returnRequests")
    .select("orderNumber")
    .$if(state !== undefined, (query) => query.where("returnRequests.state", "=", state as ReturnState))
    .$if(after !== undefined, (query) => {
      const { createdAt, id } = after as { createdAt: number; id: string };
      return query.where((eb) =>
        eb(eb.refTuple("returnRequests.createdAt", "returnRequests.id"), "<", eb.tuple(createdAt, id)),
      );
    })
    .orderBy("returnRequests.createdAt", "desc")
    .orderBy("returnRequests.id", "desc")
    .limit(limit)
    .execute();
  const lines = await readTitles(
    db,
    rows.map(({ orderId }) => orderId),
  );
  return rows.map((row) => ({
    ...row,
    json: {
      ...returnJson({ ...row, items: itemsFromRow(row) }, lines.get(row.orderId) ?? []),
      orderNumber: row.orderNumber,
    },
  }));
}

async function readTitles(db: Database, orderIds: number[]) {
  if (orderIds.length === 0) return new Map<number, { productId: string; title: string }[]>();
  const lines = await db
    .selectFrom("orderLines")
    .select(["orderId", "productId", "title", "options"])
    .where("orderId", "in", orderIds)
    .execute();
  const titled = lines.map((line) => ({ ...line, title: fullTitle(withOptions(line)) }));
  return Map.groupBy(titled, ({ orderId }) => orderId);
}
