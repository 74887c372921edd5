import { randomUUID } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import type { Database } from "#database/connect.ts";
import type { OrderTransition } from "#database/schema.ts";
import { putBack } from "../catalog/stock/change-stock.ts";
import { addressColumns, isSameAddress } from "../delivery/full-address.ts";
import { releaseDiscount } from "../discounts/claim-discount.ts";
import { issueDocuments } from "../documents/issue-documents.ts";
import { dropOrderStepMail, queueMail, queueOrderMail, queueOrderNotice } from "../jobs/mail-queue.ts";
import { sender } from "../jobs/sender.ts";
import type { Shop } from "../shop.ts";
import { foldText } from "../text/fold-text.ts";
import type { Currency } from "../values/currencies.ts";
import { lockOrder, versionOf } from "./load-order.ts";
import { announceOrder } from "./order-events.ts";
import { tellPlatform } from "./platform-checkout.ts";
import { saveReturns } from "./read-returns.ts";
import { type Actor, withActorColumns } from "./state/events.ts";
import { creditedCents, type Order, type OrderChange, type OrderMail, type Refund } from "./state/order.ts";
import { reservationSteps } from "./state/state-machine.ts";
import { type OrderInput, transition } from "./state/transition.ts";

/** What changing an order needs of the shop. */
export type OrderContext = Pick<Shop, "db" | "settings" | "now">;

/** A payment or refund that was settled, or has failed. */
export interface MoneyEnd {
  what: "payment" | "refund";
  provider: string;
  outcome: "settled" | "failed";
}

/** Published after a change that ended a payment or refund, for metrics. */
export const moneyEnded = channel<MoneyEnd>("torg:money-ended");

/** A decision to change an order. */
export interface Decision {
  /** The order's version when it was made; undefined where nobody saw the order first. */
  version?: string | undefined;
  /** Saves what belongs to it in the transaction of the change. */
  alongside?: ((transaction: Database) => Promise<void>) | undefined;
}

/**
 * Changes an order in one transaction: loads it under lock, decides what follows from the input, and saves that.
 *
 * @returns the change, with those of its mails that were queued
 * @throws OrderUnknownError, OrderChangedError, what `transition` throws; nothing is changed then
 */
export async function changeOrder(
  shop: OrderContext,
  orderNumber: string,
  input: OrderInput,
  { version, alongside }: Decision = {},
): Promise<OrderChange> {
  const { before, change } = await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderNumber);
    requireVersion(order, version);
    const change = transition(order, input, shop.now());
    await alongside?.(trx);
    return { before: order, change: { ...change, mails: await saveChange(trx, shop, order, change) } };
  });
  for (const end of endsOf(before, change.order)) moneyEnded.publish(end);
  return change;
}

/** The payments and refunds that a change has ended. */
function endsOf(before: Order, { payment, refunds }: Order): MoneyEnd[] {
  const { provider } = payment;
  const changed = refunds.filter(({ id, state }) => before.refunds.find((refund) => refund.id === id)?.state !== state);
  const states: [MoneyEnd["what"], Refund["state"]][] = changed.map(({ state }) => ["refund", state]);
  if (payment.state !== before.payment.state) states.push(["payment", payment.state]);
  return states.flatMap(([what, outcome]) => (outcome === "pending" ? [] : [{ what, provider, outcome }]));
}

/** Writes the differences between an order as it was loaded and as the change leaves it. @returns the mails that were queued */
async function saveChange(transaction: Database, shop: OrderContext, before: Order, change: OrderChange) {
  const { order } = change;
  const { id, state } = order;
  if (state !== before.state) {
    // The key of the purchase is free again, so that the customer can repeat it.
    const freeKey = state === "cancelled" ? { idempotencyKey: randomUUID() } : {};
    const update = transaction.updateTable("orders").set({ state, ...freeKey });
    await update.where("id", "=", id).execute();
  }
  if (!isSameAddress(order, before)) {
    await transaction.updateTable("orders").set(storedAddress(order)).where("id", "=", id).execute();
  }
  const { invoiceBuyer } = change;
  if (invoiceBuyer) {
    const { company = null, vatNumber = null } = invoiceBuyer;
    await transaction.updateTable("orders").set({ company, vatNumber }).where("id", "=", id).execute();
  }
  const events = order.events.slice(before.events.length);
  const credited = creditedCents(events);
  if (credited > 0) {
    const update = transaction.updateTable("orders").where("id", "=", id);
    await update.set((eb) => ({ creditedCents: eb("creditedCents", "+", credited) })).execute();
  }
  for (const event of events) {
    const values = { ...withActorColumns(event), orderId: id };
    await transaction.insertInto("orderEvents").values(values).execute();
  }
  if (order.payment !== before.payment) {
    await transaction.updateTable("payments").set(order.payment).where("orderId", "=", id).execute();
  }
  await saveRefunds(transaction, before.refunds, order.refunds);
  await saveReturns(transaction, before.returns, order.returns);
  if (change.restock.length > 0) await putBack(transaction, change.restock);
  if (state === "cancelled" && before.state !== "cancelled") await releaseDiscount(transaction, id);
  const mails = await queueMails(transaction, shop, change);
  await issueDocuments(transaction, { ...shop.settings, invoiceBuyer }, id, events, shop.now());
  if (events.length > 0) await tellPlatform(transaction, id, { events, now: shop.now() });
  await announceOrder(
    transaction,
    order.orderNumber,
    events.map(({ step }) => step),
    shop.now(),
  );
  return mails;
}

