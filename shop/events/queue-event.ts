import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import type { EventType } from "./event-types.ts";

/** Something that happened, and what it happened to: an order's number, a product's id or a customer's uid. */
export interface NewEvent {
  type: EventType;
  subject: string;
}

const selectWanted = prepared<object>()((db) => db.selectFrom("webhooks").select("events").where("offAt", "is", null));

/** The events that any webhook asks for. */
export async function readWantedEvents(db: Database): Promise<ReadonlySet<string>> {
  return new Set((await selectWanted(db, {})).flatMap((row): string[] => JSON.parse(row.events)));
}

/** What a message says, in JSON, as it is now. */
type ReadData = () => Promise<unknown>;

/**
 * Keeps events for the webhooks that ask for them, in the transaction of their cause. Nothing is kept, and nothing read but one small table, while
 * none asks. Triggers keep those of products (docs/decisions/0261).
 *
 * @param read without it, the message's data is read when it is sent
 * @param wanted what the same transaction has read already
 */
export async function queueEvents(
  transaction: Database,
  events: NewEvent[],
  now: Date,
  { read, wanted }: { read?: ReadData; wanted?: ReadonlySet<string> | undefined } = {},
) {
  if (events.length === 0) return;
  const asked = wanted ?? (await readWantedEvents(transaction));
  const kept = events.filter(({ type }) => asked.has(type));
  if (kept.length === 0) return;
  const data = read ? JSON.stringify(await read()) : null;
  const rows = kept.map((event) => ({ ...event, data, createdAt: now.getTime() }));
  await transaction.insertInto("webhookEvents").values(rows).execute();
}
