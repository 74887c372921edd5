import { formatDay } from "#shop/days.ts";
import type { DaySales } from "#shop/orders/read-sales.ts";
import { useFormatPrice } from "#ui/currency.ts";
import { Table } from "#ui/table.tsx";

const width = 720;
const height = 160;
const gap = 4;

/** Daily sales as a bar chart, with a table of the same numbers. */
export function SalesPlot({ sales }: { sales: DaySales[] }) {
  const formatPrice = useFormatPrice();
  if (sales.every(({ orders }) => orders === 0)) return <p className="text-soft">No sales in this period.</p>;
  const most = Math.max(1, ...sales.map(({ cents }) => cents));
  const step = width / sales.length;
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} className="h-40 w-full" preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className="stroke-line" />
        {sales.map(({ day, cents, orders }, index) => {
          const tall = Math.max(cents > 0 ? 2 : 0, (cents / most) * (height - 4));
          return (
            <rect
              key={day}
              x={index * step + gap / 2}
              y={height - tall}
              width={step - gap}
              height={tall}
              className={index === sales.length - 1 ? "fill-spruce" : "fill-spruce/55"}
            >
              <title>{`${formatDay(day)}: ${formatPrice(cents)}, ${orders} ${orders === 1 ? "order" : "orders"}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="mt-1 flex justify-between text-sm text-soft">
        <span>{formatDay(sales[0]?.day ?? "")}</span>
        <span>Today</span>
      </p>
      <details className="mt-3">
        <summary className="inline-flex min-h-11 items-center text-sm text-soft underline">Show as table</summary>
        <Table
          caption="Sales by day"
          rows={sales.toReversed()}
          keyOf={({ day }) => day}
          empty=""
          room="least"
          columns={[
            { name: "Day", isTitle: true, cell: ({ day }) => formatDay(day) },
            { name: "Orders", isNumber: true, cell: ({ orders }) => orders },
            { name: "Sales", isNumber: true, cell: ({ cents }) => formatPrice(cents) },
          ]}
        />
      </details>
    </>
  );
}
