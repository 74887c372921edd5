import { type OrderState, orderStateNames } from "#shop/orders/order-life.ts";

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

/** Where an order stands. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  return <span className={`${badge} ${looks[state]}`}>{orderStateNames[state]}</span>;
}

/** Shown beside the state of an order whose failed refund is outstanding. */
export function FailedRefundBadge() {
  return <span className={`${badge} border-berry text-berry`}>Refund failed</span>;
}
