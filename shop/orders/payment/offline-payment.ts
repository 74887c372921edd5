import { manualProvider } from "../../payments/provider.ts";
import { localDay } from "../../values/days.ts";
import type { Regional } from "../../values/locale.ts";
import { changeOrder, type OrderContext } from "../change-order.ts";
import type { ByActor } from "../state/order.ts";
import type { OrderDetails } from "../views/read-order.ts";

/** Whether an order waits for a payment that its owner records. */
export function awaitsOfflinePayment({ state, paymentProvider }: Pick<OrderDetails, "state" | "paymentProvider">) {
  return state === "awaiting-payment" && paymentProvider === manualProvider;
}

/** The last day on which such an order can be paid, for its customer; undefined if it waits without end. */
export function payByNote({ payUntil }: Pick<OrderDetails, "payUntil">, regional: Regional) {
  const day = payUntil === null ? undefined : localDay(payUntil - 1, regional);
  return day && `We cancel orders that aren't paid by ${day}.`;
}

/**
 * Records that an order was paid outside the shop. Its customer is notified.
 *
 * @param version the order's version when staff decided on it
 * @throws OrderUnknownError, OrderChangedError, TransitionRefusedError, CorrectionRefusedError; nothing is changed then
 */
export async function markPaid(
  shop: OrderContext,
  orderNumber: string,
  { version, ...by }: ByActor & { version: string },
) {
  await changeOrder(shop, orderNumber, { type: "markPaid", ...by }, { version });
}
