import type { Database } from "#database/connect.ts";

/** What a mail says of a message that was given up; undefined if its webhook was deleted. */
export async function readGivenUp(db: Database, webhookId: string, deliveryId: number) {
  const row = await db
    .selectFrom("webhookDeliveries")
    .innerJoin("webhooks", "webhooks.id", "webhookDeliveries.webhookId")
    .select(["address", "type", "subject", "problem", "offAt"])
    .where("webhookId", "=", webhookId)
    .where("webhookDeliveries.id", "=", deliveryId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { offAt, ...givenUp } = row;
  return { ...givenUp, isOff: offAt !== null };
}
