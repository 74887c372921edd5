import type { Selectable } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import type { WebhookDeliveriesTable } from "#database/schema.ts";
import { RecordUnknownError } from "../forms/form-errors.ts";

/** A message to a webhook. Moments are milliseconds since 1970 (UTC). */
export type ListedDelivery = Omit<Selectable<WebhookDeliveriesTable>, "webhookId" | "rank" | "startedAt">;

const columns = [
  ...(["id", "messageId", "type", "subject", "data", "createdAt", "state", "attempts", "nextAt"] as const),
  ...(["triedAt", "status", "answer", "problem", "tookMs"] as const),
];

/** Part of a webhook's messages, newest first. @param before the last one of the part before @returns them, and the next part's `before` */
export async function readDeliveries(
  db: Database,
  webhookId: string,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  let query = db.selectFrom("webhookDeliveries").select(columns).where("webhookId", "=", webhookId);
  if (before !== undefined) query = query.where("id", "<", before);
  const rows: ListedDelivery[] = await query
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const deliveries = rows.slice(0, limit);
  return { deliveries, next: rows.length > limit ? deliveries.at(-1)?.id : undefined };
}

/** Locks a message of a webhook. @throws RecordUnknownError */
export async function lockDelivery(transaction: Database, webhookId: string, id: number) {
  const found = transaction
    .selectFrom("webhookDeliveries")
    .select(["id", "state"])
    .where("webhookId", "=", webhookId)
    .where("id", "=", id);
  const row = await (engineOf(transaction) === "postgres" ? found.forUpdate() : found).executeTakeFirst();
  if (!row) throw new RecordUnknownError(String(id));
  return row;
}
