import { type Database, engineOf } from "#database/connect.ts";
import { unpaidOfflineOrders } from "../orders/unpaid-offline-orders.ts";
import { manualProvider } from "../payments/provider.ts";
import type { UnpaidTerms } from "../settings/settings.ts";
import type { Formats } from "../values/locale.ts";
import { formatPrice } from "../values/money.ts";

/** Unpaid orders per customer at a time: a customer can't reserve all stock without paying. See docs/decisions/0080. */
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
 * Refuses an order after its row is inserted, and before its payment is. A provider's order holds its items for minutes only.
 *
 * @throws UnpaidLimitError
 */
export async function requireUnpaidRoom(transaction: Database, order: UnpaidOrder, terms: UnpaidTerms) {
  const { userId, provider, lines, totalCents } = order;
  const unpaid = await transaction
    .selectFrom("orders")
    .select("id")
    .where("userId", "=", userId)
    .where((eb) => {
      const offline = unpaidOfflineOrders(transaction).where("userId", "=", userId);
      return eb.or([eb("state", "=", "awaiting-payment"), eb("id", "in", offline)]);
    })
    .limit(mostUnpaid + 1)
    .execute();
  if (unpaid.length > mostUnpaid)
    throw new UnpaidLimitError({ by: "orders", limit: mostUnpaid, reached: unpaid.length });
  if (provider !== manualProvider) return;
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
