import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { RefundsTable } from "#database/schema.ts";
import { messageOf } from "../error-message.ts";
import { queueMail } from "../mail/mail-queue.ts";
import { formatPrice } from "../money.ts";
import type { ProviderRefund, RefundOutcome } from "../payments/payment-provider.ts";
import { addOutstandingRefund, coverFailedRefunds } from "./failed-refunds.ts";
import { type LockedOrder, lockOrder, takeStep, takeStepAndTell } from "./order-events.ts";
import { requireVersion } from "./order-version.ts";
import { readProviderRefunds } from "./provider-refunds.ts";
import { hostOf, type Paying, type Payment, readPayment } from "./read-payment.ts";
import { readRefundedCents } from "./refunded-amount.ts";
import { settleEach } from "./settle-each.ts";

const minute = 60_000;
/** How long others leave a refund alone that a process has in hand. */
const claimLength = minute;
/** When a refund that a bank hasn't settled is asked about again. */
const lookInterval = 60 * minute;
const longestPause = 60 * minute;

/** Money that goes back to a customer. Moments are milliseconds since 1970 (UTC). */
export type Refund = Selectable<RefundsTable>;

/** What is to be paid back, and why. Without an amount: all that is left. */
export interface RefundWish {
  amountCents?: number | undefined;
  reason: string;
  actor: string;
  /** The order's version when the refund was decided on. */
  version?: string | undefined;
}

/** What has become of a refund that was asked for. */
export type MadeRefund = Pick<Refund, "amountCents" | "state">;

/** So much can't be paid back. The message is for the shop's owner. */
export class RefundError extends Error {
  override name = "RefundError";
}

/**
 * Pays an order back, in part or whole. It is written down first; when the provider can't be reached it is tried until it can.
 *
 * @returns how much, and whether it is done
 * @throws OrderUnknownError, OrderChangedError, RefundError; nothing is changed then
 */
export async function refundOrder(shop: Paying, orderNumber: string, wish: RefundWish): Promise<MadeRefund> {
  const { db, now } = shop;
  await syncRefunds(shop, orderNumber);
  const refund = await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderNumber);
    await requireVersion(trx, order, wish.version);
    return writeRefundDown(trx, order, wish, now());
  });
  const state = await settleRefund(shop, refund.id);
  return { amountCents: refund.amountCents, state };
}

/**
 * Writes a refund down, in a transaction that has the order to itself. Where no provider has the money, that is all there is to do.
 *
 * @throws RefundError when no more, or nothing, can be paid back
 */
export async function writeRefundDown(transaction: Database, order: LockedOrder, wish: RefundWish, now: Date) {
  const { reason, actor } = wish;
  const payment = await readPayment(transaction, order.orderNumber);
  const left = await readLeft(transaction, order, payment);
  const amountCents = wish.amountCents ?? left;
  if (left === 0) throw new RefundError(`Nothing of order ${order.orderNumber} is left to be paid back`);
  if (amountCents < 1 || amountCents > left) {
    throw new RefundError(`At most ${formatPrice(left)} of order ${order.orderNumber} can be paid back`);
  }
  const createdAt = now.getTime();
  const refund = { id: randomUUID(), orderId: order.id, amountCents, reason, actor, externalId: null, createdAt };
  const state = payment ? "waiting" : "done";
  await transaction
    .insertInto("refunds")
    .values({ ...refund, state, dueAt: payment ? createdAt : null })
    .execute();
  await coverFailedRefunds(transaction, order.id, amountCents);
  if (!payment) await noteRefunded(transaction, order, refund, now);
  return refund;
}

type OwedOrder = Pick<LockedOrder, "id" | "orderNumber" | "state" | "totalCents">;

/** What can still be paid back of an order, in cents. */
export async function readRefundable(db: Database, order: OwedOrder) {
  return readLeft(db, order, await readPayment(db, order.orderNumber));
}

async function readLeft(db: Database, order: OwedOrder, payment: Payment | undefined) {
  const isPaid = payment ? payment.state === "paid" : order.state !== "awaiting-payment";
  if (!isPaid) return 0;
  const refunds = await readRefunds(db, order.id);
  const reserved = refunds.filter(({ state }) => state !== "failed");
  const paidCents = payment?.paidCents ?? order.totalCents;
  // Refunds that wait, and others made at the provider's, may be more than was paid: the provider refuses the last ones.
  return Math.max(0, paidCents - reserved.reduce((sum, { amountCents }) => sum + amountCents, 0));
}

