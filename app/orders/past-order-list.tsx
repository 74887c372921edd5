import { href } from "react-router";
import type { ListedPastOrder } from "#shop/earlier-shop/past-orders.ts";
import { Link } from "#ui/link.tsx";

type ShownPastOrder = Pick<ListedPastOrder, "id" | "number" | "date" | "status" | "total">;

/** Orders of the earlier shop, each with the way to its page. */
export function PastOrderList({ orders }: { orders: ShownPastOrder[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {orders.map(({ id, number, date, status, total }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4">
          <div className="min-w-0">
            <Link
              to={href("/orders/earlier/:pastOrderId", { pastOrderId: id })}
              prefetch="intent"
              className="text-link font-medium wrap-anywhere"
            >
              Order {number}
            </Link>
            <p className="text-sm text-soft">
              {date} {status && `· ${status}`}
            </p>
          </div>
          <p className="font-display text-lg tabular-nums">{total}</p>
        </li>
      ))}
    </ul>
  );
}
