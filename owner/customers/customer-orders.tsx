import type { FoundOrder } from "#shop/orders/views/find-orders.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { StackedLine, Table } from "#ui/table.tsx";
import { Pager } from "../lists/pager.tsx";
import { OrderStateBadge } from "../orders/order-badges.tsx";
import { OrderLink } from "../screen/order-link.tsx";
import { Part } from "../screen/screen.tsx";

interface CustomerOrdersProps {
  orders: (FoundOrder & { placed: string })[];
  /** The customer's screen. */
  here: string;
  isFirst: boolean;
  next: string | undefined;
}

/** A page of a customer's orders. */
export function CustomerOrders({ orders, here, isFirst, next }: CustomerOrdersProps) {
  const formatPrice = useFormatPrice();
  return (
    <Part title="Orders">
      <Table
        caption="Orders"
        rows={orders}
        keyOf={({ orderNumber }) => orderNumber}
        empty="No orders yet."
        columns={[
          {
            name: "Order",
            isTitle: true,
            cell: ({ orderNumber, placed, totalCents, currency }) => (
              <>
                <OrderLink orderNumber={orderNumber} className="font-medium tabular-nums" />
                <StackedLine>
                  {formatPrice(totalCents, currency)} · {placed}
                </StackedLine>
              </>
            ),
          },
          {
            name: "Date",
            isInTitle: true,
            cell: ({ placed }) => <span className="tabular-nums @xs:whitespace-nowrap">{placed}</span>,
          },
          { name: "Status", isSelfEvident: true, cell: (order) => <OrderStateBadge {...order} /> },
          {
            name: "Total",
            isInTitle: true,
            isNumber: true,
            cell: ({ totalCents, currency }) => formatPrice(totalCents, currency),
          },
        ]}
      />
      <Pager label="Order pages" path={here} isFirst={isFirst} next={next} />
    </Part>
  );
}
