import type { Database } from "#database/connect.ts";
import { findOrders, type OrderSearch } from "./find-orders.ts";

/**
 * The numbers of the orders before and after one in a search's list; undefined at its ends. The order's place is its time, so that a step which takes
 * it off the list doesn't lose it.
 */
export async function findNeighbors(
  db: Database,
  orderNumber: string,
  search: Omit<OrderSearch, "after" | "limit">,
): Promise<{ previous: string | undefined; next: string | undefined }> {
  const after = await db
    .selectFrom("orders")
    .select(["id", "createdAt"])
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
  if (!after) return { previous: undefined, next: undefined };
  const first = async (sort: OrderSearch["sort"]) => {
    const { orders } = await findOrders(db, { ...search, sort, after, limit: 1 });
    return orders[0]?.orderNumber;
  };
  const otherWay = search.sort === "newest" ? "oldest" : "newest";
  return { previous: await first(otherWay), next: await first(search.sort) };
}
