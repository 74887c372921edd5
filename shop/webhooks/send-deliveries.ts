import type { Selectable, Updateable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { WebhookDeliveriesTable } from "#database/schema.ts";
import { logChange } from "../changes/change-log.ts";
import type { JobHandler } from "../jobs/job-kinds.ts";
import { queueMail } from "../jobs/mail-queue.ts";
import { readOwners } from "../owners/owners.ts";
import type { Shop } from "../shop.ts";
import { removeOldOfProducts } from "./distribute-events.ts";
import { readData } from "./read-data.ts";
import { type Answer, sendMessage, signMessage } from "./send-message.ts";
import { openSecrets, retryWaiting, turnOff, type WebhookRow } from "./webhooks.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** After each failure of a message; the last one repeats. */
const retryDelays = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour];
/** Then it is given up. */
const retryForMs = 3 * 24 * hour;
/** After so many failed new messages in a row, a webhook is paused, and then tried with one message. */
const failuresBeforePause = 3;
const pauses = [10 * second, minute, 5 * minute, 10 * minute];
/** Of one webhook; each of another order, product or customer. */
const mostAtOnce = 5;
/** Then other webhooks get their turn. */
const turnMs = 20 * second;
const retryOfJob = [10 * second, minute];

type Context = Pick<Shop, "db" | "now" | "settings">;
type Delivery = Selectable<WebhookDeliveriesTable>;

/**
 * Sends the due messages of one webhook. A message waits for the earlier ones of its order, product or customer; it is sent at least once, and
 * always with the same id. See docs/decisions/0262.
 */
export function createWebhookHandler(context: Context): JobHandler<"webhooks"> {
  const { db, now } = context;
  return {
    async run({ payload: { webhookId } }, signal) {
      const end = performance.now() + turnMs;
      do {
        const webhook = await db.selectFrom("webhooks").selectAll().where("id", "=", webhookId).executeTakeFirst();
        if (!webhook) return undefined;
        if ((webhook.pausedUntil ?? 0) > now().getTime()) return { runAt: new Date(webhook.pausedUntil ?? 0) };
        const due = await takeDue(db, webhook, now());
        if (due.length === 0) {
          await removeOldOfProducts(db, webhookId);
          return nextRun(db, webhookId);
        }
        const tries = await Promise.all(due.map((delivery) => deliver(context, webhook, delivery, signal)));
        await noteHealth(context, webhook, tries);
      } while (performance.now() < end);
      await removeOldOfProducts(db, webhookId);
      return { runAt: now() };
    },
    atOnce: 10,
    retryDelays: retryOfJob,
    retryForMs: Number.POSITIVE_INFINITY,
    isAboutOneJob: () => true,
    failureMessage: ({ webhookId }) => `Messages of webhook ${webhookId} not sent`,
  };
}

/** The messages that wait, each without those that wait for an earlier one. */
function waitingFor(db: Database, webhookId: string) {
  return db
    .selectFrom("webhookDeliveries as due")
    .where("webhookId", "=", webhookId)
    .where("state", "=", "waiting")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("webhookDeliveries as before")
            .select("before.id")
            .where("before.state", "=", "waiting")
            .whereRef("before.webhookId", "=", "due.webhookId")
            .whereRef("before.subject", "=", "due.subject")
            .whereRef("before.rank", "=", "due.rank")
            .whereRef("before.id", "<", "due.id"),
        ),
      ),
    );
}

/** An attempt is counted before it is made: a product that changes after that gets another message. */
async function takeDue(db: Database, { id, failures }: WebhookRow, now: Date): Promise<Delivery[]> {
  const due = waitingFor(db, id).select("due.id").where("nextAt", "<=", now.getTime());
  const first = due
    .orderBy("rank")
    .orderBy("nextAt")
    .orderBy("due.id")
    .limit(failures > 0 ? 1 : mostAtOnce);
  const ids = (await first.execute()).map((row) => row.id);
  if (ids.length === 0) return [];
  return db
    .updateTable("webhookDeliveries")
    .set((eb) => ({
      attempts: eb("attempts", "+", 1),
      startedAt: eb.case().when("attempts", "=", 0).then(now.getTime()).else(eb.ref("startedAt")).end(),
    }))
    .where("id", "in", ids)
    .where("state", "=", "waiting")
    .returningAll()
    .execute();
}

async function nextRun(db: Database, webhookId: string) {
  const next = waitingFor(db, webhookId).select((eb) => eb.fn.min("nextAt").as("nextAt"));
  const { nextAt } = await next.executeTakeFirstOrThrow();
  return nextAt === null ? undefined : { runAt: new Date(Number(nextAt)) };
}

