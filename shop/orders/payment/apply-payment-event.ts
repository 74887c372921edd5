import type { PaymentEvent } from "../../payments/provider.ts";
import { changeOrder } from "../change-order.ts";
import { applyPaymentResult, type PaymentContext } from "./payment.ts";
import { applyRefundEvent, isOwnMoney } from "./refund.ts";

/** Applies an event of a payment provider. @throws OrderUnknownError; PaymentUnknownError when the event has to be sent again */
export async function applyPaymentEvent(shop: PaymentContext, provider: string, event: PaymentEvent) {
  const { orderNumber } = event;
  if (event.about === "payment") await applyPaymentResult(shop, orderNumber, { provider, result: event.result });
  else if (event.about === "refund") await applyRefundEvent(shop, provider, event);
  else await applyDisputeEvent(shop, provider, event);
}

/** Disputes of other payments than the order's own don't concern the order. */
async function applyDisputeEvent(
  shop: PaymentContext,
  provider: string,
  event: Extract<PaymentEvent, { about: "dispute" }>,
) {
  if (!(await isOwnMoney(shop, provider, event))) return;
  await changeOrder(shop, event.orderNumber, { type: "dispute", provider, dispute: event });
}
