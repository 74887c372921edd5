import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { messageOf } from "../../errors.ts";
import { manualProvider, type PaymentEvent, type ProviderRefund } from "../../payments/provider.ts";
import type { Currency } from "../../values/currencies.ts";
import type { Locale } from "../../values/locale.ts";
import { formatPrice } from "../../values/money.ts";
import { changeOrder, type Decision, type OrderContext } from "../change-order.ts";
import type { ReturnedItem, ReturnedItems } from "../state/apply-return.ts";
import type { Actor } from "../state/events.ts";
import { heldCents, type Order, type Refund } from "../state/order.ts";
import {
  forEachProvider,
  getProvider,
  listProviderRefunds,
  type PaymentContext,
  readPayment,
  syncPayment,
} from "./payment.ts";
import { recentRefunds } from "./recent-refunds.ts";
import { settleReservation } from "./reservation.ts";

/** A refund that staff ask for. Without an amount: all that is left. */
interface RefundInput extends Decision {
  amountCents?: number | undefined;
  reason: string;
  actor: Actor;
}

/** A refund that was asked for, and who makes it; or what was credited instead, as it was never paid. */
export interface MadeRefund {
  amountCents: number;
  state: Refund["state"] | "credited";
  provider: string;
  currency: Currency;
  /** Of money that was only reserved: whether it is released now, or once the order is sent. */
  release?: "now" | "later" | undefined;
}

/**
 * Refunds an order, in part or whole. The refund is saved first; while the provider can't be reached it is retried.
 *
 * @throws OrderUnknownError, OrderChangedError, RefundError; nothing is changed then
 */
export async function refundOrder(
  shop: PaymentContext,
  orderNumber: string,
  { version, alongside, ...input }: RefundInput,
) {
  await syncRefunds(shop, orderNumber);
  const refundId = randomUUID();
  const { order } = await changeOrder(
    shop,
    orderNumber,
    { type: "refund", refundId, ...input },
    { version, alongside },
  );
  return executeRefund(shop, order, refundId);
}

/**
 * Takes back some pieces of an item and refunds them.
 *
 * @returns the refund; undefined when nothing was refunded
 * @throws OrderUnknownError, OrderChangedError, TransitionRefusedError, ReturnRefusedError, RefundError; nothing is changed then
 */
export function returnItem(
  shop: PaymentContext,
  orderNumber: string,
  { productId, quantity, isRestocked, ...input }: ReturnedItem & Omit<ReturnedItems, "items" | "refundId"> & Decision,
) {
  return returnItems(shop, orderNumber, { ...input, items: [{ productId, quantity, isRestocked }] });
}

/** Takes back some items, of a return request if it is given, and refunds them together. Returns and throws as `returnItem`. */
export async function returnItems(
  shop: PaymentContext,
  orderNumber: string,
  { version, alongside, returnId, ...returned }: Omit<ReturnedItems, "refundId"> & Decision,
) {
  await syncRefunds(shop, orderNumber);
  const refundId = randomUUID();
  const input = { ...returned, refundId };
  const { order } = await changeOrder(
    shop,
    orderNumber,
    returnId === undefined ? { type: "returnItems", ...input } : { type: "receiveReturn", returnId, ...input },
    { version, alongside },
  );
  const isRefunded = order.refunds.some(({ id }) => id === refundId);
  return isRefunded || creditOf(order) ? executeRefund(shop, order, refundId) : undefined;
}

/** The event of a credit that an order's last change made. */
function creditOf({ events }: Pick<Order, "events">) {
  const last = events.at(-1);
  return last?.step === "credited" ? last : undefined;
}

/**
 * Closes a return, or failed refunds, without refunding the rest. No money moves, and the customer isn't notified. The order can still be
 * refunded later.
 *
 * @returns what was closed
 * @throws OrderUnknownError, OrderChangedError; RefundError when no refund is due
 */
