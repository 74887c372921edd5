import { Link } from "react-router";
import { orderStateName, orderStates } from "#shop/orders/state/state-machine.ts";
import type { countOrders } from "#shop/orders/views/find-orders.ts";
import { shownCount, shownSum } from "#shop/values/counted-rows.ts";
import { withQuery } from "../addresses.ts";

interface StateTabsProps {
  counts: Awaited<ReturnType<typeof countOrders>>;
  /** Whether the list has pickup orders only. */
  isPickup: 0 | 1;
  /** The list's search, which the tabs keep. */
  search: Record<string, string | number | undefined>;
}

/** The order list by state, with how many orders there are in each, whatever is searched for. */
export function StateTabs({ counts, isPickup, search }: StateTabsProps) {
  const tabs = orderStates
    .filter((state) => counts[state] || search.state === state)
    .map((state) => ({ state, name: tabNameOf({ state, isPickup }), orders: shownCount(counts[state] ?? 0) }));
  const all = { state: undefined, name: "All", orders: shownSum(Object.values(counts)) };
  return (
    <nav aria-label="Orders by status" className="mb-5 overflow-x-auto border-b border-line">
      <ul className="flex gap-6 text-sm">
        {[all, ...tabs].map(({ state, name, orders }) => (
          <li key={name}>
            <Link
              to={withQuery("/orders", { ...search, state })}
              aria-current={search.state === state ? "page" : undefined}
              className="flex min-h-11 items-center gap-2 border-b-2 border-transparent whitespace-nowrap text-soft hover:text-ink aria-[current=page]:border-spruce aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {name}
              <span className="text-soft tabular-nums">{orders}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Says what is to be done with the orders of a state, where its name doesn't. */
function tabNameOf(order: Parameters<typeof orderStateName>[0]) {
  const name = orderStateName(order);
  return order.state === "paid" ? `${name}, to fulfil` : name;
}
