import type { OrderState, OrderTransition } from "#database/schema.ts";
import { buyerAddress, buyerName, parcelAddress } from "../../delivery/full-address.ts";
import { pickupText } from "../../delivery/pickup-place.ts";
import { manualProvider } from "../../payments/provider.ts";
import { describeProvider } from "../../payments/registry.ts";
import { addDays, dayOf, formatDay, formatDays, formatMoment, localDay } from "../../values/days.ts";
import type { Locale, Regional } from "../../values/locale.ts";
import { formatPrice } from "../../values/money.ts";
import { referenceName } from "../../values/payment-reference.ts";
import { trackingLink } from "../carriers.ts";
import { shownExtras } from "../extra-fields.ts";
import { paymentMethodLabel } from "../payment-label.ts";
import { describeItems, type OrderEvent, wasPaid, wasUndone, wasUnmatched } from "../state/events.ts";
import { orderStateName, orderStateNames } from "../state/state-machine.ts";
import type { OrderDetails } from "./read-order.ts";

type ReceiptSource = Paid & Omit<OrderDetails, "events" | "lines">;

/** An order's details by name, as its page, mails, back office and command line show them. */
export function receiptDetails(order: ReceiptSource, regional: Regional): [name: string, value: string][] {
  return [
    ["Order number", order.orderNumber],
    ["Date", localDay(order.createdAt, regional)],
    ["Payment method", paymentMethodLabel(order.paymentMethod)],
    ["Payment status", paymentStatus(order, regional.locale)],
    ...invoiceDetails(order, regional.locale),
    ...deliveryDetails(order, regional),
    ...shownExtras(order),
  ];
}

/** How an order's invoice is paid, where it comes before the payment. What is left to pay is among its sums (`deductionRows`). */
function invoiceDetails({ paymentReference, dueOn, isWithdrawn }: ReceiptSource, locale: Locale) {
  if (isWithdrawn) return [];
  const details: [name: string, value: string][] = [];
  if (dueOn !== null) details.push(["Due date", formatDay(dueOn, locale)]);
  if (paymentReference !== null) details.push([referenceName(paymentReference), paymentReference]);
  return details;
}

/** Where an order goes, how, and when it is expected. */
export function deliveryDetails(order: ReceiptSource, regional: Regional) {
  const details = addressDetails(order);
  if (order.deliveryName !== null) details.push(["Delivery", order.deliveryName]);
  const place = pickupText(order);
  if (place !== null) details.push(["Pickup address", place]);
  // Nothing is estimated of what can be collected.
  if (!(order.isPickup ? ["paid"] : ["paid", "sent", "delivered"]).includes(order.state)) return details;
  const arrival = order.isPickup ? "Ready for pickup" : "Estimated delivery";
  details.push([arrival, formatDays(orderArrival(order, regional.timeZone), regional.locale)]);
  return details;
}

/** The first and the last day on which an order is to come. */
export function orderArrival(
  { createdAt, deliveryDays, deliveryDaysFrom }: Pick<OrderDetails, "createdAt" | "deliveryDays" | "deliveryDaysFrom">,
  timeZone: string,
) {
  const placed = dayOf(createdAt, timeZone);
  return { from: addDays(placed, deliveryDaysFrom ?? deliveryDays), to: addDays(placed, deliveryDays) };
}

/** Who gets an order and where, and whom it is billed to where that is another address. */
function addressDetails(order: ReceiptSource): [name: string, value: string][] {
  const isElsewhere = order.deliveryAddress !== null;
  const details: [name: string, value: string][] = [];
  if (isElsewhere || buyerName(order) !== order.recipientName) details.push(["Recipient", order.recipientName]);
  if (!order.isPickup) details.push(["Shipping address", parcelAddress(order)]);
  if (order.isPickup || isElsewhere) details.push(["Billing address", buyerAddress(order)]);
  return details;
}

type Paid = Pick<
  OrderDetails,
  "state" | "totalCents" | "creditedCents" | "dueCents" | "currency" | "refundedCents" | "isProcessing"
> & {
  events: Pick<OrderEvent, "step">[];
  /** Whether its customer has withdrawn, and needn't pay. */
  isWithdrawn?: boolean;
};

