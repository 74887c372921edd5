import type { Database } from "#database/connect.ts";
import type { Shop } from "../shop.ts";
import { clearFailedRefunds, readOutstandingRefunds } from "./failed-refunds.ts";
import { owedOrders } from "./find-orders.ts";
import { lockOrder, takeStep } from "./order-events.ts";
import { requireVersion } from "./order-version.ts";
import { RefundError } from "./refund-order.ts";

/** What of an order waits for its owner to refund it: a return, or a refund that failed. */
export type ClosableRefund = "return" | "failedRefund";

interface Closing {
  actor: string;
  /** For the shop alone. */
  reason: string;
  /** The order's version when its owner decided on it. */
  version?: string | undefined;
}

/** What of an order an owner can close without refunding it; undefined when nothing waits to be refunded. */
export async function readClosable(db: Database, orderId: number): Promise<ClosableRefund | undefined> {
  const owed = await owedOrders(db).where("orders.id", "=", orderId).executeTakeFirst();
  if (owed) return "return";
  return (await readOutstandingRefunds(db, orderId)).length > 0 ? "failedRefund" : undefined;
}

/**
 * Closes a return, or failed refunds, of which the rest isn't refunded: the order leaves those lists. No money moves, and the customer isn't
 * notified. It can still be refunded later.
 *
 * @returns what was closed
 * @throws OrderUnknownError, OrderChangedError; RefundError when nothing waits to be refunded
 */
export function closeRefunds({ db, now }: Pick<Shop, "db" | "now">, orderNumber: string, closing: Closing) {
  const { actor, reason: note, version } = closing;
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderNumber);
    await requireVersion(trx, order, version);
    const closable = await readClosable(trx, order.id);
    if (!closable) throw new RefundError(`Order ${orderNumber} has no return or failed refund to close`);
    const step = closable === "return" ? "returnClosed" : "failedRefundClosed";
    await takeStep(trx, order, { step, actor, note }, now());
    await clearFailedRefunds(trx, order);
    return closable;
  });
}
