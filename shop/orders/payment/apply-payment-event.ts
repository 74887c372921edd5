import type { PaymentEvent } from "../../payments/provider.ts";
import { changeOrder } from "../change-order.ts";
import { applyPaymentResult, type PaymentContext } from "./payment.ts";
import { applyRefundEvent, isOwnMoney } from "./refund.ts";

/** Applies an event of the payment provider. @throws OrderUnknownError; PaymentUnknownError when the event has to be sent again */
export async function applyPaymentEvent(shop: PaymentContext, event: PaymentEvent) {
  if (event.about === "payment") await applyPaymentResult(shop, event.orderNumber, event.result);
  else if (event.about === "refund") await applyRefundEvent(shop, event);
  else await applyDisputeEvent(shop, event);
}

/** Disputes of other payments than the order's own don't concern the order. */
async function applyDisputeEvent(shop: PaymentContext, event: Extract<PaymentEvent, { about: "dispute" }>) {
  if (!(await isOwnMoney(shop, event))) return;
  await changeOrder(shop, event.orderNumber, { type: "dispute", provider: shop.payments.name, dispute: event });
}