interface Try {
  isFirst: boolean;
  /** Undefined if there was nothing to send any more. */
  answer: Answer | undefined;
}

async function deliver(context: Context, webhook: WebhookRow, delivery: Delivery, signal: AbortSignal): Promise<Try> {
  const { db, now } = context;
  const isFirst = delivery.attempts === 1;
  const data = delivery.data ?? JSON.stringify(await readData(db, delivery));
  if (data === undefined) {
    await db.deleteFrom("webhookDeliveries").where("id", "=", delivery.id).execute();
    return { isFirst: false, answer: undefined };
  }
  const answer = await send(context, webhook, { ...delivery, data }, signal);
  const { isDelivered, ...tried } = answer;
  const result = { ...tried, data, triedAt: now().getTime() };
  if (isDelivered) await save(db, delivery, { ...result, state: "delivered" });
  else await saveFailure(context, webhook, delivery, result);
  return { isFirst, answer };
}

async function send(
  { settings, now }: Context,
  webhook: WebhookRow,
  { type, createdAt, data, messageId }: Delivery,
  signal: AbortSignal,
): Promise<Answer> {
  const head = JSON.stringify({ type, timestamp: new Date(createdAt).toISOString() });
  const body = `${head.slice(0, -1)},"data":${data}}`;
  try {
    const secrets = openSecrets(webhook, settings.authSecret, now());
    const headers = signMessage(messageId, body, secrets, now());
    return await sendMessage({ address: webhook.address, body, headers }, settings, signal);
  } catch (error) {
    signal.throwIfAborted();
    const problem = error instanceof Error ? error.message : String(error);
    return { isDelivered: false, status: null, answer: null, problem, tookMs: 0 };
  }
}

async function save(db: Database, { id }: Delivery, change: Updateable<WebhookDeliveriesTable>) {
  await db.updateTable("webhookDeliveries").set(change).where("id", "=", id).execute();
}

async function saveFailure(
  context: Context,
  webhook: WebhookRow,
  delivery: Delivery,
  tried: Updateable<WebhookDeliveriesTable>,
) {
  const { db, now } = context;
  const time = now().getTime();
  const last = delivery.startedAt + retryForMs;
  if (time >= last) return giveUp(context, webhook, delivery, tried);
  const delay = retryDelays[delivery.attempts - 1] ?? retryDelays.at(-1) ?? 0;
  await save(db, delivery, { ...tried, nextAt: Math.min(time + delay, last) });
}

/** Gives a message up. If nothing was delivered while it was tried, the webhook is switched off. Owners get an email about both. */
async function giveUp(
  { db, now }: Context,
  { id, address }: WebhookRow,
  delivery: Delivery,
  tried: Updateable<WebhookDeliveriesTable>,
) {
  await db.transaction().execute(async (trx) => {
    await save(trx, delivery, { ...tried, state: "failed" });
    const webhook = await trx
      .selectFrom("webhooks")
      .select(["offAt", "deliveredAt"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!webhook || webhook.offAt !== null) return;
    const isDown = (webhook.deliveredAt ?? 0) < delivery.startedAt;
    if (isDown) {
      await turnOff(trx, id, now());
      const change = { actor: "shop", kind: "webhook", subject: address, action: "switched off" } as const;
      await logChange(trx, change, now());
    }
    for (const { email, role } of await readOwners(trx)) {
      if (role !== "owner") continue;
      const mail = { kind: "webhookFailed", recipient: email, webhookId: id, deliveryId: delivery.id } as const;
      await queueMail(trx, mail, now());
    }
  });
}

/** Pauses a webhook that keeps failing, and sends all that waits once it answers again. */
async function noteHealth({ db, now }: Context, webhook: WebhookRow, tries: Try[]) {
  const time = now().getTime();
  const own = db.updateTable("webhooks").where("id", "=", webhook.id);
  if (tries.some(({ answer }) => answer?.isDelivered)) {
    await own.set({ deliveredAt: time, failures: 0 }).execute();
    if (webhook.failures >= failuresBeforePause)
      await db.transaction().execute((trx) => retryWaiting({ now }, trx, webhook.id));
    return;
  }
  // A message that is refused again and again doesn't hold up others.
  if (!tries.some(({ isFirst }) => isFirst)) return;
  const failures = webhook.failures + 1;
  const pause = failures < failuresBeforePause ? 0 : (pauses[failures - failuresBeforePause] ?? pauses.at(-1) ?? 0);
  await own.set({ failures, pausedUntil: pause === 0 ? null : time + pause }).execute();
}