/** An order's refunds, the oldest first. */
export function readRefunds(db: Database, orderId: number): Promise<Refund[]> {
  return db
    .selectFrom("refunds")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** Notes in the order's events that money went back. */
export async function noteRefunded(
  transaction: Database,
  order: LockedOrder,
  { amountCents, reason, actor }: Pick<Refund, "amountCents" | "reason" | "actor">,
  now: Date,
) {
  const refundedCents = (await readRefundedCents(transaction, [order.id])).get(order.id) ?? 0;
  const step = refundedCents >= order.totalCents ? "refunded" : "refundedInPart";
  await takeStepAndTell(transaction, order, { step, actor, amountCents, note: reason }, now);
}

/** Pays the refunds back that are due. @throws what the provider, or the database, answered last, if it did not work in the end */
export async function settleDueRefunds(shop: Paying, ending: AbortSignal) {
  const { db, now, log } = shop;
  const readDue = () =>
    db
      .selectFrom("refunds")
      .select(["id"])
      .where("dueAt", "<=", now().getTime())
      .orderBy("dueAt")
      .limit(1)
      .executeTakeFirst();
  await settleEach(readDue, ({ id }) => payBack(shop, id), { log, ending });
}

/** Pays a refund back now, if the provider can be reached. @returns what has become of it */
export async function settleRefund(shop: Paying, id: string) {
  await payBack(shop, id).catch((error) => shop.log("Refund not paid back yet", error));
  const { state } = await shop.db.selectFrom("refunds").select("state").where("id", "=", id).executeTakeFirstOrThrow();
  return state;
}

/** @throws what the provider answered; then it is due again later */
async function payBack(shop: Paying, id: string) {
  const { db, now } = shop;
  const refund = await db.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  if (refund.state !== "waiting") return;
  const claim = { attempts: refund.attempts + 1, dueAt: now().getTime() + claimLength };
  await db.updateTable("refunds").set(claim).where("id", "=", id).where("state", "=", "waiting").execute();
  try {
    const orderNumber = (await readOrderNumber(db, id)) ?? "";
    const payment = await readPayment(db, orderNumber);
    if (!payment?.reference) throw new Error(`Order ${orderNumber} has no payment`);
    const { reference } = payment;
    const wanted = { id, orderNumber, reference, amountCents: refund.amountCents, isRepeated: refund.attempts > 0 };
    await noteRefund(shop, id, await hostOf(shop, payment).refund(wanted));
  } catch (error) {
    const pause = Math.min(minute * 2 ** refund.attempts, longestPause);
    const failed = { lastError: messageOf(error), dueAt: now().getTime() + pause };
    await db.updateTable("refunds").set(failed).where("id", "=", id).where("state", "=", "waiting").execute();
    throw error;
  }
}

/** Notes what has become of a refund, once, however often it is told. What was done may still fail: banks say so days later. */
export async function noteRefund(shop: Paying, id: string, { state, externalId, error }: RefundOutcome) {
  const { db, now } = shop;
  await db.transaction().execute(async (trx) => {
    const orderNumber = await readOrderNumber(trx, id);
    if (!orderNumber) return;
    const order = await lockOrder(trx, orderNumber);
    const refund = await trx.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const overtaken: Refund["state"][] = state === "failed" ? ["failed"] : ["failed", "done"];
    if (overtaken.includes(refund.state)) return;
    const dueAt = state === "waiting" ? now().getTime() + lookInterval : null;
    const change = { state, externalId, dueAt, lastError: error ?? null };
    await trx.updateTable("refunds").set(change).where("id", "=", id).execute();
    if (state === "done") await noteRefunded(trx, order, refund, now());
    if (state === "failed") await noteRefundFailed(trx, order, { ...refund, lastError: change.lastError }, shop);
  });
}

/**
 * Books what the provider knows of an order's refunds and the shop doesn't: those that were made there, and what became of the shop's own.
 * A provider that can't be reached keeps no refund from being made: it refuses by itself what exceeds the payment.
 */
export async function syncRefunds(shop: Paying, orderNumber: string) {
  const payment = await readPayment(shop.db, orderNumber);
  if (!payment?.reference || payment.provider !== shop.payments.name) return;
  const { provider, reference } = payment;
  for (const refund of await readProviderRefunds(shop, { provider, reference })) {
    await applyProviderRefund(shop, orderNumber, refund);
  }
}

/** Notes what a provider says of a refund of an order's own payment: one of the shop's, or one that was made at the provider's. */
export async function applyProviderRefund(shop: Paying, orderNumber: string, refund: ProviderRefund) {
  const { id, outcome } = refund;
  if (id && (await readOrderNumber(shop.db, id)) === orderNumber) return noteRefund(shop, id, outcome);
  // Those that the shop did not ask for are known by the provider's name.
  if (outcome.state === "failed") return noteRefund(shop, outcome.externalId, outcome);
  await shop.db.transaction().execute(async (trx) => {
    await bookProviderRefund(trx, await lockOrder(trx, orderNumber), refund, shop);
  });
}

/** Books a refund that was made at the provider's, once it is done. @param order the transaction has to itself */
export async function bookProviderRefund(
  transaction: Database,
  order: LockedOrder,
  { amountCents, outcome }: ProviderRefund,
  { payments, now }: Paying,
) {
  if (outcome.state !== "done") return;
  const { externalId } = outcome;
  const facts = { orderId: order.id, amountCents, externalId, createdAt: now().getTime() };
  const refund = { ...facts, id: externalId, reason: `Paid back at ${payments.name}`, actor: payments.name };
  const inserted = await transaction
    .insertInto("refunds")
    .values({ ...refund, state: "done", dueAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (!inserted.numInsertedOrUpdatedRows) return;
  await coverFailedRefunds(transaction, order.id, amountCents);
  await noteRefunded(transaction, order, refund, now());
}

/** Notes that a refund failed, in the order's events and to the owner. Its money is listed as outstanding. @param refund as it was before */
async function noteRefundFailed(transaction: Database, order: LockedOrder, refund: Refund, { now, settings }: Paying) {
  const { amountCents, lastError: note } = refund;
  const wasSettled = refund.state === "done" ? 1 : null;
  const event = { step: "refundFailed", actor: "shop", amountCents, note, wasSettled } as const;
  const orderEvent = await takeStep(transaction, order, event, now());
  await addOutstandingRefund(transaction, refund, await readRefundable(transaction, order));
  const notice = { kind: "ownerNotice", recipient: settings.mailFrom, orderNumber: order.orderNumber } as const;
  await queueMail(transaction, { ...notice, orderEvent }, now());
}

async function readOrderNumber(db: Database, refundId: string) {
  const row = await db
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.orderId")
    .select("orderNumber")
    .where("refunds.id", "=", refundId)
    .executeTakeFirst();
  return row?.orderNumber;
}
