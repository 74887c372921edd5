import { type Database, engineOf } from "#database/connect.ts";
import { isOutage } from "../errors.ts";
import { cancelUnpaidOrder } from "../orders/cancel-order.ts";
import { hasOpenWithdrawal } from "../orders/open-withdrawals.ts";
import type { PaymentContext } from "../orders/payment/payment.ts";
import { system } from "../orders/state/events.ts";
import { holdingOfflineOrders, unpaidOfflineOrders } from "../orders/unpaid-offline-orders.ts";
import { manualProvider } from "../payments/provider.ts";
import type { UnpaidTerms } from "../settings/settings.ts";
import type { Formats } from "../values/locale.ts";
import { formatPrice } from "../values/money.ts";

/** Unpaid orders per customer and way to pay at a time: a customer can't reserve all stock without paying. See docs/decisions/0314. */
const mostUnpaid = 5;
/** How much more a customer may hold who has paid for an order. */
const knownCustomerFactor = 4;

/** How an order is to be paid, and what is in it. */
interface UnpaidOrder {
  userId: string;
  provider: string;
  lines: { quantity: number }[];
  totalCents: number;
}

interface UnpaidLimits {
  terms: UnpaidTerms;
  /** In the shop's time zone. */
  today: string;
}

/** Nothing was ordered: the customer would hold too much without having paid. */
export class UnpaidLimitError extends Error {
  override name = "UnpaidLimitError";
  readonly exceeded: { by: "orders" | "pieces" | "cents"; limit: number; reached: number };

  constructor(exceeded: UnpaidLimitError["exceeded"]) {
    super(`${exceeded.reached} unpaid ${exceeded.by}, of at most ${exceeded.limit}`);
    this.exceeded = exceeded;
  }
}

/** The message for the customer. */
export function describeUnpaidLimit({ exceeded: { by, limit, reached } }: UnpaidLimitError, formats: Formats) {
  if (by === "orders") return "You have five unpaid orders. Please pay or cancel one of them first";
  const [most, sum] =
    by === "pieces"
      ? [`${limit} items`, String(reached)]
      : [formatPrice(limit, formats), formatPrice(reached, formats)];
  return `Before you pay, you can order up to ${most}. With this order it would be ${sum}. Please remove some items, pay an earlier order first, or contact us`;
}

/**
 * Makes the unpaid orders of one customer wait for each other, so that each transaction counts those before it. First in the transaction.
 */
export async function lockUnpaidOrders(transaction: Database, userId: string) {
  // A transaction on SQLite has the whole database to itself.
  if (engineOf(transaction) === "sqlite") return;
  const customer = transaction.selectFrom("customers").select("uid").where("uid", "=", userId);
  await customer.forNoKeyUpdate().execute();
}

/**
 * Refuses an order after its row is inserted, and before its payment is. Only orders that are paid like it count; a provider's hold their items for
 * minutes only.
 *
 * @throws UnpaidLimitError
 */
export async function requireUnpaidRoom(transaction: Database, order: UnpaidOrder, { terms, today }: UnpaidLimits) {
  const { userId, provider, lines, totalCents } = order;
  const isOffline = provider === manualProvider;
  const counted = isOffline ? lateOfflineOrders(transaction, today) : ordersAtProviders(transaction);
  const unpaid = await counted.where("userId", "=", userId).limit(mostUnpaid).execute();
  if (unpaid.length === mostUnpaid)
    throw new UnpaidLimitError({ by: "orders", limit: mostUnpaid, reached: mostUnpaid + 1 });
  if (!isOffline) return;
  const held = await readHeld(transaction, userId);
  const pieces = held.pieces + lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const cents = held.cents + totalCents;
  if (pieces <= terms.pieces && cents <= terms.cents) return;
  const factor = (await hasPaid(transaction, userId)) ? knownCustomerFactor : 1;
  for (const [by, reached] of [
    ["pieces", pieces],
    ["cents", cents],
  ] as const) {
    const limit = factor * terms[by];
    if (reached > limit) throw new UnpaidLimitError({ by, limit, reached });
  }
}

/**
 * The orders that hold their items longer than the shop has agreed to: those whose invoice isn't due yet have until then. Withdrawn ones wait for
 * staff, not for their customer; what they hold counts (`readHeld`).
 */
function lateOfflineOrders(db: Database, today: string) {
  return holdingOfflineOrders(db).where((eb) =>
    eb.and([eb.or([eb("dueOn", "is", null), eb("dueOn", "<", today)]), eb.not(hasOpenWithdrawal(eb))]),
  );
}

/** The orders that a provider still takes a payment for. */
function ordersAtProviders(db: Database) {
  return db
    .selectFrom("orders")
    .innerJoin("payments", "payments.orderId", "orders.id")
    .select(["orders.id", "orderNumber"])
    .where("orders.state", "=", "awaiting-payment")
    .where("payments.state", "=", "pending")
    .where("provider", "!=", manualProvider);
}

/**
 * Cancels a customer's oldest order that they began to pay with a provider and left. A payment that a bank processes stays.
 *
 * @returns whether one is cancelled
 */
export async function releaseAbandonedOrder(shop: PaymentContext, userId: string) {
  const note = "We didn't receive a payment, and you have placed newer orders";
  const voiding = { actor: system, note, notifyCustomer: true };
  const waiting = await ordersAtProviders(shop.db).where("userId", "=", userId).orderBy("orders.id").execute();
  for (const { orderNumber } of waiting) {
    try {
      if (await cancelUnpaidOrder(shop, orderNumber, voiding)) return true;
    } catch (error) {
      if (isOutage(error)) throw error;
      shop.log("Unpaid order not cancelled", error);
    }
  }
  return false;
}

/** What a customer's orders hold that wait for a payment outside the shop. */
async function readHeld(db: Database, userId: string) {
  const orders = await unpaidOfflineOrders(db)
    .select((eb) => eb("totalCents", "-", eb.ref("creditedCents")).as("dueCents"))
    .where("userId", "=", userId)
    .execute();
  if (orders.length === 0) return { pieces: 0, cents: 0 };
  const { pieces } = await db
    .selectFrom("orderLines")
    .select((eb) => eb.fn.sum<number>("quantity").as("pieces"))
    .where(
      "orderId",
      "in",
      orders.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow();
  return { pieces: Number(pieces), cents: orders.reduce((sum, order) => sum + Number(order.dueCents), 0) };
}

/** Whether a customer has paid for an order. One that cost nothing says nothing about them. */
async function hasPaid(db: Database, userId: string) {
  const paid = db
    .selectFrom("orders")
    .innerJoin("payments", "payments.orderId", "orders.id")
    .select("orders.id")
    .where("userId", "=", userId)
    .where("totalCents", ">", 0)
    .where("orders.state", "in", ["paid", "sent", "delivered"]);
  return (await paid.where("payments.state", "=", "settled").limit(1).executeTakeFirst()) !== undefined;
}
