import type { Database } from "#database/connect.ts";
import { messageOf } from "../errors.ts";
import type { JobHandlers } from "../jobs/job-kinds.ts";
import { keepEventAddress } from "../payments/event-addresses.ts";
import { manualProvider } from "../payments/provider.ts";
import { cancelUnpaidOrder } from "./cancel-order.ts";
import { changeOrder } from "./change-order.ts";
import { forEachProvider, getProvider, type PaymentContext, syncPayment } from "./payment/payment.ts";
import { reconcileRefunds, tryRefund } from "./payment/refund.ts";
import { settleReservation } from "./payment/reservation.ts";
import { nextLook } from "./state/apply-reservation.ts";
import { system } from "./state/events.ts";
import { heldCents } from "./state/order.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Jobs that sync payments which no event came for, cancel orders that weren't paid in time, capture and release reserved money, retry refunds,
 * reconcile them once a day, and tell providers where to send their events.
 */
export function createPaymentHandlers(shop: PaymentContext) {
  const tenSeconds = { retryDelays: [], everyMs: 10_000 };
  return {
    duePayments: {
      ...tenSeconds,
      run: async (_, signal) => void (await processDuePayments(shop, signal)),
      failureMessage: () => "Payments not synced",
    },
    dueCaptures: {
      ...tenSeconds,
      run: async (_, signal) => void (await processDueCaptures(shop, signal)),
      failureMessage: () => "Reserved payments not captured or released",
    },
    dueRefunds: {
      ...tenSeconds,
      run: async (_, signal) => void (await processDueRefunds(shop, signal)),
      failureMessage: () => "Refunds not processed",
    },
    eventAddresses: {
      async run() {
        await forEachProvider(shop.payments.keys(), (name) => keepEventAddress(shop, getProvider(shop, name)));
        return undefined;
      },
      retryDelays: [minute, 10 * minute],
      everyMs: 60 * minute,
      failureMessage: () => "A payment provider wasn't told where to send its events",
    },
    refundReconciliation: {
      run: async (_, signal) => void (await reconcileRefunds(shop, signal)),
      retryDelays: [10 * minute],
      everyMs: day,
      failureMessage: () => "Refunds not reconciled",
    },
  } satisfies Partial<JobHandlers>;
}

/** So many failures in a row mean that nothing works. */
const failuresLimit = 3;

/**
 * Processes what is due, one after the other. A failure doesn't keep others from their turn, unless nothing works.
 *
 * @param next claims what is due next
 * @throws the last failure, unless something worked after it
 */
async function processDue<Due>(
  next: () => Promise<Due | undefined>,
  process: (due: Due) => Promise<unknown>,
  { log, signal }: Pick<PaymentContext, "log"> & { signal: AbortSignal },
) {
  let failures: unknown[] = [];
  for (let due = await next(); due && !signal.aborted; due = await next()) {
    try {
      await process(due);
      for (const failure of failures) log("Payment not settled yet", failure);
      failures = [];
    } catch (error) {
      failures.push(error);
      if (failures.length === failuresLimit) break;
    }
  }
  if (failures.length > 0) throw failures.at(-1);
}

/** How long an order awaits a provider's payment before it is cancelled. Stripe's shortest checkout lasts 30 minutes. See docs/decisions/0079. */
export const paymentTimeout = 35 * minute;
const syncInterval = 5 * minute;
/** Other processes leave a payment alone for so long while one syncs it. Syncing twice does no harm. */
const leaseMs = minute;

/**
 * Looks at payments that are due, and cancels orders that weren't paid in time. A provider that isn't set up any more is left alone.
 *
 * @throws what a provider, or the database, answered last, unless something worked after it
 */
export async function processDuePayments(shop: PaymentContext, signal: AbortSignal) {
  const { db, now, log, payments } = shop;
  await forEachProvider([manualProvider, ...payments.keys()], (provider) =>
    processDue(
      () => claimDuePayment(db, provider, now()),
      (due) => processPayment(shop, due),
      { log, signal },
    ),
  );
}

async function claimDuePayment(db: Database, provider: string, now: Date) {
  const time = now.getTime();
  const due = await db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .select(["orderId", "orderNumber", "provider", "payments.createdAt"])
    .where("dueAt", "<=", time)
    .where("provider", "=", provider)
    .orderBy("dueAt")
    .limit(1)
    .executeTakeFirst();
  if (due)
    await pendingPayment(db, due.orderId)
      .set({ dueAt: time + leaseMs })
      .execute();
  return due;
}

