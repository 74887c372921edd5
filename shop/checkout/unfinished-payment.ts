import type { Database } from "#database/connect.ts";
import { paymentTimeout } from "../orders/payment-jobs.ts";
import { manualProvider } from "../payments/provider.ts";

/** A payment at a provider that a customer has left: they can go on with an open one, and one that ended has cancelled its order. */
export interface UnfinishedPayment {
  orderNumber: string;
  isOpen: boolean;
}

/**
 * The payment of a customer's newest order, if they have just left it without paying. Whichever way they come back to the checkout, it says
 * so. See docs/decisions/0079.
 */
export async function readUnfinishedPayment(
  db: Database,
  uid: string,
  now: Date,
): Promise<UnfinishedPayment | undefined> {
  const newest = await db
    .selectFrom("orders")
    .innerJoin("payments", "payments.orderId", "orders.id")
    .select(["orderNumber", "orders.state", "orders.createdAt", "provider", "processingSince", "url"])
    .select("payments.state as paymentState")
    .where("userId", "=", uid)
    .orderBy("orders.createdAt", "desc")
    .orderBy("orders.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!newest || newest.provider === manualProvider || newest.url === null) return undefined;
  if (newest.createdAt <= now.getTime() - paymentTimeout) return undefined;
  const { orderNumber, state, paymentState } = newest;
  if (state === "awaiting-payment" && newest.processingSince === null) return { orderNumber, isOpen: true };
  return state === "cancelled" && paymentState === "failed" ? { orderNumber, isOpen: false } : undefined;
}
