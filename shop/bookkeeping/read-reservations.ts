import type { Database } from "#database/connect.ts";
import type { OrderTransition } from "#database/schema.ts";
import type { BalanceRow, Booked } from "./explain-balance.ts";

const types = {
  paid: "Reserved",
  paidLate: "Reserved",
  captured: "Captured",
  captureReduced: "Not captured",
} as const;
const steps = Object.keys(types) as OrderTransition[] & (keyof typeof types)[];

/** Reserved money that was booked as a sale and wasn't taken yet, that was taken, or that a refund left with the customer. */
export type ReservationRow = BalanceRow & Booked & { provider: string };

/**
 * What a period's sales and refunds of reserved money are more, or less, than the money that moved, the oldest first. A sale is booked when its
 * money is reserved: "Reserved" takes it off again, and "Captured" adds it once it is taken. A refund of what was never taken moves nothing:
 * "Not captured". See docs/decisions/0289.
 *
 * @param from in milliseconds since 1970 (UTC)
 * @param until the first moment after the period
 */
export async function readReservations(db: Database, from: number, until: number): Promise<ReservationRow[]> {
  const events = await db
    .selectFrom("orderEvents")
    .innerJoin("orders", "orders.id", "orderEvents.orderId")
    .innerJoin("payments", "payments.orderId", "orderEvents.orderId")
    .select(["orderEvents.createdAt as at", "step", "orderEvents.amountCents", "orderNumber", "orders.currency"])
    .select(["provider", "reference"])
    .where("step", "in", steps)
    .where("capturedCents", "is not", null)
    .where("orderEvents.createdAt", ">=", from)
    .where("orderEvents.createdAt", "<", until)
    .orderBy("orderEvents.createdAt")
    .orderBy("orderEvents.orderId")
    .orderBy("position")
    .execute();
  return events.map(({ step, amountCents: amount, reference, ...row }) => {
    const type = types[step as keyof typeof types];
    const amountCents = (type === "Reserved" ? -1 : 1) * (amount ?? 0);
    return { ...row, type, reference: reference ?? "", amountCents, grossCents: amountCents };
  });
}
