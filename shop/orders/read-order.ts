import type { Database } from "#database/connect.ts";

/** An order as its receipt shows it. Moments are milliseconds since 1970 (UTC). */
export interface Receipt {
  orderNumber: string;
  lines: ReceiptLine[];
  /** Dollars with 2 decimals. */
  totalPrice: string;
  paymentMethod: string;
  billingAddress: string;
  createdAt: number;
  estimatedDelivery: number;
}

export interface ReceiptLine {
  productId: string;
  title: string;
  priceCents: number;
  thumbnail: string;
  brand: string | null;
  quantity: number;
}

const deliveryDays = 3;

/** A customer's own order, or undefined when they have none with that number. */
export async function readReceipt(db: Database, userId: string, orderNumber: string): Promise<Receipt | undefined> {
  const order = await db
    .selectFrom("orders")
    .select(["id", "orderNumber", "totalPrice", "paymentMethod", "billingAddress", "createdAt"])
    .where("userId", "=", userId)
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
  if (!order) return undefined;
  const { id, ...facts } = order;
  const lines = await db
    .selectFrom("orderLines")
    .select(["productId", "title", "priceCents", "thumbnail", "brand", "quantity"])
    .where("orderId", "=", id)
    .orderBy("position")
    .execute();
  const estimatedDelivery = order.createdAt + deliveryDays * 24 * 60 * 60 * 1000;
  return { ...facts, lines: lines.map((line) => ({ ...line })), estimatedDelivery };
}
