import { href, Link } from "react-router";
import type { ListedPastOrder } from "#shop/earlier-shop/past-orders.ts";
import { Sentence } from "#ui/sentence.tsx";
import { StackedLine, Table } from "#ui/table.tsx";

/** Orders of the earlier shop. */
export function PastOrderTable({ orders, empty }: { orders: ListedPastOrder[]; empty: string }) {
  return (
    <Table
      caption="Orders from the earlier shop"
      rows={orders}
      keyOf={({ id }) => id}
      empty={empty}
      room="some"
      columns={[
        {
          name: "Order",
          isTitle: true,
          cell: ({ id, number, shop, name, total, date, status }) => (
            <>
              <Link
                to={href("/orders/earlier/:pastOrderId", { pastOrderId: id })}
                className="text-link font-medium wrap-anywhere"
              >
                {number}
              </Link>
              <span className="block text-sm text-soft stacked:hidden">{shop}</span>
              <StackedLine>
                <Sentence text={[name, total, date].filter(Boolean).join(" · ")} names={[name]} />
                <span className="block">{[status, shop].filter(Boolean).join(" · ")}</span>
              </StackedLine>
            </>
          ),
        },
        {
          name: "Date",
          isInTitle: true,
          cell: ({ date }) => <span className="tabular-nums @xs:whitespace-nowrap">{date}</span>,
        },
        {
          name: "Customer",
          isInTitle: true,
          cell: ({ name, email }) => (
            <span className="wrap-anywhere">
              <bdi>{name}</bdi>
              <span className="block text-sm text-soft">{email}</span>
            </span>
          ),
        },
        { name: "Status", isInTitle: true, cell: ({ status }) => status },
        { name: "Total", isInTitle: true, isNumber: true, cell: ({ total }) => total },
      ]}
    />
  );
}
