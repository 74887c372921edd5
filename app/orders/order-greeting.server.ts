import { awaitsOfflinePayment } from "#shop/orders/payment/offline-payment.ts";
import { isCard } from "#shop/orders/payment-method.ts";
import { isSendingBack } from "#shop/orders/state/return-requests.ts";
import { type OrderState, orderStateName } from "#shop/orders/state/state-machine.ts";
import type { OrderWay } from "#shop/orders/views/order-progress.ts";
import type { OrderDetails } from "#shop/orders/views/read-order.ts";
import { isRefundedByHand } from "#shop/orders/views/receipt.ts";

const goesWell: OrderState[] = ["paid", "sent", "delivered"];

/** A receipt's large words: thanks as long as all goes well, and otherwise where the order stands. */
export function receiptTitle(
  order: Pick<OrderDetails, "state" | "isPickup" | "isProcessing" | "dueCents">,
  { isWithdrawn, firstName }: { isWithdrawn: boolean; firstName: string },
) {
  if (isWithdrawn) return { text: "Withdrawn" };
  if (goesWell.includes(order.state) || (order.state === "awaiting-payment" && awaitsOfflinePayment(order))) {
    return { text: firstName ? `Thank you, ${firstName}` : "Thank you", firstName };
  }
  return { text: order.isProcessing ? "Payment processing" : orderStateName(order) };
}

/** What a receipt says below its large words. @param email where the order's confirmation went */
export function greetingOf(
  { state, isProcessing, dueCents, paymentProvider, paymentMethod, isPickup, returns }: OrderDetails,
  { email, isSentFirst, withdrawnOn }: OrderWay & { email: string },
) {
  if (withdrawnOn !== undefined) return withdrawnGreeting({ state, isProcessing, dueCents }, withdrawnOn);
  if (isProcessing) return "We're waiting for your bank to confirm the payment.";
  if (state === "awaiting-payment" && awaitsOfflinePayment({ dueCents })) {
    const next = isSentFirst
      ? `We'll email you when it ${isPickup ? "is ready for pickup" : "ships"}.`
      : `We'll ${isPickup ? "prepare" : "ship"} it once you've paid.`;
    return `We've received your order and sent a copy to ${email}. ${next}`;
  }
  if (state === "paid")
    return `We've received your order and sent your receipt to ${email}. We'll email you when it ${isPickup ? "is ready for pickup" : "ships"}.`;
  if (state === "refunded" && isRefundedByHand({ paymentProvider }))
    return `We're refunding you directly${isCard(paymentMethod) ? ", not through your card" : ""}.`;
  const greeting = (isPickup && pickupGreetings[state]) || greetings[state];
  return state === "delivered" && !isSendingBack({ returns }) ? `${greeting} We hope you love it!` : greeting;
}

function withdrawnGreeting({ state, isProcessing, dueCents }: Withdrawn, day: string) {
  const withdrew = `You withdrew from this order on ${day}.`;
  if (isProcessing) return `${withdrew} If your payment still comes through, we'll refund it.`;
  if (state === "awaiting-payment" || dueCents > 0) return `${withdrew} You don't have to pay for it.`;
  return withdrew;
}

type Withdrawn = Pick<OrderDetails, "state" | "isProcessing" | "dueCents">;

const pickupGreetings: Partial<Record<OrderState, string>> = {
  sent: "Your order is ready for pickup.",
  delivered: "Your order has been picked up.",
  cancelled: "This order was cancelled.",
};

const greetings: Record<Exclude<OrderState, "paid">, string> = {
  "awaiting-payment": "Your order is awaiting payment. We hold your items for 30 minutes after you order.",
  sent: "Your order is on its way.",
  delivered: "Your order has been delivered.",
  cancelled: "This order was cancelled and won't be shipped.",
  returned: "We've received your return.",
  refunded: "We've issued your refund. It may take a few days to reach your account.",
};
