import { type Database, engineOf } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import type { OrderEventsTable, OrderState } from "#database/schema.ts";
import { queueMail } from "../mail/mail-queue.ts";
import { centsFromDollars } from "../money.ts";
import { StepRefusedError, stateAfter, transitionOf } from "./order-life.ts";
import { isOrderNumber } from "./order-number.ts";

/** What has happened to an order. Moments are milliseconds since 1970 (UTC). */
export type OrderEvent = Omit<OrderEventsTable, "orderId">;

/** What is told of a step that is taken; the rest follows from where the order stands. */
export type NewEvent = Pick<OrderEvent, "step" | "actor"> & Partial<OrderEvent>;

/** An order that a transaction has to itself. */
export interface LockedOrder {
  id: number;
  orderNumber: string;
  userId: string;
  state: OrderState;
  totalCents: number;
}

/** There is no order with this number. The message is for the shop's owner. */
export class OrderUnknownError extends Error {
  override name = "OrderUnknownError";

  constructor(orderNumber: string) {
    super(`There is no order ${orderNumber}`);
  }
}

/**
 * Keeps other steps away from an order until the transaction ends.
 *
 * @throws OrderUnknownError
 */
export async function lockOrder(transaction: Database, orderNumber: string): Promise<LockedOrder> {
  if (!isOrderNumber(orderNumber)) throw new OrderUnknownError(orderNumber);
  const order = transaction
    .selectFrom("orders")
    .select(["id", "orderNumber", "userId", "state", "totalPrice"])
    .where("orderNumber", "=", orderNumber);
  // A transaction on SQLite has everything to itself.
  const locked = engineOf(transaction) === "postgres" ? order.forUpdate() : order;
  const found = await locked.executeTakeFirst();
  if (!found) throw new OrderUnknownError(orderNumber);
  const { totalPrice, ...facts } = found;
  return { ...facts, totalCents: totalCentsOf(totalPrice) };
}

/** An order's total in cents. @param totalPrice dollars with 2 decimals, as orders keep them */
export function totalCentsOf(totalPrice: string) {
  return centsFromDollars(Number(totalPrice)) ?? 0;
}

/**
 * Takes a step: appends the event and moves the order to the state that follows.
 *
 * @param order is moved too
 * @returns the event's position
 * @throws StepRefusedError when the step may not follow; nothing is changed then
 */
export async function takeStep(transaction: Database, order: LockedOrder, event: NewEvent, now: Date) {
  const taken = await transaction
    .selectFrom("orderEvents")
    .select(["step", "wasSettled", "position"])
    .where("orderId", "=", order.id)
    .orderBy("position")
    .execute();
  const state = stateAfter(order.state, transitionOf(event), taken);
  if (!state) throw new StepRefusedError(order.state, event.step);
  const position = (taken.at(-1)?.position ?? 0) + 1;
  const createdAt = now.getTime();
  await transaction
    .insertInto("orderEvents")
    .values({
      note: null,
      amountCents: null,
      carrier: null,
      tracking: null,
      wasSettled: null,
      ...event,
      orderId: order.id,
      position,
      createdAt,
    })
    .execute();
  if (state !== order.state) {
    await transaction.updateTable("orders").set({ state }).where("id", "=", order.id).execute();
    order.state = state;
  }
  return position;
}

/** As `takeStep`, and queues the mail that tells the customer of it. */
export async function takeStepAndTell(transaction: Database, order: LockedOrder, event: NewEvent, now: Date) {
  const orderEvent = await takeStep(transaction, order, event, now);
  const { email: recipient } = await transaction
    .selectFrom("customers")
    .select("email")
    .where("uid", "=", order.userId)
    .executeTakeFirstOrThrow();
  await queueMail(transaction, { kind: "orderStep", recipient, orderNumber: order.orderNumber, orderEvent }, now);
}

/** The first event of an order that is paid as it is placed. */
export const insertPaidEvent = prepared<{ orderId: number; createdAt: number; amountCents: number }>()((db, value) =>
  db.insertInto("orderEvents").values({
    orderId: value("orderId"),
    position: 1,
    step: "paid",
    createdAt: value("createdAt"),
    actor: "shop",
    amountCents: value("amountCents"),
  }),
);

/** What has happened to each of some orders, in turn, by their ids. */
export async function readEventsOf(db: Database, orderIds: number[]) {
  const events = await db
    .selectFrom("orderEvents")
    .select([
      "orderId",
      "position",
      "step",
      "createdAt",
      "actor",
      "note",
      "amountCents",
      "carrier",
      "tracking",
      "wasSettled",
    ])
    .where("orderId", "in", orderIds)
    .orderBy("orderId")
    .orderBy("position")
    .execute();
  return Map.groupBy(events, ({ orderId }) => orderId);
}
