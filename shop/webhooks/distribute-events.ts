import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { insertRows, jsonItems } from "#database/insert-rows.ts";
import type { WebhookDeliveriesTable, WebhookEventsTable } from "#database/schema.ts";
import type { JobHandler } from "../jobs/job-kinds.ts";
import type { Shop } from "../shop.ts";
import { sendSoon } from "./webhooks.ts";

type QueuedEvent = Selectable<WebhookEventsTable>;

/** In one transaction: an import of the whole catalog is many. */
const eventsAtATime = 500;
const pauseMs = 2000;
const idleMs = 60_000;
/** Of products, a webhook keeps only so many that were sent or given up: an import may change all of them. */
const keptOfProducts = 1000;
const keptMs = 30 * 24 * 60 * 60_000;

/** Orders and customers don't wait behind an import's products, and nothing waits behind what someone has asked for. */
export const ranks = { asked: 0, ordinary: 1, products: 2 };

/** Hands what has happened to the webhooks that ask for it. See docs/decisions/0261. */
export function createEventHandler({ db, now }: Pick<Shop, "db" | "now">): JobHandler<"webhookEvents"> {
  return {
    async run(_, signal) {
      while (!signal.aborted && (await distributeSome(db, now()))) {}
      await wakeForgotten(db, now());
      const isUsed = await db
        .selectFrom("webhooks")
        .select("id")
        .where("offAt", "is", null)
        .limit(1)
        .executeTakeFirst();
      return { runAt: new Date(now().getTime() + (isUsed ? pauseMs : idleMs)) };
    },
    retryDelays: [pauseMs, pauseMs],
    everyMs: idleMs,
    failureMessage: () => "Webhooks not told of events",
  };
}

/** @returns whether there may be more */
function distributeSome(db: Database, now: Date) {
  return db.transaction().execute(async (trx) => {
    const first = trx.selectFrom("webhookEvents").select("id").orderBy("id").limit(eventsAtATime);
    const taken = await trx.deleteFrom("webhookEvents").where("id", "in", first).returningAll().execute();
    if (taken.length === 0) return false;
    const events = dropRepeated(taken.toSorted((one, other) => one.id - other.id));
    const messages = events.map((event) => ({ ...event, messageId: `msg_${randomUUID()}` }));
    const webhooks = await trx.selectFrom("webhooks").select(["id", "events"]).where("offAt", "is", null).execute();
    for (const { id, events: asked } of webhooks) {
      const types = new Set<string>(JSON.parse(asked));
      const wanted = messages.filter(({ type }) => types.has(type));
      if (wanted.length === 0) continue;
      await queueDeliveries(trx, id, wanted, now);
      await sendSoon(trx, id, now);
    }
    return taken.length === eventsAtATime;
  });
}

/** A product that changed several times gets one message, because its data is read when that is sent. */
function dropRepeated(events: QueuedEvent[]) {
  const last = new Map(events.map((event) => [keyOf(event), event.id]));
  return events.filter((event) => event.type !== "product.changed" || last.get(keyOf(event)) === event.id);
}

function keyOf({ type, subject }: QueuedEvent) {
  return `${type} ${subject}`;
}

type Message = QueuedEvent & { messageId: string };

async function queueDeliveries(transaction: Database, webhookId: string, messages: Message[], now: Date) {
  const untold = await withoutTold(transaction, webhookId, messages);
  const rows = untold.map(({ messageId, type, subject, data, createdAt }) => ({
    ...{ webhookId, messageId, type, subject, data, createdAt, state: "waiting" as const },
    ...{ rank: type.startsWith("product.") ? ranks.products : ranks.ordinary },
    ...{ startedAt: now.getTime(), nextAt: now.getTime(), attempts: 0 },
  }));
  if (rows.length > 0) await insertRows(transaction, { table: "webhookDeliveries", columns, rows });
}

const columns: (keyof WebhookDeliveriesTable)[] = [
  ...(["webhookId", "messageId", "type", "subject", "data", "createdAt", "state", "rank"] as const),
  ...(["startedAt", "nextAt", "attempts"] as const),
];

/** Leaves out products whose message still waits for its first attempt, because its data is read then. */
async function withoutTold(transaction: Database, webhookId: string, messages: Message[]) {
  const products = messages.filter(({ type }) => type === "product.changed").map(({ subject }) => subject);
  if (products.length === 0) return messages;
  const asText = engineOf(transaction) === "postgres" ? sql`value #>> '{}'` : sql`value`;
  const waiting = await transaction
    .selectFrom("webhookDeliveries")
    .select("subject")
    .where("webhookId", "=", webhookId)
    .where("state", "=", "waiting")
    .where("type", "=", "product.changed")
    .where("attempts", "=", 0)
    .where("subject", "in", sql<string>`(select ${asText} from ${jsonItems(transaction, products)} as items)`)
    .execute();
  const told = new Set(waiting.map(({ subject }) => subject));
  return messages.filter(({ type, subject }) => type !== "product.changed" || !told.has(subject));
}

/** Leaves a webhook the newest of its deliveries of products. */
export async function removeOldOfProducts(db: Database, webhookId: string) {
  const ended = db
    .selectFrom("webhookDeliveries")
    .select("id")
    .where("webhookId", "=", webhookId)
    .where("rank", "=", ranks.products)
    .where("state", "!=", "waiting");
  const oldest = await ended.orderBy("id", "desc").offset(keptOfProducts).limit(1).executeTakeFirst();
  if (!oldest) return;
  const old = ended.where("id", "<=", oldest.id);
  await db.deleteFrom("webhookDeliveries").where("id", "in", old).execute();
}

/** A restored backup has other jobs, and the webhooks of before. */
async function wakeForgotten(db: Database, now: Date) {
  const forgotten = await db
    .selectFrom("webhooks")
    .select("id")
    .where(({ and, exists, not, selectFrom }) => {
      const waiting = selectFrom("webhookDeliveries").select("id").where("state", "=", "waiting");
      const jobs = selectFrom("jobs").select("id").where("kind", "=", "webhooks");
      return and([
        exists(waiting.whereRef("webhookId", "=", "webhooks.id")),
        not(exists(jobs.whereRef("key", "=", "webhooks.id"))),
      ]);
    })
    .execute();
  for (const { id } of forgotten) await sendSoon(db, id, now);
}

/** Removes deliveries that ended a month ago. They have customers' names in them. */
export async function removeOldDeliveries(db: Database, now: Date) {
  await db
    .deleteFrom("webhookDeliveries")
    .where("createdAt", "<", now.getTime() - keptMs)
    .where("state", "!=", "waiting")
    .execute();
}
