import { type Database, engineOf } from "#database/connect.ts";

/** Unpaid orders per customer at a time: a customer can't reserve all stock without paying. */
const mostUnpaid = 5;

/** Nothing was ordered: the customer has too many unpaid orders. */
export class TooManyUnpaidError extends Error {
  override name = "TooManyUnpaidError";
}

/**
 * Makes the unpaid orders of one customer wait for each other, so that each transaction counts those before it. First in the transaction.
 */
export async function lockUnpaidOrders(transaction: Database, userId: string) {
  // A transaction on SQLite has the whole database to itself.
  if (engineOf(transaction) === "sqlite") return;
  const customer = transaction.selectFrom("customers").select("uid").where("uid", "=", userId);
  await customer.forNoKeyUpdate().execute();
}

/** @throws TooManyUnpaidError if a customer has more unpaid orders than allowed, the newest included */
export async function requireUnpaidRoom(transaction: Database, userId: string) {
  const unpaid = await transaction
    .selectFrom("orders")
    .select("id")
    .where("userId", "=", userId)
    .where("state", "=", "awaiting-payment")
    .limit(mostUnpaid + 1)
    .execute();
  if (unpaid.length > mostUnpaid) throw new TooManyUnpaidError(`More than ${mostUnpaid} unpaid orders`);
}
