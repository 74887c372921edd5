import type { Database } from "#database/connect.ts";
import { hasNoOrder } from "../orders/platform-checkout.ts";

const day = 24 * 60 * 60 * 1000;
/** How long a platform can still see that a checkout has expired. */
const keptMs = day;
/** How long a platform may look at an order. What it sent about the buyer goes then. See docs/decisions/0272. */
const ordersKeptMs = 400 * day;

/** Removes carts and checkouts that have expired, and old orders' checkouts. */
export async function removeExpiredSelections(db: Database, now: Date) {
  const time = now.getTime();
  await db.deleteFrom("platformCarts").where("expiresAt", "<=", time).execute();
  await db
    .deleteFrom("platformCheckouts")
    .where((eb) =>
      eb.or([
        eb.and([hasNoOrder(eb), eb("expiresAt", "<=", time - keptMs)]),
        eb("expiresAt", "<=", time - ordersKeptMs),
      ]),
    )
    .execute();
}