function pendingPayment(db: Database, orderId: number) {
  return db.updateTable("payments").where("orderId", "=", orderId).where("state", "=", "pending");
}

type DuePayment = NonNullable<Awaited<ReturnType<typeof claimDuePayment>>>;

async function processPayment(shop: PaymentContext, { orderId, orderNumber, provider, createdAt }: DuePayment) {
  const overdueAt = provider === manualProvider ? createdAt : createdAt + paymentTimeout;
  const isOverdue = () => shop.now().getTime() >= overdueAt;
  try {
    if (isOverdue()) await cancelUnpaidOrder(shop, orderNumber, overdue);
    else await syncPayment(shop, orderNumber);
  } catch (error) {
    const failure = pendingPayment(shop.db, orderId).set("lastError", messageOf(error));
    await failure.set((eb) => ({ attempts: eb("attempts", "+", 1) })).execute();
    throw error;
  }
  const time = shop.now().getTime();
  const dueAt = isOverdue() ? time + minute : Math.min(time + syncInterval, overdueAt);
  await pendingPayment(shop.db, orderId).set({ dueAt }).execute();
}

const overdue = { actor: system, note: "We didn't receive a payment in time", notifyCustomer: true };

const longestCaptureDelay = 12 * 60 * minute;

/**
 * Captures, releases or looks at reserved payments that are due. The owner is notified of those that may end soon. What a provider declines to
 * capture is tried again.
 *
 * @throws what a provider, or the database, answered last, unless something worked after it
 */
export async function processDueCaptures(shop: PaymentContext, signal: AbortSignal) {
  const { db, now, log, payments } = shop;
  await forEachProvider(payments.keys(), (provider) =>
    processDue(
      () => claimDueCapture(db, provider, now()),
      (due) => processCapture(shop, due),
      { log, signal },
    ),
  );
}

async function claimDueCapture(db: Database, provider: string, now: Date) {
  const due = await db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .select(["orderId", "orderNumber", "attempts"])
    .where("captureDueAt", "<=", now.getTime())
    .where("provider", "=", provider)
    .orderBy("captureDueAt")
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
  const leasedUntil = now.getTime() + leaseMs;
  await db.updateTable("payments").set({ captureDueAt: leasedUntil }).where("orderId", "=", due.orderId).execute();
  return { ...due, leasedUntil };
}

type DueCapture = NonNullable<Awaited<ReturnType<typeof claimDueCapture>>>;

async function processCapture(shop: PaymentContext, { orderId, orderNumber, attempts, leasedUntil }: DueCapture) {
  // Something else may have made it due at another time, or ended it.
  const claimed = shop.db
    .updateTable("payments")
    .where("orderId", "=", orderId)
    .where("captureDueAt", "=", leasedUntil);
  const time = shop.now().getTime();
  try {
    const payment = await settleReservation(shop, orderNumber);
    if (payment?.captureCents === null) await changeOrder(shop, orderNumber, { type: "reservationEnding" });
    const isHeld = payment !== undefined && heldCents(payment) > 0;
    const next = { captureDueAt: isHeld ? nextLook(payment, time) : null, attempts: 0, lastError: null };
    await claimed.set(next).execute();
  } catch (error) {
    const delay = Math.min(minute * 2 ** attempts, longestCaptureDelay);
    const failure = { attempts: attempts + 1, lastError: messageOf(error), captureDueAt: time + delay };
    await claimed.set(failure).execute();
    throw error;
  }
}

/** @throws what a provider, or the database, answered last, unless something worked after it */
export async function processDueRefunds(shop: PaymentContext, signal: AbortSignal) {
  const { db, now, log, payments } = shop;
  await forEachProvider(payments.keys(), (provider) =>
    processDue(
      () => readDueRefund(db, provider, now()),
      ({ id }) => tryRefund(shop, id),
      { log, signal },
    ),
  );
}

function readDueRefund(db: Database, provider: string, now: Date) {
  return db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.orderId", "refunds.orderId")
    .select("refunds.id")
    .where("refunds.dueAt", "<=", now.getTime())
    .where("provider", "=", provider)
    .orderBy("refunds.dueAt")
    .limit(1)
    .executeTakeFirst();
}
