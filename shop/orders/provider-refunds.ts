import type { Database } from "#database/connect.ts";
import type { ProviderRefund } from "../payments/payment-provider.ts";
import { type LockedOrder, lockOrder } from "./order-events.ts";
import { hostOf, type Paying } from "./read-payment.ts";
import { noteRefund, noteRefunded } from "./refund-order.ts";

/** The refunds that a provider has of a payment. None when it can't be reached: it refuses by itself to refund more than was paid. */
export async function readProviderRefunds(
  shop: Paying,
  { provider, reference }: { provider: string; reference: string },
): Promise<ProviderRefund[]> {
  try {
    return await hostOf(shop, { provider }).refundsOf(reference);
  } catch (error) {
    shop.log("Refunds not read from the payment provider", error);
    return [];
  }
}

/** Notes what a provider says of a refund of an order's own payment: one of the shop's, or one that was made at the provider's. */
export async function applyProviderRefund(shop: Paying, orderNumber: string, refund: ProviderRefund) {
  const { id, outcome } = refund;
  if (id && (await isRefundOf(shop.db, orderNumber, id))) return noteRefund(shop, id, outcome);
  // Those that the shop did not ask for are known by the provider's name.
  if (outcome.state === "failed") return noteRefund(shop, outcome.externalId, outcome);
  await shop.db.transaction().execute(async (trx) => {
    await bookProviderRefund(trx, await lockOrder(trx, orderNumber), refund, shop);
  });
}

/** Books a refund that was made at the provider's, once it is done. @param order the transaction has to itself */
export async function bookProviderRefund(
  transaction: Database,
  order: LockedOrder,
  { amountCents, outcome }: ProviderRefund,
  { payments, now }: Paying,
) {
  if (outcome.state !== "done") return;
  const { externalId } = outcome;
  const facts = { orderId: order.id, amountCents, externalId, createdAt: now().getTime() };
  const refund = { ...facts, id: externalId, reason: `Paid back at ${payments.name}`, actor: payments.name };
  const inserted = await transaction
    .insertInto("refunds")
    .values({ ...refund, state: "done", dueAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (inserted.numInsertedOrUpdatedRows) await noteRefunded(transaction, order, refund, now());
}

async function isRefundOf(db: Database, orderNumber: string, id: string) {
  const refund = await db
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.orderId")
    .select("refunds.id")
    .where("refunds.id", "=", id)
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
  return refund !== undefined;
}
