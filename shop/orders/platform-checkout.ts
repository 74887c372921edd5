import type { ExpressionBuilder } from "kysely";
import type { Database } from "#database/connect.ts";
import type { OrderTransition, Schema } from "#database/schema.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { manualProvider } from "../payments/provider.ts";

interface NewOrder {
  orderId: number;
  lines: { id: string }[];
  now: Date;
}

/**
 * Makes a new order the one of the platform's checkout that it came from, in the order's transaction. It has to have some of the checkout's products;
 * the buyer may have changed the rest. A checkout has one order: that of a buyer who left the payment page makes room for the next. An order
 * whose checkout is taken, cancelled or expired is a customer's own like any other. See docs/decisions/0273.
 *
 * @param link the checkout's, as its buyer opened it
 */
export async function claimPlatformCheckout(transaction: Database, link: string, { orderId, lines, now }: NewOrder) {
  const checkouts = transaction.selectFrom("platformCheckouts").select(["id", "items"]).where("link", "=", link);
  const checkout = await checkouts.executeTakeFirst();
  if (!checkout) return;
  const items: { id: string }[] = JSON.parse(checkout.items);
  const chosen = new Set(items.map(({ id }) => id));
  if (!lines.some(({ id }) => chosen.has(id))) return;
  await transaction
    .updateTable("platformCheckouts")
    .set({ orderId })
    .where("id", "=", checkout.id)
    .where("canceledAt", "is", null)
    .where("expiresAt", ">", now.getTime())
    .where(hasNoOrder)
    .execute();
}

/** Whether a checkout's buyer has ordered nothing, or left the payment page without paying. */
export function hasNoOrder(eb: ExpressionBuilder<Schema, "platformCheckouts">) {
  const unpaid = eb.selectFrom("payments").select("orderId").where("state", "=", "failed");
  return eb.or([eb("orderId", "is", null), eb("orderId", "in", unpaid.where("provider", "!=", manualProvider))]);
}

/** The steps that platforms are notified of. */
const toldSteps: OrderTransition[] = [
  ...(["paid", "sent", "sentUndone", "delivered", "cancelled", "returned", "itemReturned"] as const),
  ...(["refunded", "refundedInPart", "refundFailed", "paymentUndone"] as const),
];

/**
 * Queues a message about an order to the platform that its buyer came from, in the transaction of its cause.
 *
 * @param events those that are new; none for an order that was just placed
 */
export async function tellPlatform(
  transaction: Database,
  orderId: number,
  { events, now }: { events: { step: OrderTransition; position: number }[]; now: Date },
) {
  const told = events.filter(({ step }) => toldSteps.includes(step));
  if (events.length > 0 && told.length === 0) return;
  const checkout = await transaction
    .selectFrom("platformCheckouts")
    .select("id")
    .where("orderId", "=", orderId)
    .where("webhookUrl", "is not", null)
    .where("canceledAt", "is", null)
    .executeTakeFirst();
  if (!checkout) return;
  const payload = { checkoutId: checkout.id, orderEvent: told.at(-1)?.position ?? 0 };
  await enqueue(transaction, "platformOrders", { payload, now });
}
