import { type OrderState, orderStateNames } from "#shop/orders/state-machine.ts";

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
export function OrderStateBadge({ state }: { state: OrderState }) {
  return <span className={`${badge} ${looks[state]}`}>{orderStateNames[state]}</span>;
}

/** Marks an order with an outstanding failed refund. */
export function FailedRefundBadge() {
  return <span className={`${badge} border-berry text-berry`}>Refund failed</span>;
}
