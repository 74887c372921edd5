import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { OrdersTable } from "#database/schema.ts";
import { extraColumns } from "../orders/extra-fields.ts";
import { agreedColumns } from "../orders/sums.ts";

/** Nothing was ordered: the idempotency key was used for an order with other contents. */
export class IdempotencyConflictError extends Error {
  override name = "IdempotencyConflictError";
  readonly placed: { orderNumber: string; lines: { id: string; quantity: number }[] };

  constructor({ orderNumber, lines }: PlacedOrder) {
    super(`Idempotency key already used for order ${orderNumber} with different contents`);
    this.placed = { orderNumber, lines: lines.map(({ id, quantity }) => ({ id, quantity })) };
  }
}

/** What idempotency compares of orders besides their lines. */
const contentColumns = [
  ...(["paymentMethod", "billingAddress", "country", "zipCode", "discountCode"] as const),
  ...(["deliveryOptionId", "pickupPlaceId"] as const),
  ...(["recipientName", "deliveryAddress", "billingCountry", "billingZipCode"] as const),
  ...extraColumns,
  ...agreedColumns,
];

interface Contents extends Pick<Selectable<OrdersTable>, (typeof contentColumns)[number]> {
  lines: { id: string; quantity: number; priceCents: number }[];
}

interface PlacedOrder extends Contents {
  orderNumber: string;
}

/** The order that a customer placed with an idempotency key; undefined before that. */
export async function findPlacedOrder(
  db: Database,
  userId: string,
  idempotencyKey: string,
): Promise<PlacedOrder | undefined> {
  const order = await db
    .selectFrom("orders")
    .select(["id", "orderNumber", ...contentColumns])
    .where("userId", "=", userId)
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
  if (!order) return undefined;
  const lines = await db
    .selectFrom("orderLines")
    .select(["productId as id", "quantity", "priceCents"])
    .where("orderId", "=", order.id)
    .execute();
  return { ...order, lines };
}

/** The idempotency key of a customer's order. */
export async function readIdempotencyKey(db: Database, userId: string, orderNumber: string) {
  const order = await db
    .selectFrom("orders")
    .select("idempotencyKey")
    .where("userId", "=", userId)
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
  return order?.idempotencyKey;
}

/** Whether two orders ask for the same. The order of lines doesn't count. */
export function hasSameContents(one: Contents, other: Contents) {
  return toKey(one) === toKey(other);
}

function toKey({ lines, ...columns }: Contents) {
  const sorted = lines.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return JSON.stringify([
    contentColumns.map((column) => columns[column]),
    sorted.map(({ id, quantity, priceCents }) => [id, quantity, priceCents]),
  ]);
}
