import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { pipeline } from "#database/pipeline.ts";
import { prepared } from "#database/prepared.ts";
import { messageOf } from "../../errors.ts";
import { queueOrderMail } from "../../jobs/mail-queue.ts";
import {
  manualProvider,
  type PaymentProvider,
  type PaymentRef,
  PaymentRefusedError,
  type PaymentResult,
  PaymentUnreachableError,
  type ProviderRefund,
  type Purchase,
} from "../../payments/provider.ts";
import type { Shop } from "../../shop.ts";
import { fullTitle, withOptions } from "../../values/product-options.ts";
import { changeOrder } from "../change-order.ts";
import type { PaymentUpdate } from "../state/apply-payment.ts";
import { system } from "../state/events.ts";
import { emptyEvent, type Order, OrderUnknownError, type Payment } from "../state/order.ts";
import type { ExpiredCheckout } from "../state/transition.ts";
import { moneyColumns } from "../sums.ts";

/** What payments need of the shop. */
export type PaymentContext = Pick<Shop, "db" | "settings" | "payments" | "log" | "now">;

/** The order can't be paid any more: it was cancelled, or its provider declines it. Its items are in stock again. */
export class PaymentEndedError extends Error {
  override name = "PaymentEndedError";
}

/** A payment's provider isn't configured any more. */
export class ProviderMissingError extends Error {
  override name = "ProviderMissingError";
}

/** The provider of a payment. Manual payments have none that could be asked. @throws ProviderMissingError */
export function getProvider({ payments }: Pick<Shop, "payments">, name: string): PaymentProvider {
  const provider = payments.get(name);
  if (!provider) throw new ProviderMissingError(`Payments with ${name} aren't set up`);
  return provider;
}