export async function closeRefunds(
  shop: OrderContext,
  orderNumber: string,
  { version, actor, reason: note }: Omit<RefundInput, "amountCents" | "alongside">,
) {
  const { order } = await changeOrder(shop, orderNumber, { type: "close", actor, note }, { version });
  return order.events.at(-1)?.step === "returnClosed" ? "return" : "failedRefund";
}

/**
 * Makes a refund now, if its provider can be reached. Otherwise it stays pending. A credit is made already. See docs/decisions/0081.
 *
 * @param order as the change that created it left it
 */
export async function executeRefund(shop: PaymentContext, order: Order, id: string): Promise<MadeRefund> {
  const { currency, payment, refunds } = order;
  const { provider } = payment;
  const credited = creditOf(order)?.amountCents;
  if (credited) return { amountCents: credited, currency, state: "credited", provider };
  const { amountCents, state, isRelease } = refunds.find((refund) => refund.id === id) as Refund;
  const release = isRelease ? (payment.captureCents === null ? "later" : "now") : undefined;
  if (state !== "pending") return { amountCents, currency, state, provider, release };
  await tryRefund(shop, id).catch((error) => shop.log("Refund not completed yet", error));
  return { amountCents, currency, state: (await readRefund(shop.db, id)).state, provider };
}

function readRefund(db: Database, id: string) {
  return db
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.orderId")
    .innerJoin("payments", "payments.orderId", "refunds.orderId")
    .select([
      "refunds.state",
      "refunds.amountCents",
      "refunds.attempts",
      "orderNumber",
      "provider",
      "reference",
      "payments.currency",
    ])
    .where("refunds.id", "=", id)
    .executeTakeFirstOrThrow();
}

const minute = 60_000;
/** Other processes leave a refund alone for so many milliseconds. */
const leaseMs = minute;
const longestRetryDelay = 60 * minute;

/** @throws what the provider answered; then the refund is retried later */
export async function tryRefund(shop: PaymentContext, id: string) {
  const { state, attempts, orderNumber, provider, amountCents, reference, currency } = await readRefund(shop.db, id);
  if (state !== "pending") return;
  const pending = shop.db.updateTable("refunds").where("id", "=", id).where("state", "=", "pending");
  await pending.set({ attempts: attempts + 1, dueAt: shop.now().getTime() + leaseMs }).execute();
  try {
    if (!reference) throw new Error(`The payment of order ${orderNumber} isn't settled`);
    if (await isCapturedFirst(shop, id, orderNumber)) return;
    const request = { id, orderNumber, reference, amountCents, currency: currency ?? "", isRetry: attempts > 0 };
    const result = await getProvider(shop, provider).refund(request);
    await changeOrder(shop, orderNumber, { type: "refundResult", refundId: id, result });
  } catch (error) {
    const delay = Math.min(minute * 2 ** attempts, longestRetryDelay);
    await pending.set({ lastError: messageOf(error), dueAt: shop.now().getTime() + delay }).execute();
    throw error;
  }
}

/**
 * Captures what a refund is of, if it was only reserved so far.
 *
 * @returns whether the refund needs nothing more, since its money can't be captured
 * @throws what the provider answered
 */
async function isCapturedFirst(shop: PaymentContext, id: string, orderNumber: string) {
  const payment = await settleReservation(shop, orderNumber);
  if (!payment) return false;
  if (heldCents(payment) > 0) throw new Error(`The payment of order ${orderNumber} isn't captured yet`);
  return (await readRefund(shop.db, id)).state !== "pending";
}

/** Books what the provider knows about an order's refunds and the shop doesn't: refunds made there, and results of the shop's own. */
export async function syncRefunds(shop: PaymentContext, orderNumber: string) {
  const payment = await readPayment(shop.db, orderNumber);
  if (!payment?.reference || !shop.payments.has(payment.provider)) return;
  const { provider, reference } = payment;
  await settleReservation(shop, orderNumber).catch((error) => shop.log("Reserved money not read", error));
  const refunds = await listProviderRefunds(shop, { provider, reference });
  if (refunds.length > 0) await changeOrder(shop, orderNumber, { type: "providerRefunds", provider, refunds });
}

