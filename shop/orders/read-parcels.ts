import type { Database } from "#database/connect.ts";

/** Goods that orders are to be sent with. */
export interface Pick {
  productId: string;
  title: string;
  pieces: number;
  /** In how many orders. */
  orders: number;
}

const mostPicks = 5000;

/** What is to be taken from the shelves for the orders that are paid and not sent yet, by title. */
export async function readPickList(db: Database): Promise<Pick[]> {
  const rows = await db
    .selectFrom("orders")
    .innerJoin("orderLines", "orderLines.orderId", "orders.id")
    .select((eb) => [
      "productId",
      "title",
      eb.fn.sum<number>("quantity").as("pieces"),
      eb.fn.count<number>("orders.id").distinct().as("orders"),
    ])
    .where("state", "=", "paid")
    .groupBy(["productId", "title"])
    .orderBy("title")
    .orderBy("productId")
    .limit(mostPicks)
    .execute();
  return rows.map((row) => ({ ...row, pieces: Number(row.pieces), orders: Number(row.orders) }));
}

/** What goes into a parcel, and where it goes. */
export interface Parcel {
  orderNumber: string;
  name: string;
  address: string;
  /** Milliseconds since 1970 (UTC). */
  createdAt: number;
  lines: { productId: string; title: string; quantity: number }[];
}

/** The parcels of some orders; or of those that are paid and not sent yet, the oldest first. @param limit how many at most */
export async function readParcels(db: Database, orderNumbers: string[], limit: number): Promise<Parcel[]> {
  let query = db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select(["orders.id", "orderNumber", "billingAddress", "orders.createdAt", "firstname", "lastname"])
    .orderBy("orders.createdAt")
    .orderBy("orders.id")
    .limit(limit);
  query = orderNumbers.length > 0 ? query.where("orderNumber", "in", orderNumbers) : query.where("state", "=", "paid");
  const orders = await query.execute();
  if (orders.length === 0) return [];
  const lines = await db
    .selectFrom("orderLines")
    .select(["orderId", "productId", "title", "quantity"])
    .where(
      "orderId",
      "in",
      orders.map(({ id }) => id),
    )
    .orderBy("orderId")
    .orderBy("position")
    .execute();
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return orders.map(({ id, orderNumber, billingAddress, createdAt, firstname, lastname }) => ({
    orderNumber,
    name: `${firstname} ${lastname}`,
    address: billingAddress,
    createdAt,
    lines: (linesByOrder.get(id) ?? []).map(({ orderId: _, ...line }) => line),
  }));
}
