import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import type { WebhooksTable } from "#database/schema.ts";
import { changedFields, logChange, type NewChange } from "../changes/change-log.ts";
import type { EventType } from "../events/event-types.ts";
import { FormRefusedError, RecordUnknownError } from "../forms/form-errors.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { seal } from "../secrets/seal.ts";
import type { Shop } from "../shop.ts";
import { createSecret, openSecret } from "./secrets.ts";
import type { WebhookFields } from "./webhook-form.ts";

/** A webhook as owners and programs see it, which is never its secret. Moments are milliseconds since 1970 (UTC). */
export interface ListedWebhook extends WebhookFields {
  id: string;
  createdAt: number;
  /** Null while it is on. */
  offAt: number | null;
  /** Attempts in a row that failed. */
  failures: number;
  /** When it last accepted a message. */
  deliveredAt: number | null;
  /** How many messages it hasn't accepted yet. */
  waiting: number;
}

export type WebhookContext = Pick<Shop, "db" | "now" | "settings">;
export type WebhookRow = Selectable<WebhooksTable>;

const mostWebhooks = 20;
/** Messages are signed with the secret before, too, so that receivers can be told of the new one. */
const bothSecretsMs = 24 * 60 * 60_000;

/** All webhooks, the oldest first. */
export async function readWebhooks(db: Database): Promise<ListedWebhook[]> {
  const rows = await selectListed(db).orderBy("createdAt").orderBy("id").execute();
  return rows.map(toListed);
}

/** @throws RecordUnknownError */
export async function readWebhook(db: Database, id: string): Promise<ListedWebhook> {
  const row = await selectListed(db).where("id", "=", id).executeTakeFirst();
  if (!row) throw new RecordUnknownError(id);
  return toListed(row);
}

function selectListed(db: Database) {
  return db
    .selectFrom("webhooks")
    .select(["id", "address", "events", "createdAt", "offAt", "failures", "deliveredAt"])
    .select((eb) =>
      eb
        .selectFrom("webhookDeliveries")
        .select((of) => of.fn.countAll<number>().as("waiting"))
        .whereRef("webhookId", "=", "webhooks.id")
        .where("state", "=", "waiting")
        .as("waiting"),
    );
}

type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectListed>["execute"]>>[number];

function toListed({ events, waiting, ...row }: SelectedRow): ListedWebhook {
  return { ...row, events: JSON.parse(events) as EventType[], waiting: Number(waiting) };
}

/** Adds a webhook. @returns its id, and its secret, which nothing shows again @throws FormRefusedError */
export async function addWebhook(context: WebhookContext, { address, events }: WebhookFields, actor: string) {
  const { db, now, settings } = context;
  const [id, secret] = [randomUUID(), createSecret()];
  await db.transaction().execute(async (trx) => {
    const { count } = await trx
      .selectFrom("webhooks")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostWebhooks)
      throw new FormRefusedError({ form: `A shop has room for ${mostWebhooks} webhooks` });
    const row = { id, address, events: JSON.stringify(events), secret: seal(secret, settings.authSecret) };
    const empty = { previousSecret: null, rotatedAt: null, offAt: null, pausedUntil: null, deliveredAt: null };
    await trx
      .insertInto("webhooks")
      .values({ ...row, ...empty, createdAt: now().getTime() })
      .execute();
    await log(context, trx, { actor, subject: address, action: "added", fields: changedFields({}, logged(row)) });
    await distributeSoon(trx, now());
  });
  return { id, secret };
}

/** Changes where a webhook sends what. @throws RecordUnknownError */
export async function editWebhook(context: WebhookContext, id: string, next: WebhookFields, actor: string) {
  await change(context, id, async (trx, before) => {
    const row = { address: next.address, events: JSON.stringify(next.events) };
    await trx.updateTable("webhooks").set(row).where("id", "=", id).execute();
    if (row.address !== before.address) await retryWaiting(context, trx, id);
    const fields = changedFields(logged(before), logged(row));
    if (Object.keys(fields).length === 0) return undefined;
    return { actor, subject: next.address, action: "edited", fields };
  });
}

