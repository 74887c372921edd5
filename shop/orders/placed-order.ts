import type { Database } from "#database/connect.ts";
import type { OrderForm } from "./order-form.ts";

/** What stands of an order that was placed before. */
export interface PlacedOrder {
  orderNumber: string;
  lines: { id: string; quantity: number }[];
}

/** The order that a customer's key stands for; undefined when none was placed with it. */
export async function findPlacedOrder(db: Database, userId: string, checkoutKey: string) {
  const order = await db
    .selectFrom("orders")
    .select(["id", "orderNumber", "paymentMethod", "billingAddress", "deliveryCents"])
    .where("userId", "=", userId)
    .where("checkoutKey", "=", checkoutKey)
    .executeTakeFirst();
  if (!order) return undefined;
  const lines = await db
    .selectFrom("orderLines")
    .select(["productId as id", "quantity", "priceCents"])
    .where("orderId", "=", order.id)
    .execute();
  return { ...order, lines };
}

/** The key with which a customer's order was placed. */
export async function readCheckoutKey(db: Database, userId: string, orderNumber: string) {
  const order = await db
    .selectFrom("orders")
    .select("checkoutKey")
    .where("userId", "=", userId)
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
  return order?.checkoutKey;
}

/** Whether two orders ask for the same: the same goods at the same prices, whatever their lines' order, delivered, paid and billed alike. */
export function hasSameContents(one: Contents, other: Contents) {
  return contentsOf(one) === contentsOf(other);
}

type Contents = Pick<OrderForm, "billingAddress" | "lines" | "deliveryCents"> & { paymentMethod: string };

function contentsOf({ paymentMethod, billingAddress, lines, deliveryCents }: Contents) {
  const sorted = lines.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return JSON.stringify([
    paymentMethod,
    billingAddress,
    deliveryCents,
    sorted.map(({ id, quantity, priceCents }) => [id, quantity, priceCents]),
  ]);
}
