import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { logChange } from "../changes/change-log.ts";
import { RecordUnknownError } from "../forms/form-errors.ts";
import { ranks } from "./distribute-events.ts";
import { lockDelivery } from "./read-deliveries.ts";
import { sendSoon, type WebhookContext } from "./webhooks.ts";

const testType = "webhook.test";

/** Sends a test to a webhook, ahead of everything else and also while it is off. @throws RecordUnknownError */
export async function askForTest({ db, now }: WebhookContext, webhookId: string, actor: string) {
  const time = now().getTime();
  await db.transaction().execute(async (trx) => {
    const address = await freeWebhook(trx, webhookId);
    const data = JSON.stringify({ webhookId, message: "This is a test" });
    const message = { webhookId, messageId: `msg_${randomUUID()}`, type: testType, subject: webhookId, data };
    const tried = { triedAt: null, status: null, answer: null, problem: null, tookMs: null };
    const times = { createdAt: time, startedAt: time, nextAt: time };
    const row = { ...message, ...times, ...tried, rank: ranks.asked, state: "waiting" as const };
    await trx.insertInto("webhookDeliveries").values(row).execute();
    await sendSoon(trx, webhookId, now());
    await logChange(trx, { actor, kind: "webhook", subject: address, action: "tested" }, now());
  });
}

/** Sends a message again that was delivered or given up, or one that waits at once. It keeps its id. @throws RecordUnknownError */
export async function sendAgain({ db, now }: WebhookContext, webhookId: string, deliveryId: number, actor: string) {
  const time = now().getTime();
  await db.transaction().execute(async (trx) => {
    const address = await freeWebhook(trx, webhookId);
    const { id, state } = await lockDelivery(trx, webhookId, deliveryId);
    // One that waits is tried for as long as before.
    const restarted = state === "waiting" ? {} : { state: "waiting" as const, attempts: 0 };
    await trx
      .updateTable("webhookDeliveries")
      .set({ ...restarted, nextAt: time })
      .where("id", "=", id)
      .execute();
    await sendSoon(trx, webhookId, now());
    await logChange(trx, { actor, kind: "webhook", subject: address, action: "sent again" }, now());
  });
}

/** Ends the pause of a webhook that has failed. @returns its address @throws RecordUnknownError */
async function freeWebhook(transaction: Database, id: string) {
  const free = transaction.updateTable("webhooks").set({ pausedUntil: null }).where("id", "=", id);
  const webhook = await free.returning("address").executeTakeFirst();
  if (!webhook) throw new RecordUnknownError(id);
  return webhook.address;
}