/** The shop doesn't know the refunded or disputed payment yet. The provider sends the event again, after that of the payment. */
export class PaymentUnknownError extends Error {
  override name = "PaymentUnknownError";

  constructor(orderNumber: string) {
    super(`A refund or dispute came before the payment of order ${orderNumber}`);
  }
}

/**
 * Applies a provider's event about a refund. Refunds of other payments than the order's own don't concern the order.
 *
 * @throws PaymentUnknownError when the event has to be sent again
 */
export async function applyRefundEvent(
  shop: PaymentContext,
  provider: string,
  event: Extract<PaymentEvent, { about: "refund" }>,
) {
  if (!(await isOwnMoney(shop, provider, event))) return;
  await changeOrder(shop, event.orderNumber, { type: "providerRefunds", provider, refunds: [event] });
}

/** Whether the money that a provider's event is about was paid for the order that it names. @throws PaymentUnknownError */
export async function isOwnMoney(
  shop: PaymentContext,
  provider: string,
  { orderNumber, reference }: { orderNumber: string; reference: string },
) {
  // The payment's event may still be on its way.
  const payment = await syncPayment(shop, orderNumber);
  if (payment?.provider !== provider) return false;
  if (payment.reference === null) throw new PaymentUnknownError(orderNumber);
  return payment.reference === reference;
}

/** A refund's outcome in a few words, for staff. */
export function describeRefund(
  orderNumber: string,
  { amountCents, currency, state, provider, release }: MadeRefund,
  locale: Locale,
) {
  const amount = formatPrice(amountCents, { currency, locale });
  if (state === "credited") return `${amount} credited: the customer owes that much less.`;
  if (provider === manualProvider) {
    return `${amount} marked as refunded. No payment provider took this payment, so return the money yourself.`;
  }
  if (release === "now") return `${amount} won't be captured, and is released.`;
  if (release === "later")
    return `${amount} won't be captured. It stays reserved until the order is sent, and is released then.`;
  if (state === "settled") return `${amount} refunded`;
  if (state === "pending") return `Refund of ${amount} is pending at ${provider}`;
  return `Refund of ${amount} declined by ${provider}. See order ${orderNumber} for the reason.`;
}

const day = 24 * 60 * 60_000;
/** Banks decline refunds up to 30 days after they were made. */
const windowMs = 31 * day;

/**
 * Books the recent refunds that providers have and the shop doesn't, since their events may have got lost. See docs/decisions/0082.
 *
 * @throws what a provider, or the database, answered
 */
export async function reconcileRefunds(shop: PaymentContext, signal: AbortSignal) {
  const since = new Date(shop.now().getTime() - windowMs);
  await forEachProvider(shop.payments.keys(), async (name) => {
    for await (const refund of recentRefunds(shop.db, getProvider(shop, name), since)) {
      if (signal.aborted) return;
      await reconcileRefund(shop, name, refund);
    }
  });
}

/** Most are booked already. Refunds of payments that the shop doesn't know belong to others that share the provider's account. */
async function reconcileRefund(shop: PaymentContext, provider: string, refund: ProviderRefund) {
  const { externalId, state } = refund.result;
  const order = await shop.db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .leftJoin("refunds", (join) =>
      join.onRef("refunds.orderId", "=", "orders.id").on("refunds.externalId", "=", externalId),
    )
    .select(["orderNumber", "refunds.state"])
    .where("reference", "=", refund.reference)
    .where("provider", "=", provider)
    .executeTakeFirst();
  if (!order || order.state === state) return;
  await changeOrder(shop, order.orderNumber, { type: "providerRefunds", provider, refunds: [refund] });
}
