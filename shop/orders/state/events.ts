import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ActorType, OrderEventsTable, OrderTransition } from "#database/schema.ts";
import { titleOf } from "../../payments/registry.ts";
import { type ItemColumns, itemsOf } from "../../values/event-items.ts";
import { fullTitle, type Options } from "../../values/product-options.ts";

/** Who did something to an order. The id is a customer's uid, staff's email, or a provider's name. */
export interface Actor {
  type: ActorType;
  id: string;
}

/** The shop itself. */
export const system: Actor = { type: "system", id: "shop" };

/** @param id an email, or "owner" on the command line */
export function staff(id: string): Actor {
  return { type: "staff", id };
}

export const commandLine = staff("owner");

/** An actor in the command line's tables and JSON. */
export function actorName({ type, id }: Actor) {
  return type === "customer" ? "customer" : id;
}

/** An actor on the owner's screens: "Customer", "System", "Stripe", "Command line", or a staff member's email. */
export function actorLabel({ type, id }: Actor) {
  if (type === "customer") return "Customer";
  if (type === "system") return "System";
  if (type === "provider") return titleOf(id);
  return id === commandLine.id ? "Command line" : id;
}

type EventRow = Selectable<OrderEventsTable>;

/** Something that happened to an order. Moments are milliseconds since 1970 (UTC). */
export type OrderEvent = Omit<EventRow, "orderId" | "actorType" | "actorId"> & { actor: Actor };

/** An event to be added; what is left out is null. */
export type NewEvent = Pick<OrderEvent, "step" | "actor"> & Partial<OrderEvent>;

/** The events of some orders, the oldest first, by the orders' ids. */
export async function readEvents(db: Database, orderIds: number[]): Promise<Map<number, OrderEvent[]>> {
  const rows = await db
    .selectFrom("orderEvents")
    .selectAll()
    .where("orderId", "in", orderIds)
    .orderBy("orderId")
    .orderBy("position")
    .execute();
  const eventsById = new Map<number, OrderEvent[]>(orderIds.map((id) => [id, []]));
  for (const { orderId, ...row } of rows) eventsById.get(orderId)?.push(withActor(row));
  return eventsById;
}

/** Turns a row's two columns into an actor. */
export function withActor<Row extends { actorType: ActorType; actorId: string }>({ actorType, actorId, ...row }: Row) {
  return { ...row, actor: { type: actorType, id: actorId } };
}

/** Turns an actor into a row's two columns. */
export function withActorColumns<Value extends { actor: Actor }>({ actor, ...value }: Value) {
  return { ...value, actorType: actor.type, actorId: actor.id };
}

/** What takes back that staff marked an order by mistake. */
const undoingSteps: Partial<Record<OrderTransition, OrderTransition>> = { sent: "sentUndone", paid: "paymentUndone" };

/** Whether staff marked an order as sent or paid by mistake and undid it. */
export function wasUndone({ step, position }: PlacedEvent, events: PlacedEvent[]) {
  return events.some((later) => later.step === undoingSteps[step] && later.position > position);
}

type PlacedEvent = Pick<OrderEvent, "step" | "position">;

/** Whether an event is about a statement of withdrawal that staff took off the order again. */
export function wasUnmatched(
  { returnId }: Pick<OrderEvent, "returnId">,
  events: Pick<OrderEvent, "step" | "returnId">[],
) {
  return (
    returnId !== null && events.some((event) => event.step === "withdrawalUnmatched" && event.returnId === returnId)
  );
}

/** Whether an order was ever paid, also after it was cancelled. */
export function wasPaid(events: PlacedEvent[]) {
  return events.some((event) => (event.step === "paid" || event.step === "paidLate") && !wasUndone(event, events));
}

/** The items that an event is about: "2 × Coffee, 1 × Tea"; "" for events about none. */
export function describeItems(event: ItemColumns, lines: { productId: string; title: string; options: Options }[]) {
  return itemsOf(event)
    .flatMap(({ productId, quantity }) => {
      const line = lines.find((line) => line.productId === productId);
      return line ? [`${quantity} × ${fullTitle(line)}`] : [];
    })
    .join(", ");
}

type NamedEvent = OrderTransition | "placed" | "refundPending";

/** What an order's timeline calls an event, on the owner's screens and the command line. */
export function eventName({ step, actor }: { step: NamedEvent; actor: Actor }, isPickup: 0 | 1) {
  return (isPickup && pickupEventNames[step]) || (actor.type === "staff" && staffEventNames[step]) || eventNames[step];
}

const pickupEventNames: Partial<Record<NamedEvent, string>> = {
  sent: "Ready for pickup",
  sentUndone: "“Ready for pickup” undone",
  delivered: "Picked up",
};

/** Customers withdraw, and take their requests back. Staff match a withdrawal with the order, and undo a wrong match. */
const staffEventNames: Partial<Record<NamedEvent, string>> = {
  withdrawn: "Withdrawal matched",
  returnWithdrawn: "Return closed: the withdrawal was for another order",
};

const eventNames: Record<NamedEvent, string> = {
  placed: "Order placed",
  paid: "Paid",
  sent: "Sent",
  sentUndone: "Sent undone",
  delivered: "Delivered",
  cancelled: "Cancelled",
  returned: "Returned",
  itemReturned: "Item returned",
  returnClosed: "Return closed",
  refunded: "Refunded",
  refundedInPart: "Partially refunded",
  refundPending: "Refund started",
  refundFailed: "Refund failed",
  failedRefundClosed: "Failed refund closed",
  paidLate: "Paid after cancellation",
  paymentUndone: "Paid undone",
  invoiced: "Invoice issued",
  credited: "Credited",
  reminded: "Reminder sent",
  addressCorrected: "Address corrected",
  mailResent: "Email resent",
  captureRequested: "Capture requested",
  captureReduced: "Won't be captured",
  captured: "Payment captured",
  captureFailed: "Payment not captured",
  released: "Reserved amount released",
  reservationEnding: "Reservation about to end",
  disputed: "Payment disputed",
  disputeWon: "Dispute won",
  disputeLost: "Dispute lost",
  disputeClosed: "Dispute closed",
  invoiceWithdrawn: "Invoice credited for correction",
  invoiceCorrected: "Corrected invoice issued",
  returnRequested: "Return requested",
  returnAccepted: "Return accepted",
  returnDeclined: "Return declined",
  returnWithdrawn: "Return request cancelled",
  withdrawn: "Customer withdrew",
  withdrawalUnmatched: "Match of the withdrawal undone",
  noted: "Note added",
};
