import { placeOrder } from "#shop/checkout/place-order.ts";
import { answerParent } from "./answer-parent.ts";
import { connectAt, type DatabaseLocation } from "./database-location.ts";
import { orderOf } from "./orders.ts";

export interface DiscountShopping {
  location: DatabaseLocation;
  userIds: string[];
  code: string;
  /** Whether the process is killed after its first order, while it places the others. */
  isKilled: boolean;
}

/** One of several processes whose shoppers all use the same code at once. Answers how many orders it knows of. */
await answerParent(async ({ location, userIds, code, isKilled }: DiscountShopping) => {
  const { db } = connectAt(location);
  let placed = 0;
  const attempts = userIds.map(async (userId, index) => {
    // Every third shopper saw another discount: their order is undone after it has claimed the code.
    const form = { ...orderOf([["coffee", 1]]), discountCode: code, discountCents: index % 3 === 2 ? 1 : 95 };
    await placeOrder(db, userId, form, new Date());
    placed++;
    if (isKilled) process.send?.(placed, undefined, undefined, () => process.kill(process.pid, "SIGKILL"));
  });
  await Promise.allSettled(attempts);
  await db.destroy();
  return placed;
});