/** Works on the payments of each provider at once, so that one that can't be reached doesn't keep the others waiting. @throws the first failure */
export async function forEachProvider(names: Iterable<string>, work: (name: string) => Promise<unknown>) {
  const outcomes = await Promise.allSettled([...names].map(work));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

const minute = 60_000;
/** Milliseconds after which the provider is asked about a payment that no event came for. */
const firstSync = minute;

/**
 * Lets an order await its payment, in the transaction that places it. No one can be asked about a manual one: its order is cancelled when it is due.
 *
 * @param payUntil when the order of a manual payment is cancelled, in milliseconds since 1970 (UTC); null if it waits without end
 */
export async function insertPayment(
  transaction: Database,
  orderId: number,
  provider: string,
  now: Date,
  payUntil: number | null,
) {
  const createdAt = now.getTime();
  const dueAt = provider === manualProvider ? payUntil : createdAt + firstSync;
  const payment = { orderId, provider, state: "pending", createdAt, dueAt } as const;
  await transaction.insertInto("payments").values(payment).execute();
}

type PaidOrder = Pick<Order, "id" | "orderNumber" | "userId" | "totalCents" | "currency">;

/** Saves an order's payment as settled and queues its receipt, in the transaction that places the order. @returns the order's events */
export async function insertManualPayment(transaction: Database, order: PaidOrder, now: Date) {
  const { id: orderId, totalCents: amountCents } = order;
  const values = { orderId, amountCents, currency: order.currency.toLowerCase(), createdAt: now.getTime() };
  await pipeline(
    transaction,
    (db) => insertSettledPayment(db, values),
    (db) => insertPaidEvent(db, values),
    (db) => queueOrderMail(db, order.userId, order.orderNumber, now),
  );
  return [{ ...emptyEvent, position: firstPosition, step: "paid" as const, amountCents }];
}

const firstPosition = 1;

interface SettledPayment {
  orderId: number;
  amountCents: number;
  /** In lower case, as providers write it. */
  currency: string;
  createdAt: number;
}

const insertSettledPayment = prepared<SettledPayment>()((db, value) =>
  db.insertInto("payments").values({
    orderId: value("orderId"),
    provider: manualProvider,
    state: "settled",
    amountCents: value("amountCents"),
    paidCents: value("amountCents"),
    currency: value("currency"),
    createdAt: value("createdAt"),
  }),
);

const insertPaidEvent = prepared<SettledPayment>()((db, value) =>
  db.insertInto("orderEvents").values({
    orderId: value("orderId"),
    position: firstPosition,
    step: "paid",
    createdAt: value("createdAt"),
    actorType: system.type,
    actorId: system.id,
    amountCents: value("amountCents"),
  }),
);

export function readPayment(db: Database, orderNumber: string): Promise<Payment | undefined> {
  return db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .selectAll("payments")
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
}

/**
 * Starts the payment of an order, or continues it.
 *
 * @returns where the customer pays; undefined when there is nothing left for them to do
 * @throws PaymentEndedError when the order can't be paid
 */
export async function startCheckout(shop: PaymentContext, orderNumber: string): Promise<string | undefined> {
  const payment = await readPayment(shop.db, orderNumber);
  const page = payment && pageOf(payment, orderNumber);
  if (!payment || page?.isDone) return page?.url;
  const checkout = await createCheckout(shop, payment.provider, await readPurchase(shop, orderNumber));
  const { order } = await changeOrder(shop, orderNumber, { type: "checkout", checkout });
  return pageOf(order.payment, orderNumber).url;
}

/** @returns where a payment is paid, and whether that is known already */
function pageOf({ state, url, processingSince }: Payment, orderNumber: string) {
  if (state === "failed") throw new PaymentEndedError(`Order ${orderNumber} was not paid in time`);
  if (state === "settled" || processingSince !== null) return { isDone: true, url: undefined };
  return { isDone: url !== null, url: url ?? undefined };
}

/** The order is cancelled when its provider won't take it, or when asking it fails for a reason that trying again can't mend. */
async function createCheckout(shop: PaymentContext, name: string, purchase: Purchase) {
  const provider = getProvider(shop, name);
  try {
    return await provider.createCheckout(purchase);
  } catch (error) {
    if (error instanceof PaymentUnreachableError) throw error;
    if (!(error instanceof PaymentRefusedError)) shop.log("Payment not started", error);
    const note = messageOf(error);
    await changeOrder(shop, purchase.orderNumber, { type: "void", actor: system, note, notifyCustomer: false });
    throw new PaymentEndedError(note);
  }
}

/** @throws OrderUnknownError */
export async function readPurchase({ db, settings }: Pick<Shop, "db" | "settings">, orderNumber: string) {
  const order = await db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select(["id", "email", "discountCode", "deliveryName", ...moneyColumns])
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
  if (!order) throw new OrderUnknownError(orderNumber);
  const { id, ...columns } = order;
  const lines = db.selectFrom("orderLines").select(["title", "options", "priceCents", "quantity"]);
  const rows = await lines.where("orderId", "=", id).orderBy("position").execute();
  const purchase: Purchase = {
    ...columns,
    orderNumber,
    lines: rows.map(({ priceCents, quantity, ...line }) => ({
      ...{ title: fullTitle(withOptions(line)), priceCents, quantity },
    })),
    orderUrl: `${settings.shopUrl}/order-confirmation/${orderNumber}`,
    checkoutUrl: `${settings.shopUrl}/checkout`,
    returnUrl: `${settings.shopUrl}/order-confirmation/${orderNumber}?from=payment`,
  };
  return purchase;
}

/** Asks the provider about a pending payment, and applies the answer. @returns the payment after that */
export async function syncPayment(shop: PaymentContext, orderNumber: string): Promise<Payment | undefined> {
  const payment = await readPayment(shop.db, orderNumber);
  const ref = payment && refOf(payment, orderNumber);
  if (!ref) return payment;
  const { provider } = payment;
  return applyPaymentResult(shop, orderNumber, {
    provider,
    result: await getProvider(shop, provider).readPayment(ref),
  });
}

/** What the provider knows a pending payment by; undefined when its checkout wasn't created or saved. */
function refOf({ state, externalId }: Payment, orderNumber: string): PaymentRef | undefined {
  return state === "pending" && externalId !== null ? { orderNumber, externalId } : undefined;
}

/**
 * Expires an order's checkout, unless it was paid. First step of cancelling an unpaid order.
 *
 * @returns the checkout that expired; undefined when the order was paid, or may be
 */
export async function expireCheckout(shop: PaymentContext, orderNumber: string): Promise<ExpiredCheckout | undefined> {
  const payment = await readPayment(shop.db, orderNumber);
  if (!payment || payment.state === "settled") return undefined;
  const ref = refOf(payment, orderNumber);
  // No customer knows the address of a checkout that wasn't saved.
  if (!ref) return payment;
  const { provider } = payment;
  const result = await getProvider(shop, provider).expireCheckout(ref);
  if (result.outcome.state !== "failed") await applyPaymentResult(shop, orderNumber, { provider, result });
  return result.outcome.state === "failed" ? payment : undefined;
}

/**
 * Applies what a provider says about an order's payment. A payment that settles after the order was cancelled is refunded. A result of
 * any other payment than the order's own only notifies the owner, once.
 *
 * @returns the order's payment after that
 * @throws OrderUnknownError
 */
export async function applyPaymentResult(
  shop: PaymentContext,
  orderNumber: string,
  update: Pick<PaymentUpdate, "provider" | "result">,
) {
  const late = { refunds: await readRefundsIfLate(shop, orderNumber, update.result), refundId: randomUUID() };
  const { order, warning } = await changeOrder(shop, orderNumber, { type: "payment", ...update, ...late });
  if (warning) shop.log(warning, new Error(`Order ${orderNumber}`));
  return order.payment;
}

/** Providers are never called inside a transaction, so the refunds of a late payment are read before it. */
async function readRefundsIfLate(shop: PaymentContext, orderNumber: string, { outcome }: PaymentResult) {
  if (outcome.state !== "settled") return [];
  const payment = await readPayment(shop.db, orderNumber);
  const { provider, state } = payment ?? {};
  return provider && state === "failed" ? listProviderRefunds(shop, { provider, reference: outcome.reference }) : [];
}

/** None when the provider can't be reached: it refuses by itself to refund more than was paid. */
export async function listProviderRefunds(
  shop: PaymentContext,
  { provider, reference }: { provider: string; reference: string },
): Promise<ProviderRefund[]> {
  try {
    return await getProvider(shop, provider).listRefunds(reference);
  } catch (error) {
    shop.log("Refunds not read from the payment provider", error);
    return [];
  }
}
