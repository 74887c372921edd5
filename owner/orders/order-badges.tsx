import type { DisputeState } from "#shop/orders/state/apply-dispute.ts";
import { type OrderState, orderStateName } from "#shop/orders/state/state-machine.ts";

const looks: Record<OrderState, string> = {
  "awaiting-payment": "border-field text-soft",
  paid: "border-transparent bg-spruce text-on-spruce",
  sent: "border-spruce text-spruce",
  delivered: "border-line text-ink",
  cancelled: "border-line text-soft line-through",
  returned: "border-amber text-amber",
  refunded: "border-line text-soft",
};

const badge = "inline-block rounded-full border px-2.5 py-0.5 text-sm font-medium whitespace-nowrap";

/** An order's status. */
export function OrderStateBadge({ state, isPickup }: { state: OrderState; isPickup: 0 | 1 }) {
  return <span className={`${badge} ${looks[state]}`}>{orderStateName({ state, isPickup })}</span>;
}

/** Marks an order that was sent before its invoice was paid, or whose invoice is overdue. */
export function UnpaidBadge({
  state,
  dueCents,
  isOverdue,
}: {
  state: OrderState;
  dueCents: number;
  isOverdue: boolean;
}) {
  if (isOverdue) return <span className={`${badge} border-berry text-berry`}>Overdue</span>;
  if (dueCents === 0 || state === "awaiting-payment") return null;
  return <span className={`${badge} ${looks["awaiting-payment"]}`}>Not paid yet</span>;
}

/** Marks an order whose customer has withdrawn from the contract. */
export function WithdrawnBadge() {
  return <span className={`${badge} border-amber text-amber`}>Withdrawn</span>;
}

/** Marks an order with an outstanding failed refund. */
export function FailedRefundBadge() {
  return <span className={`${badge} border-berry text-berry`}>Refund failed</span>;
}

const disputeNames: Record<DisputeState, string> = {
  open: "Disputed",
  won: "Dispute won",
  lost: "Dispute lost",
  closed: "Dispute closed",
};

/** Marks an order whose payment the customer's bank questions, or questioned. */
export function DisputeBadge({ state }: { state: DisputeState }) {
  const look = state === "open" || state === "lost" ? "border-berry text-berry" : "border-line text-soft";
  return <span className={`${badge} ${look}`}>{disputeNames[state]}</span>;
}
