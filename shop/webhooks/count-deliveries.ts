import type { Database } from "#database/connect.ts";

/** How many messages to webhooks aren't delivered yet: `waiting` for their first attempt, or `retrying` after one that failed. */
export async function countDeliveries(db: Database) {
  const { all, tried } = await db
    .selectFrom("webhookDeliveries")
    .select(({ fn }) => [
      fn.countAll<number>().as("all"),
      fn.countAll<number>().filterWhere("triedAt", "is not", null).as("tried"),
    ])
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  const retrying = Number(tried);
  return { waiting: Number(all) - retrying, retrying };
}
