import type { Database } from "#database/connect.ts";
import { putBack } from "../catalog/change-stock.ts";
import type { Shop } from "../shop.ts";
import { type LockedOrder, lockOrder, type NewEvent, takeStep, takeStepAndTell } from "./order-events.ts";

/** The steps that an owner takes with an order. Each tells its customer by mail, is written into the order's events, and is refused where it may not follow. */

type Stepping = Pick<Shop, "db" | "now">;

/** Who takes a step, and what they want to have written beside it. */
export interface StepWish {
  actor: string;
  note?: string;
}

/** A parcel: who brings it, and its number there. */
export interface Parcel {
  carrier: string | null;
  tracking: string | null;
}

/** An order's parcel is on its way. @throws OrderUnknownError, StepRefusedError */
export function markSent(shop: Stepping, orderNumber: string, { carrier, tracking, ...wish }: StepWish & Parcel) {
  return takeOwnersStep(shop, orderNumber, { ...wish, step: "sent", carrier, tracking });
}

/** An order's parcel has arrived. @throws OrderUnknownError, StepRefusedError */
export function markDelivered(shop: Stepping, orderNumber: string, wish: StepWish) {
  return takeOwnersStep(shop, orderNumber, { ...wish, step: "delivered" });
}

/** An order's goods have come back, and are on the shelf again. What was paid, its owner pays back. @throws OrderUnknownError, StepRefusedError */
export function markReturned(shop: Stepping, orderNumber: string, wish: StepWish) {
  return takeOwnersStep(shop, orderNumber, { ...wish, step: "returned" }, putLinesBack);
}

/** Writes something down beside an order, which its customer isn't told. @throws OrderUnknownError */
export function noteOnOrder({ db, now }: Stepping, orderNumber: string, wish: StepWish) {
  return db.transaction().execute(async (trx) => {
    await takeStep(trx, await lockOrder(trx, orderNumber), { ...wish, step: "noted" }, now());
  });
}

function takeOwnersStep(
  { db, now }: Stepping,
  orderNumber: string,
  event: NewEvent,
  andThen?: (transaction: Database, order: LockedOrder) => Promise<void>,
) {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderNumber);
    await takeStepAndTell(trx, order, event, now());
    await andThen?.(trx, order);
  });
}

/** Puts an order's goods back on the shelf. */
export async function putLinesBack(transaction: Database, { id }: LockedOrder) {
  const lines = transaction.selectFrom("orderLines").select(["productId", "quantity"]);
  await putBack(transaction, await lines.where("orderId", "=", id).execute());
}
