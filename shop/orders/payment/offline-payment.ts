import type { Database } from "#database/connect.ts";
import { dayOf, localDay, startOfDay } from "../../values/days.ts";
import type { Regional } from "../../values/locale.ts";
import { changeOrder, type Decision, type OrderContext } from "../change-order.ts";
import type { ByActor } from "../state/order.ts";
import type { OrderDetails } from "../views/read-order.ts";

/** Whether an order waits for a payment that its owner records. It may have been sent already. */
export function awaitsOfflinePayment({ dueCents }: Pick<OrderDetails, "dueCents">) {
  return dueCents > 0;
}

/** The last day on which such an order can be paid, for its customer; undefined if it waits without end. */
export function payByNote({ payUntil }: Pick<OrderDetails, "payUntil">, regional: Regional) {
  const day = payUntil === null ? undefined : localDay(payUntil - 1, regional);
  return day && `We cancel orders that aren't paid by ${day}.`;
}

/** Emails the customer of an unpaid invoice, at most once a day. @throws OrderUnknownError, TransitionRefusedError, CorrectionRefusedError */
export async function remind(shop: OrderContext, orderNumber: string, by: ByActor, decision?: Decision) {
  const { timeZone } = shop.settings;
  const today = startOfDay(dayOf(shop.now(), timeZone), timeZone);
  await changeOrder(shop, orderNumber, { type: "remind", today, ...by }, decision);
}

/**
 * Records that an order was paid outside the shop. Its customer is notified.
 *
 * @throws OrderUnknownError, OrderChangedError, TransitionRefusedError, CorrectionRefusedError; nothing is changed then
 */
export async function markPaid(
  shop: OrderContext,
  orderNumber: string,
  { version, alongside, ...by }: ByActor & Decision,
) {
  await changeOrder(shop, orderNumber, { type: "markPaid", ...by }, { version, alongside });
}

/**
 * Takes back that an order was marked as paid, as long as nothing followed from it. See docs/decisions/0411.
 *
 * @returns whether the customer is notified: not while the mail about the payment was still waiting
 * @throws OrderUnknownError, OrderChangedError, TransitionRefusedError, CorrectionRefusedError; nothing is changed then
 */
export async function undoPayment(
  shop: OrderContext,
  orderNumber: string,
  { version, alongside, ...by }: ByActor & Decision,
) {
  const invoice = await readPaymentInvoice(shop.db, orderNumber);
  const { mails } = await changeOrder(
    shop,
    orderNumber,
    { type: "undoPayment", invoice, ...by },
    { version, alongside },
  );
  return mails.length > 0;
}

/** The number of the invoice that was issued when an order was paid; undefined where it came first, or there is none. */
export async function readPaymentInvoice(db: Database, orderNumber: string) {
  const issued = await db
    .selectFrom("documents")
    .innerJoin("orders", "orders.id", "documents.orderId")
    .innerJoin("orderEvents", (join) =>
      join
        .onRef("orderEvents.orderId", "=", "documents.orderId")
        .onRef("orderEvents.position", "=", "documents.orderEvent"),
    )
    .select("documents.number")
    .where("orders.orderNumber", "=", orderNumber)
    .where("orderEvents.step", "=", "paid")
    .executeTakeFirst();
  return issued?.number;
}