/** Whether an order is paid, and what of it was refunded. */
export function paymentStatus({ state, events, totalCents, creditedCents, dueCents, ...order }: Paid, locale: Locale) {
  const { currency, refundedCents, isProcessing, isWithdrawn } = order;
  if (isProcessing) return "Processing";
  if (state === "awaiting-payment" || dueCents > 0)
    return isWithdrawn ? "Not paid" : orderStateNames["awaiting-payment"];
  if (state !== "cancelled" && creditedCents > 0 && creditedCents === totalCents) return "Credited";
  if (!wasPaid(events)) return "Not paid";
  if (refundedCents === 0) return orderStateNames.paid;
  return refundedCents >= totalCents - creditedCents
    ? "Refunded"
    : `Paid, ${formatPrice(refundedCents, { currency, locale })} refunded`;
}

/** Whether the shop's owner refunds an order outside the shop, as they took its payment. */
export function isRefundedByHand({ paymentProvider }: Pick<OrderDetails, "paymentProvider">) {
  return paymentProvider === manualProvider;
}

/**
 * How the customer of a paid order that is cancelled gets their money back. Without a provider, the shop may not have taken any.
 *
 * @returns undefined for a free order
 */
export function describeCancelRefund(order: Pick<OrderDetails, "paymentProvider" | "totalCents">) {
  if (order.totalCents === 0) return undefined;
  return isRefundedByHand(order)
    ? "We'll refund what you've paid, and contact you about how you get it back."
    : describeProvider(order.paymentProvider).refundNote;
}

/** An order's update since it was paid, as customers read it. */
export interface ReceiptStep {
  name: string;
  /** "24 November 2026", with the time where that matters */
  day: string;
  detail?: string;
  /** The carrier's tracking page. */
  link?: string | undefined;
}

/** The steps that customers see, and the states whose names they have. Credits have their own. */
const shownSteps: Partial<Record<OrderTransition, OrderState>> = {
  sent: "sent",
  delivered: "delivered",
  cancelled: "cancelled",
  returned: "returned",
  itemReturned: "returned",
  refunded: "refunded",
  refundedInPart: "refunded",
};

/** The steps of return requests, as customers read them. */
const requestSteps: Partial<Record<OrderTransition, string>> = {
  returnRequested: "Return requested",
  returnAccepted: "Return accepted",
  returnDeclined: "Return declined",
  returnWithdrawn: "Return request withdrawn",
  withdrawn: "You withdrew from the contract",
};

const itemSteps: OrderTransition[] = ["itemReturned", ...(Object.keys(requestSteps) as OrderTransition[])];

/** Events without those that staff have taken back, such as a withdrawal of another order. */
function withoutUndone(events: OrderDetails["events"]) {
  return events.filter((event) => !wasUndone(event, events) && !wasUnmatched(event, events));
}

/** An order's updates since it was paid, the oldest first. */
export function receiptSteps(order: OrderDetails, regional: Regional): ReceiptStep[] {
  return withoutReversed(withoutUndone(order.events)).flatMap(
    ({ step, createdAt, amountCents, carrier, tracking, wasSettled, ...item }): ReceiptStep[] => {
      const state = shownSteps[step];
      const ofState = state && orderStateName({ ...order, state });
      const name = requestSteps[step] ?? (wasSettled ? "Refund failed" : step === "credited" ? "Credited" : ofState);
      if (!name) return [];
      // Each statement of withdrawal is told from others of the same day.
      const day = step === "withdrawn" ? formatMoment(createdAt, regional) : localDay(createdAt, regional);
      if (step === "sent" && !order.isPickup) {
        const detail = [carrier, tracking].filter(Boolean).join(" ");
        return [{ name, day, detail, link: trackingLink(carrier, tracking) }];
      }
      if (itemSteps.includes(step)) return [{ name, day, detail: describeItems(item, order.lines) }];
      if (!amountCents) return [{ name, day }];
      const amount = formatPrice(amountCents, { currency: order.currency, locale: regional.locale });
      if (wasSettled || step === "credited") return [{ name, day, detail: amount }];
      return [{ name, day, detail: isRefundedByHand(order) ? `${amount}, directly from us` : amount }];
    },
  );
}

/** The events without refunds that were settled and failed afterwards: only the failure is shown. */
export function withoutReversed(events: OrderEvent[]) {
  return events.reduce<OrderEvent[]>((kept, event) => {
    const isReversed = ({ step, amountCents }: OrderEvent) =>
      (step === "refunded" || step === "refundedInPart") && amountCents === event.amountCents;
    const reversed = event.wasSettled ? kept.findLastIndex(isReversed) : -1;
    return [...kept.filter((_, index) => index !== reversed), event];
  }, []);
}
