import type { PaymentEvent } from "../payments/payment-provider.ts";
import { lookAtPayment } from "./order-payment.ts";
import { type Paying, readPayment } from "./read-payment.ts";
import { applyProviderRefund } from "./refund-order.ts";

/** The shop doesn't know the payment yet that a refund is of. Its event comes later, and then the refund's is repeated. */
export class PaymentUnknownError extends Error {
  override name = "PaymentUnknownError";

  constructor(orderNumber: string) {
    super(`A refund came before the payment of order ${orderNumber}`);
  }
}

/**
 * Notes what a provider says of a refund by itself: one of the shop's, or one that was made at the provider's. A refund of any other
 * payment than the order's own is none of the order's.
 *
 * @throws PaymentUnknownError when the refund's event has to come again
 */
export async function noteRefundEvent(shop: Paying, event: Extract<PaymentEvent, { about: "refund" }>) {
  const { orderNumber, reference } = event;
  // The event that tells of the payment may still be on its way.
  await lookAtPayment(shop, orderNumber);
  const payment = await readPayment(shop.db, orderNumber);
  if (payment?.reference === null) throw new PaymentUnknownError(orderNumber);
  if (payment?.reference === reference) await applyProviderRefund(shop, orderNumber, event);
}
