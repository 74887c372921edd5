import type { Handler } from "hono";
import { isOutage } from "#shop/errors.ts";
import { applyPaymentEvent } from "#shop/orders/payment/apply-payment-event.ts";
import { PaymentUnknownError } from "#shop/orders/payment/refund.ts";
import { OrderUnknownError } from "#shop/orders/state/order.ts";
import { readEventKey } from "#shop/payments/event-addresses.ts";
import { ForgedEventError, PaymentUnreachableError } from "#shop/payments/provider.ts";
import type { Shop } from "#shop/shop.ts";

/** Bytes. Stripe's largest events have some tens of thousands. */
export const eventBytesLimit = 256 * 1024;

/** What is over by the time the provider sends its event again. */
const passing = [PaymentUnreachableError, PaymentUnknownError];

/**
 * Answers `POST /payments/:provider`: 200 for an event that was noted, or doesn't concern the shop; 400 for one that the provider did
 * not sign, lately; otherwise 503 or 500, so that the provider sends it again.
 */
export function takePaymentEvent(shop: Shop): Handler {
  return async ({ req, body }, next) => {
    const provider = shop.payments.get(req.param("provider") ?? "");
    if (!provider) return next();
    try {
      const key = provider.eventAddresses && (await readEventKey(shop, provider.name));
      const event = await provider.readEvent(await req.text(), req.raw.headers, shop.now(), key);
      if (event) await applyPaymentEvent(shop, provider.name, event);
      return body(null, 200);
    } catch (error) {
      if (error instanceof ForgedEventError) return body(null, 400);
      // The account may take payments for other shops too.
      if (error instanceof OrderUnknownError) return body(null, 200);
      if (isOutage(error)) throw error;
      shop.log("Payment event not processed", error);
      return body(null, passing.some((Passing) => error instanceof Passing) ? 503 : 500);
    }
  };
}
