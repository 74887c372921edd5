import { answerParent } from "./answer-parent.ts";
import { connectAt, type DatabaseLocation } from "./database-location.ts";
import { orderOf, tryToOrder } from "./orders.ts";

export interface Shopping {
  location: DatabaseLocation;
  userId: string;
  purchases: number;
}

/** One of several processes that buy single pieces of the same product, all at once. Answers how many it got. */
await answerParent(async ({ location, userId, purchases }: Shopping) => {
  const { db } = connectAt(location);
  const attempts = Array.from({ length: purchases }, () => tryToOrder(db, userId, orderOf([["coffee", 1]])));
  const outcomes = await Promise.all(attempts);
  await db.destroy();
  return outcomes.filter((outcome) => typeof outcome === "string").length;
});
