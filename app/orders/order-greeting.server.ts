import { awaitsOfflinePayment } from "#shop/orders/payment/offline-payment.ts";
import { isCard } from "#shop/orders/payment-method.ts";
import type { OrderState } from "#shop/orders/state/state-machine.ts";
import type { OrderDetails } from "#shop/orders/views/read-order.ts";
import { isRefundedByHand } from "#shop/orders/views/receipt.ts";

/**
 * The first words of a receipt's page.
 *
 * @param email where the order's confirmation went
 * @param sendsUnpaid whether it is sent before it is paid
 * @param withdrawnOn the day on which its customer withdrew from all of it
 */
export function greetingOf(
  { state, isProcessing, dueCents, paymentProvider, paymentMethod, isPickup }: OrderDetails,
  { email, sendsUnpaid, withdrawnOn }: { email: string; sendsUnpaid: boolean; withdrawnOn?: string | undefined },
) {
  if (withdrawnOn !== undefined) return withdrawnGreeting({ state, isProcessing, dueCents }, withdrawnOn);
  if (isProcessing) return "We're waiting for your bank to confirm the payment.";
  if (state === "awaiting-payment" && awaitsOfflinePayment({ dueCents })) {
    const next = sendsUnpaid
      ? `We'll email you when it ${isPickup ? "is ready for pickup" : "ships"}.`
      : `We'll ${isPickup ? "prepare" : "ship"} it once you've paid.`;
    return `Thank you! We've received your order and sent a copy to ${email}. ${next}`;
  }
  if (state === "paid")
    return `Thank you! We've received your order and sent your receipt to ${email}. We'll email you when it ${isPickup ? "is ready for pickup" : "ships"}.`;
  if (state === "refunded" && isRefundedByHand({ paymentProvider }))
    return `We're refunding you directly${isCard(paymentMethod) ? ", not through your card" : ""}.`;
  return (isPickup && pickupGreetings[state]) || greetings[state];
}

function withdrawnGreeting({ state, isProcessing, dueCents }: Withdrawn, day: string) {
  const withdrew = `You withdrew from this order on ${day}.`;
  if (isProcessing) return `${withdrew} If your payment still comes through, we'll refund it.`;
  if (state === "awaiting-payment" || dueCents > 0) return `${withdrew} You don't have to pay for it.`;
  return withdrew;
}

type Withdrawn = Pick<OrderDetails, "state" | "isProcessing" | "dueCents">;

const pickupGreetings: Partial<Record<OrderState, string>> = {
  sent: "Thank you! Your order is ready for pickup.",
  delivered: "Your order has been picked up. We hope you love it!",
  cancelled: "This order was cancelled.",
};

const greetings: Record<Exclude<OrderState, "paid">, string> = {
  "awaiting-payment": "Your order is awaiting payment. We hold your items for 30 minutes after you order.",
  sent: "Thank you! Your order is on its way.",
  delivered: "Your order has been delivered. We hope you love it!",
  cancelled: "This order was cancelled and won't be shipped.",
  returned: "We've received your return.",
  refunded: "We've issued your refund. It may take a few days to reach your account.",
};
