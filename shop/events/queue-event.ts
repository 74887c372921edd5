import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import type { EventType } from "./event-types.ts";

/** Something that happened, and what it happened to: an order's number, a product's id or a customer's uid. */
export interface NewEvent {
  type: EventType;
  subject: string;
}

const selectWanted = prepared<object>()((db) => db.selectFrom("webhooks").select("events").where("offAt", "is", null));

/**
 * Keeps events for the webhooks that ask for them, in the transaction of their cause. Nothing is kept, and nothing read but one small table, while
 * none asks. Triggers keep those of products (docs/decisions/0261).
 *
 * @param read what the messages say, in JSON, as it is now; without it, it is read when they are sent
 */
export async function queueEvents(transaction: Database, events: NewEvent[], now: Date, read?: () => Promise<unknown>) {
  if (events.length === 0) return;
  const wanted = new Set((await selectWanted(transaction, {})).flatMap((row): string[] => JSON.parse(row.events)));
  const kept = events.filter(({ type }) => wanted.has(type));
  if (kept.length === 0) return;
  const data = read ? JSON.stringify(await read()) : null;
  const rows = kept.map((event) => ({ ...event, data, createdAt: now.getTime() }));
  await transaction.insertInto("webhookEvents").values(rows).execute();
}
