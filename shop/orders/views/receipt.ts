import type { OrderTransition } from "#database/schema.ts";
import { buyerAddress, buyerName, parcelAddress } from "../../delivery/full-address.ts";
import { pickupText } from "../../delivery/pickup-place.ts";
import { manualProvider } from "../../payments/provider.ts";
import { describeProvider } from "../../payments/registry.ts";
import { addDays, dayOf, formatDay, formatDays, formatMoment, localDay } from "../../values/days.ts";
import type { Locale, Regional } from "../../values/locale.ts";
import { formatPrice } from "../../values/money.ts";
import { referenceName } from "../../values/payment-reference.ts";
import { shownExtras } from "../extra-fields.ts";
import { paymentMethodLabel } from "../payment-label.ts";
import { describeItems, type OrderEvent, wasPaid, wasUndone, wasUnmatched } from "../state/events.ts";
import { orderStateNames } from "../state/state-machine.ts";
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
  const arrival = estimatedArrival(order, regional);
  if (arrival) details.push([order.isPickup ? "Ready for pickup" : "Estimated delivery", arrival]);
  return details;
}

/** When an order is to come, or to be ready for pickup; undefined where nothing is estimated, as of what has come or can be collected. */
export function estimatedArrival(
  order: Pick<OrderDetails, "state" | "isPickup"> & Parameters<typeof orderArrival>[0],
  { timeZone, locale }: Regional,
) {
  const states = order.isPickup ? ["paid"] : ["paid", "sent"];
  return states.includes(order.state) ? formatDays(orderArrival(order, timeZone), locale) : undefined;
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
  events: Pick<OrderEvent, "step" | "position">[];
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

/** What is said of a refund outside the shop, which may note it before or after the money goes back. */
export const refundByHandNote = "We'll contact you if we need anything from you to pay it out.";

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

/** Something that came back of an order or is asked to, goods or money, as customers read it. */
export interface ReturnStep {
  name: string;
  /** "24 November 2026", with the time where that matters */
  day: string;
  detail: string;
}

/** The steps that customers see, with the names that they read. The order's way has the others (`orderProgress`). */
const returnStepNames: Partial<Record<OrderTransition, string>> = {
  itemReturned: orderStateNames.returned,
  refunded: orderStateNames.refunded,
  refundedInPart: orderStateNames.refunded,
  credited: "Credited",
  returnRequested: "Return requested",
  returnAccepted: "Return accepted",
  returnDeclined: "Return declined",
  returnWithdrawn: "Return request cancelled",
  withdrawn: "You withdrew from the contract",
};

const moneySteps: OrderTransition[] = ["refunded", "refundedInPart", "credited"];

/** Events without those that staff have taken back, such as a withdrawal of another order, and without refunds that failed. */
export function standingEvents<Event extends StandingEvent>(events: Event[]) {
  return withoutReversed(events.filter((event) => !wasUndone(event, events) && !wasUnmatched(event, events)));
}

type StandingEvent = Pick<OrderEvent, "step" | "position" | "returnId" | "amountCents" | "wasSettled">;

/** What came back of an order, and what its customer asked to return, the oldest first. */
export function returnSteps(order: OrderDetails, regional: Regional): ReturnStep[] {
  return standingEvents(order.events).flatMap(({ step, createdAt, amountCents, wasSettled, ...item }): ReturnStep[] => {
    const name = wasSettled ? "Refund failed" : returnStepNames[step];
    if (!name) return [];
    // Each statement of withdrawal is told from others of the same day.
    const day = step === "withdrawn" ? formatMoment(createdAt, regional) : localDay(createdAt, regional);
    if (!wasSettled && !moneySteps.includes(step)) return [{ name, day, detail: describeItems(item, order.lines) }];
    if (!amountCents) return [{ name, day, detail: "" }];
    const amount = formatPrice(amountCents, { currency: order.currency, locale: regional.locale });
    const isByHand = !wasSettled && step !== "credited" && isRefundedByHand(order);
    return [
      isByHand ? { name: "Refund", day, detail: `${amount}. ${refundByHandNote}` } : { name, day, detail: amount },
    ];
  });
}

/** The events without refunds that were settled and failed afterwards: only the failure is shown. */
export function withoutReversed<Event extends Pick<StandingEvent, "step" | "amountCents" | "wasSettled">>(
  events: Event[],
) {
  return events.reduce<Event[]>((kept, event) => {
    const isReversed = ({ step, amountCents }: Event) =>
      (step === "refunded" || step === "refundedInPart") && amountCents === event.amountCents;
    const reversed = event.wasSettled ? kept.findLastIndex(isReversed) : -1;
    return [...kept.filter((_, index) => index !== reversed), event];
  }, []);
}
