import type { Database } from "#database/connect.ts";
import type { OrderStep } from "#database/schema.ts";
import type { LockedOrder } from "./order-events.ts";

/** What has happened to an order since a screen showed it. Moments are milliseconds since 1970 (UTC). */
export interface OrderChange {
  step: OrderStep | "refundPending";
  actor: string;
  amountCents: number | null;
  createdAt: number;
}

/** The order is no longer as it was when its owner decided what to do with it. */
export class OrderChangedError extends Error {
  override name = "OrderChangedError";
  readonly changes: OrderChange[];

  constructor(orderNumber: string, changes: OrderChange[]) {
    super(`Order ${orderNumber} has changed since it was shown`);
    this.changes = changes;
  }
}

/** An order's version, which every event and every refund changes: "<last event's position>-<number of refunds>". */
export async function readOrderVersion(db: Database, orderId: number) {
  const { position } = await db
    .selectFrom("orderEvents")
    .select((eb) => eb.fn.max("position").as("position"))
    .where("orderId", "=", orderId)
    .executeTakeFirstOrThrow();
  const { refunds } = await db
    .selectFrom("refunds")
    .select((eb) => eb.fn.countAll<number>().as("refunds"))
    .where("orderId", "=", orderId)
    .executeTakeFirstOrThrow();
  return `${Number(position ?? 0)}-${Number(refunds)}`;
}

/**
 * Holds an order against the version that was decided on.
 *
 * @param order the transaction has to itself
 * @param version undefined where nobody looked at the order first
 * @throws OrderChangedError
 */
export async function requireVersion(transaction: Database, order: LockedOrder, version: string | undefined) {
  if (version === undefined || version === (await readOrderVersion(transaction, order.id))) return;
  throw new OrderChangedError(order.orderNumber, await readChangesSince(transaction, order.id, version));
}

async function readChangesSince(db: Database, orderId: number, version: string): Promise<OrderChange[]> {
  const [, position, refunds] = /^(\d{1,6})-(\d{1,6})$/.exec(version) ?? [];
  if (position === undefined) return [];
  const events = await db
    .selectFrom("orderEvents")
    .select(["step", "actor", "amountCents", "createdAt"])
    .where("orderId", "=", orderId)
    .where("position", ">", Number(position))
    .orderBy("position")
    .execute();
  const newRefunds = await db
    .selectFrom("refunds")
    .select(["state", "actor", "amountCents", "createdAt"])
    .where("orderId", "=", orderId)
    .orderBy("createdAt")
    .orderBy("id")
    .offset(Number(refunds))
    .limit(1000)
    .execute();
  // The others have events.
  const pending = newRefunds.filter(({ state }) => state === "waiting");
  return [...events, ...pending.map(({ state: _, ...refund }) => ({ ...refund, step: "refundPending" as const }))];
}
