import { type Kysely, sql } from "kysely";

interface OrderRow {
  id: number;
  state: string;
  totalPrice: string;
}

interface RefundRow {
  id: string;
  orderId: number;
  amountCents: number;
  state: "waiting" | "done" | "failed";
  createdAt: number;
}

interface EventRow {
  orderId: number;
  position: number;
  step: string;
  createdAt: number;
  amountCents: number | null;
}

/** The columns of the tables that are changed. */
interface Tables {
  orders: OrderRow;
  refunds: RefundRow & { outstandingCents: number };
  orderEvents: EventRow & { wasSettled: number | null };
}

/**
 * What of failed refunds is outstanding, and whether they failed after they were settled. Both are read from the events of orders with failed
 * refunds, and orders whose full refund failed are no longer refunded.
 */
export const addFailedRefunds = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("orderEvents").addColumn("wasSettled", "integer").execute();
    await db.schema
      .alterTable("refunds")
      .addColumn("outstandingCents", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex("refunds_outstanding")
      .on("refunds")
      .column("orderId")
      .where(sql.ref("outstandingCents"), ">", sql.lit(0))
      .execute();
    await correctOrders(db as Kysely<Tables>);
  },
};

async function correctOrders(db: Kysely<Tables>) {
  const failed = db.selectFrom("refunds").select("orderId").where("state", "=", "failed");
  const orders = await db
    .selectFrom("orders")
    .select(["id", "state", "totalPrice"])
    .where("id", "in", failed)
    .execute();
  for (const order of orders) {
    const refunds = await db
      .selectFrom("refunds")
      .select(["id", "orderId", "amountCents", "state", "createdAt"])
      .where("orderId", "=", order.id)
      .orderBy("createdAt")
      .orderBy("id")
      .execute();
    const events = await db
      .selectFrom("orderEvents")
      .select(["orderId", "position", "step", "createdAt", "amountCents"])
      .where("orderId", "=", order.id)
      .orderBy("position")
      .execute();
    await correctOrder(db, order, refunds, events);
  }
}

async function correctOrder(db: Kysely<Tables>, order: OrderRow, refunds: RefundRow[], events: EventRow[]) {
  const reversals = findReversals(refunds, events);
  for (const { orderId, position } of reversals) {
    const event = db.updateTable("orderEvents").set({ wasSettled: 1 }).where("orderId", "=", orderId);
    await event.where("position", "=", position).execute();
  }
  const state = stateOf(order, events, reversals);
  if (state !== order.state) await db.updateTable("orders").set({ state }).where("id", "=", order.id).execute();
  for (const [id, outstandingCents] of findOutstanding(order, refunds, events))
    await db.updateTable("refunds").set({ outstandingCents }).where("id", "=", id).execute();
}

const isSettled = ({ step }: EventRow) => step === "refunded" || step === "refundedInPart";

/** The failures of refunds that had been settled: of each amount as many as were settled by the events and no longer are. */
function findReversals(refunds: RefundRow[], events: EventRow[]) {
  const reversals: EventRow[] = [];
  for (const event of events) {
    const isSame = (other: { amountCents: number | null }) => Number(other.amountCents) === Number(event.amountCents);
    if (event.step !== "refundFailed") continue;
    const reversed = reversals.filter(isSame).length;
    const settled = events.filter((other) => isSettled(other) && isSame(other));
    const stillSettled = refunds.filter((refund) => refund.state === "done" && isSame(refund)).length;
    const settledBefore = settled.filter(({ position }) => position < event.position).length;
    if (settled.length - stillSettled > reversed && settledBefore > reversed) reversals.push(event);
  }
  return reversals;
}

/** An order is refunded unless a settled refund failed after it was. */
function stateOf({ state }: OrderRow, events: EventRow[], reversals: EventRow[]) {
  if (state !== "refunded") return state;
  const last = events.findLast((event) => event.step === "refunded" || reversals.includes(event));
  if (last?.step !== "refundFailed") return state;
  return events.findLast(({ step }) => ["paid", "sent", "delivered", "returned"].includes(step))?.step ?? state;
}

/** What no refund covers that was made after a failure, as far as it can still be refunded, by the refunds' ids. */
function findOutstanding({ totalPrice }: OrderRow, refunds: RefundRow[], events: EventRow[]) {
  const outstanding = new Map<string, number>();
  const failures = events.filter(({ step }) => step === "refundFailed");
  const uncounted = refunds.filter(({ state }) => state === "failed");
  const changes = [...refunds, ...failures].toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt));
  for (const change of changes) {
    if (!("step" in change)) cover(outstanding, Number(change.amountCents));
    else {
      const index = uncounted.findIndex(({ amountCents }) => Number(amountCents) === Number(change.amountCents));
      const [refund] = index < 0 ? [] : uncounted.splice(index, 1);
      if (refund) outstanding.set(refund.id, Number(refund.amountCents));
    }
  }
  const kept = refunds.filter(({ state }) => state !== "failed");
  const refundedCents = kept.reduce((sum, { amountCents }) => sum + Number(amountCents), 0);
  const listedCents = [...outstanding.values()].reduce((sum, cents) => sum + cents, 0);
  cover(outstanding, Math.max(0, listedCents - (Math.round(Number(totalPrice) * 100) - refundedCents)));
  return outstanding;
}

/** Takes an amount off what is outstanding, the oldest first. */
function cover(outstanding: Map<string, number>, amountCents: number) {
  let coverCents = amountCents;
  for (const [id, cents] of outstanding) {
    const covered = Math.min(cents, coverCents);
    outstanding.set(id, cents - covered);
    coverCents -= covered;
  }
}