/** Makes a new secret. Messages are signed with the old one too for a day. @returns the new one @throws RecordUnknownError */
export async function rotateSecret(context: WebhookContext, id: string, actor: string) {
  const secret = createSecret();
  await change(context, id, async (trx, { address, secret: previousSecret }) => {
    const sealed = seal(secret, context.settings.authSecret);
    const row = { secret: sealed, previousSecret, rotatedAt: context.now().getTime() };
    await trx.updateTable("webhooks").set(row).where("id", "=", id).execute();
    return { actor, subject: address, action: "secret changed" };
  });
  return secret;
}

/** Switches a webhook on, for what happens from now on, or off: what waits isn't sent any more then. @throws RecordUnknownError */
export async function switchWebhook(context: WebhookContext, id: string, isOn: boolean, actor: string) {
  await change(context, id, async (trx, { address, offAt }) => {
    if ((offAt === null) === isOn) return undefined;
    if (isOn) await turnOn(trx, id, context.now());
    else await turnOff(trx, id, context.now());
    return { actor, subject: address, action: isOn ? "switched on" : "switched off" };
  });
}

async function turnOn(transaction: Database, id: string, now: Date) {
  const free = { offAt: null, failures: 0, pausedUntil: null };
  await transaction.updateTable("webhooks").set(free).where("id", "=", id).execute();
  await distributeSoon(transaction, now);
}

/** In the caller's transaction. */
export async function turnOff(transaction: Database, id: string, now: Date) {
  await transaction.updateTable("webhooks").set({ offAt: now.getTime() }).where("id", "=", id).execute();
  await transaction
    .updateTable("webhookDeliveries")
    .set({ state: "failed", problem: "The webhook was switched off" })
    .where("webhookId", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** Deletes a webhook with its deliveries. @returns its address @throws RecordUnknownError */
export async function deleteWebhook(context: WebhookContext, id: string, actor: string) {
  return change(context, id, async (trx, before) => {
    await trx.deleteFrom("webhooks").where("id", "=", id).execute();
    return { actor, subject: before.address, action: "deleted", fields: changedFields(logged(before), {}) };
  });
}

/** Sends at once what waits. */
export async function retryWaiting({ now }: Pick<WebhookContext, "now">, transaction: Database, id: string) {
  const free = { failures: 0, pausedUntil: null };
  await transaction.updateTable("webhooks").set(free).where("id", "=", id).execute();
  await transaction
    .updateTable("webhookDeliveries")
    .set({ nextAt: now().getTime() })
    .where("webhookId", "=", id)
    .where("state", "=", "waiting")
    .execute();
  await sendSoon(transaction, id, now());
}

/** Queues the job that sends what is due for a webhook. */
export async function sendSoon(transaction: Database, webhookId: string, now: Date) {
  await enqueue(transaction, "webhooks", { payload: { webhookId }, key: webhookId, now });
}

/** Without webhooks, the worker looks for events once a minute only. */
async function distributeSoon(transaction: Database, now: Date) {
  await enqueue(transaction, "webhookEvents", { payload: null, key: "recurring", now });
}

/** The secrets that sign a message now, the newest first. @throws Error if one was encrypted with another `AUTH_SECRET` */
export function openSecrets({ secret, previousSecret, rotatedAt }: WebhookRow, authSecret: string, now: Date) {
  const isRecent = rotatedAt !== null && now.getTime() < rotatedAt + bothSecretsMs;
  const sealed = previousSecret !== null && isRecent ? [secret, previousSecret] : [secret];
  return sealed.map((each) => openSecret(each, authSecret));
}

/** Changes a locked webhook, and logs what the change returns. @returns the webhook's address before @throws RecordUnknownError */
function change(
  context: WebhookContext,
  id: string,
  make: (transaction: Database, before: WebhookRow) => Promise<Omit<NewChange, "kind"> | undefined>,
) {
  return context.db.transaction().execute(async (trx) => {
    const found = trx.selectFrom("webhooks").selectAll().where("id", "=", id);
    const before = await (engineOf(trx) === "postgres" ? found.forUpdate() : found).executeTakeFirst();
    if (!before) throw new RecordUnknownError(id);
    const made = await make(trx, before);
    if (made) await log(context, trx, made);
    return before.address;
  });
}

function log({ now }: WebhookContext, transaction: Database, made: Omit<NewChange, "kind">) {
  return logChange(transaction, { ...made, kind: "webhook" }, now());
}

function logged({ address, events }: Pick<WebhookRow, "address" | "events">) {
  return { address, events: (JSON.parse(events) as string[]).join(", ") };
}
