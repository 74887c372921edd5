import type { Database } from "#database/connect.ts";
import { messageOf } from "../error-message.ts";
import { queueOrderMail } from "../mail/mail-queue.ts";
import { PaymentRefusedError } from "../payments/payment-provider.ts";
import { applyPaymentResult } from "./apply-payment-result.ts";
import { insertPaidEvent, type LockedOrder, lockOrder } from "./order-events.ts";
import { begunOf, hostOf, type Paying, readPayment, readPurchase } from "./read-payment.ts";
import { type EndedPayment, type Release, releaseOrder } from "./release-order.ts";
import { settleEach } from "./settle-each.ts";

const minute = 60_000;
/** How long an order awaits its payment. Then it is ended at the provider first, and its goods are put back. */
export const paymentMinutes = 35;
const payableFor = paymentMinutes * minute;
/** When an open payment is looked at though no event came. */
const firstLook = minute;
const lookInterval = 5 * minute;
/** How long others leave a payment alone that a process looks at. */
const claimLength = minute;

/** The payment's order has been given up, or its provider won't take it: the goods are back on the shelf. */
export class PaymentEndedError extends Error {
  override name = "PaymentEndedError";
}

/** Has an order await its payment, in the transaction that places it. */
export async function insertPayment(transaction: Database, orderId: number, provider: string, now: Date) {
  const createdAt = now.getTime();
  await transaction
    .insertInto("payments")
    .values({ orderId, provider, state: "open", createdAt, dueAt: createdAt + firstLook })
    .execute();
}

/** What an order that is paid as it is placed needs beside itself: its first event, and the mail with its receipt. */
export async function notePaidAtOnce(
  transaction: Database,
  { id, orderNumber, userId, totalCents }: Omit<LockedOrder, "state">,
  now: Date,
) {
  await insertPaidEvent(transaction, { orderId: id, createdAt: now.getTime(), amountCents: totalCents });
  await queueOrderMail(transaction, userId, orderNumber, now);
}

/**
 * Begins the payment of an order that was placed, or goes on with it.
 *
 * @returns where the customer pays; undefined when the order is paid
 * @throws PaymentEndedError when it can't be paid any more, or never could
 */
export async function beginPayment(shop: Paying, orderNumber: string): Promise<string | undefined> {
  const payment = await readPayment(shop.db, orderNumber);
  if (!payment || payment.state === "paid") return undefined;
  if (payment.state === "ended") throw new PaymentEndedError(`Order ${orderNumber} was not paid in time`);
  if (payment.url) return payment.url;
  const purchase = await readPurchase(shop, orderNumber);
  const begun = await hostOf(shop, payment)
    .begin(purchase)
    .catch(async (error: unknown) => {
      if (!(error instanceof PaymentRefusedError)) throw error;
      await releaseOrder(shop, orderNumber, { note: error.message, isTold: false });
      throw new PaymentEndedError(error.message);
    });
  const { numUpdatedRows } = await shop.db.transaction().execute(async (trx) => {
    // Whoever gives the order up has it to themselves too, and so knows of this page or comes before it.
    const { id } = await lockOrder(trx, orderNumber);
    const payment = trx.updateTable("payments").set(begun).where("orderId", "=", id).where("state", "=", "open");
    return payment.executeTakeFirstOrThrow();
  });
  // Meanwhile it was paid; or given up by somebody who did not know of this page, so that nobody may pay there.
  return numUpdatedRows === 0n ? beginPayment(shop, orderNumber) : begun.url;
}

/** How many of a customer's orders may await their payment at once, so that nobody empties the shelves without paying. */
const unpaidLimit = 5;

/** Whether a customer has so many orders to pay that they may place no more. */
export async function hasTooManyUnpaid(db: Database, userId: string) {
  const unpaid = await db
    .selectFrom("orders")
    .select("id")
    .where("userId", "=", userId)
    .where("state", "=", "awaiting-payment")
    .limit(unpaidLimit)
    .execute();
  return unpaid.length === unpaidLimit;
}

/** Asks the provider what has become of an order's payment, and notes it. What is paid, or ended, is so for good. */
export async function lookAtPayment(shop: Paying, orderNumber: string) {
  const payment = await readPayment(shop.db, orderNumber);
  if (payment?.state !== "open" || !payment.externalId) return;
  await applyPaymentResult(shop, orderNumber, await hostOf(shop, payment).capture(begunOf(payment, orderNumber)));
}

/**
 * Has nobody pay an order any more, unless it is paid: the first half of giving it up.
 *
 * @returns what was ended, for the second half; undefined when its money was taken, or may be
 */
export async function endPayment(shop: Paying, orderNumber: string): Promise<EndedPayment | undefined> {
  const payment = await readPayment(shop.db, orderNumber);
  if (payment?.state === "paid") return undefined;
  // Where a page to pay on was begun but not noted, nobody has learned its address.
  if (payment?.state !== "open" || !payment.externalId) return { externalId: payment?.externalId ?? null };
  const result = await hostOf(shop, payment).cancel(begunOf(payment, orderNumber));
  if (result.outcome.state === "paid") await applyPaymentResult(shop, orderNumber, result);
  return result.outcome.state === "ended" ? payment : undefined;
}

/**
 * Cancels an order that wasn't paid, once its payment has ended at the provider. A paid order stays, and so does one whose payment a bank
 * still works on.
 *
 * @returns whether it is cancelled
 * @throws OrderUnknownError, PaymentUnreachableError; nothing is changed then
 */
export async function cancelUnpaidOrder(shop: Paying, orderNumber: string, release: Omit<Release, "ended">) {
  const ended = await endPayment(shop, orderNumber);
  return ended !== undefined && releaseOrder(shop, orderNumber, { ...release, ended });
}

/** Looks at the payments that are due. @throws what the provider, or the database, answered last, if it did not work in the end */
export async function lookAtDuePayments(shop: Paying, ending: AbortSignal) {
  await settleEach(
    () => claimDuePayment(shop.db, shop.now()),
    (due) => lookAtDuePayment(shop, due),
    { log: shop.log, ending },
  );
}

async function lookAtDuePayment(shop: Paying, { orderId, orderNumber, createdAt }: DuePayment) {
  const { db, now } = shop;
  const overdueAt = createdAt + payableFor;
  try {
    if (now().getTime() < overdueAt) await lookAtPayment(shop, orderNumber);
    else await cancelUnpaidOrder(shop, orderNumber, { note: "It was not paid in time" });
  } catch (error) {
    await db
      .updateTable("payments")
      .set((eb) => ({ attempts: eb("attempts", "+", 1), lastError: messageOf(error) }))
      .where("orderId", "=", orderId)
      .execute();
    throw error;
  }
  const time = now().getTime();
  const dueAt = time < overdueAt ? Math.min(time + lookInterval, overdueAt) : time + firstLook;
  await db.updateTable("payments").set({ dueAt }).where("orderId", "=", orderId).where("state", "=", "open").execute();
}

type DuePayment = NonNullable<Awaited<ReturnType<typeof claimDuePayment>>>;

/** Looking twice does no harm; that others don't look meanwhile spares the provider. */
async function claimDuePayment(db: Database, now: Date) {
  const time = now.getTime();
  const due = await db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .select(["orderId", "orderNumber", "payments.createdAt"])
    .where("dueAt", "<=", time)
    .orderBy("dueAt")
    .limit(1)
    .executeTakeFirst();
  if (due) {
    const claimed = db.updateTable("payments").set({ dueAt: time + claimLength });
    await claimed.where("orderId", "=", due.orderId).where("state", "=", "open").execute();
  }
  return due;
}
