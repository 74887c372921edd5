import { notified } from "#shop/mail/mail-server/notified.ts";
import { type OrderState, orderStateName } from "#shop/orders/state/state-machine.ts";
import type { LiveSettings } from "#shop/shop.ts";
import { isUnpaidList } from "./order-lists.ts";

/** What the order list does with many orders at once: the state that they are in, and the one that they reach. */
export const bulkSteps = {
  send: { from: "paid", to: "sent" },
  deliver: { from: "sent", to: "delivered" },
} as const satisfies Record<string, Record<"from" | "to", OrderState>>;

export type BulkStep = keyof typeof bulkSteps;

/** What the name of an order's field for its tracking number begins with; its number follows. */
export const trackingPrefix = "tracking-";

/** What the lists of unpaid orders do with selected ones, and what they say of it. */
export const paymentSteps = {
  pay: { button: "Mark as paid", done: "marked as paid" },
  remind: { button: "Send reminder", done: "reminded" },
} as const;

export type PaymentStep = keyof typeof paymentSteps;

export function isPaymentStep(name: string | null | undefined): name is PaymentStep {
  return Object.hasOwn(paymentSteps, name ?? "");
}

/** The step that a form or an address names. Without a name it is sending. */
export function readBulkStep(name: string | null | undefined): BulkStep {
  return name === "deliver" ? "deliver" : "send";
}

/**
 * The step that a list's selected orders can take. Those that can be paid can be reminded, too.
 *
 * @param awaitsOffline whether some of its orders wait for a payment that their owner records
 */
export function stepOfList(list: string | undefined, awaitsOffline: boolean): BulkStep | PaymentStep | undefined {
  if (isUnpaidList(list) || (awaitsOffline && list === "awaiting-payment")) return "pay";
  if (list === "to-send") return "send";
  return (Object.keys(bulkSteps) as BulkStep[]).find((step) => bulkSteps[step].from === list);
}

/** Whether a list's orders are sent, collected, or either. */
export type DeliveryKind = "sent" | "pickup" | "mixed";

/** What a list's orders are called in a state: "sent", "ready for pickup", or "sent or ready for pickup". */
export function stateWords(state: OrderState, kind: DeliveryKind) {
  const names = ([0, 1] as const).map((isPickup) => orderStateName({ state, isPickup }).toLowerCase());
  const [sent = "", collected = ""] = names;
  if (kind === "mixed" && sent !== collected) return `${sent} or ${collected}`;
  return kind === "pickup" ? collected : sent;
}

/** What orders are after a step: "marked as sent". */
export function doneWords(step: BulkStep | PaymentStep, kind: DeliveryKind) {
  return isPaymentStep(step) ? paymentSteps[step].done : `marked as ${stateWords(bulkSteps[step].to, kind)}`;
}

/** "2 orders marked as sent. The customers are notified by email." */
export function describeMarked(
  step: BulkStep | PaymentStep,
  count: number,
  { kind, settings }: { kind: DeliveryKind; settings: LiveSettings },
) {
  return `${count} ${count === 1 ? "order" : "orders"} ${doneWords(step, kind)}. ${notified(settings, { count })}`;
}
