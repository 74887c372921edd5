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

/** Where an order stands. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  return (
    <span
      className={`inline-block rounded-full border px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${looks[state]}`}
    >
      {orderStateNames[state]}
    </span>
  );
}