/** What a correction can change. */
function storedAddress(order: Order) {
  const { country, zipCode, recipientName, billingName, billingCountry, billingZipCode } = order;
  const recipientKey = foldText([recipientName, billingName].filter(Boolean).join(" "));
  return { ...addressColumns(order), country, zipCode, recipientName, recipientKey, billingCountry, billingZipCode };
}

async function saveRefunds(transaction: Database, before: Refund[], after: Refund[]) {
  const changed = after.filter((refund) => !before.includes(refund));
  for (const refund of changed) {
    const row = withActorColumns(refund);
    const isNew = !before.some(({ id }) => id === refund.id);
    if (isNew) await transaction.insertInto("refunds").values(row).execute();
    else await transaction.updateTable("refunds").set(row).where("id", "=", row.id).execute();
  }
}

/** A refund is usually made within seconds of the return that it is for. Milliseconds. */
const mailDelay = 2 * 60_000;

async function queueMails(transaction: Database, { settings, now }: OrderContext, { order, mails }: OrderChange) {
  const { orderNumber, userId, email } = order;
  const queued: OrderMail[] = [];
  for (const mail of mails) {
    const { kind, orderEvent, takesBack, covers, isDelayed } = mail;
    if (covers !== undefined) await dropOrderStepMail(transaction, { orderNumber, orderEvent: covers });
    if (takesBack !== undefined && (await dropOrderStepMail(transaction, { orderNumber, orderEvent: takesBack })))
      continue;
    const recipient = kind === "ownerNotice" ? sender(settings).address : email;
    if (kind === "newReturn") {
      const owner = settings.notices.orders;
      if (owner) await queueMail(transaction, { kind, recipient: owner, orderNumber, orderEvent }, now());
    } else if (kind === "order") await queueOrderMail(transaction, userId, orderNumber, now());
    else {
      const runAt = new Date(now().getTime() + (isDelayed ? mailDelay : 0));
      await queueMail(transaction, { kind, recipient, orderNumber, orderEvent }, now(), runAt);
    }
    queued.push(mail);
    // Not when the confirmation is resent.
    const isNew = kind === "order" && order.events.find(({ position }) => position === orderEvent)?.step === "paid";
    if (isNew) await queueOrderNotice(transaction, settings.notices.orders, orderNumber, now());
  }
  return queued;
}

/** Something that happened to an order after a screen showed it. Moments are milliseconds since 1970 (UTC). */
export interface OrderChangeSince {
  step: OrderTransition | "refundPending";
  actor: Actor;
  amountCents: number | null;
  createdAt: number;
}

/** The order has changed since staff decided what to do with it. */
export class OrderChangedError extends Error {
  override name = "OrderChangedError";
  readonly changes: OrderChangeSince[];
  readonly currency: Currency;
  readonly isPickup: 0 | 1;

  constructor({ orderNumber, currency, isPickup }: Order, changes: OrderChangeSince[]) {
    super(`Order ${orderNumber} has changed since it was shown`);
    this.changes = changes;
    this.currency = currency;
    this.isPickup = isPickup;
  }
}

/**
 * Refuses what was decided on a form that is out of date. The shop's own work in the background, such as a capture or a refund that settles, doesn't
 * outdate a form unless it changed what can be refunded. See docs/decisions/0312.
 *
 * @param version undefined where no screen showed the order first
 * @throws OrderChangedError
 */
export function requireVersion(order: Order, version: string | undefined) {
  if (version === undefined || isCurrent(order, version)) return;
  throw new OrderChangedError(order, changesSince(order, version));
}

/** A form that showed a refund as pending isn't outdated once that refund settles. */
const backgroundSteps: OrderTransition[] = [...reservationSteps, "refunded", "refundedInPart"];

function isCurrent(order: Order, version: string) {
  const seen = readVersion(version);
  const now = readVersion(versionOf(order));
  if (!seen || !now || seen.position > now.position) return false;
  const isSameMoney = seen.refunds === now.refunds && seen.leftCents === now.leftCents;
  return isSameMoney && eventsSince(order, seen.position).every(({ step }) => backgroundSteps.includes(step));
}

function readVersion(version: string) {
  const parts = /^(\d{1,6})-(\d{1,6})-(\d{1,15})$/.exec(version)?.slice(1).map(Number);
  const [position = 0, refunds = 0, leftCents = 0] = parts ?? [];
  return parts && { position, refunds, leftCents };
}

function eventsSince({ events }: Order, position: number) {
  return events.filter((event) => event.position > position);
}

function changesSince(order: Order, version: string): OrderChangeSince[] {
  const seen = readVersion(version);
  if (!seen) return [];
  const all = eventsSince(order, seen.position);
  const decided = all.filter(({ step }) => !reservationSteps.includes(step));
  // Settled and failed refunds have events.
  const pending = order.refunds.slice(seen.refunds).filter(({ state }) => state === "pending");
  const told = decided.length + pending.length > 0 ? decided : all;
  return [
    ...told.map(({ step, actor, amountCents, createdAt }) => ({ step, actor, amountCents, createdAt })),
    ...pending.map(({ actor, amountCents, createdAt }) => ({
      step: "refundPending" as const,
      actor,
      amountCents,
      createdAt,
    })),
  ];
}
