import type { DaySales } from "#shop/orders/views/read-sales.ts";
import { scaleOf } from "#shop/values/currencies.ts";
import { formatDay, formatShortDay } from "#shop/values/days.ts";
import { formatUnits } from "#shop/values/money.ts";
import { useFormatPrice, useFormats } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";
import { axisTicks } from "./sales-axis.ts";

const width = 720;
const height = 160;
const gap = 4;
const daysPerLabel = 7;

interface SalesPlotProps {
  sales: DaySales[];
  /** As many days before those. */
  before: DaySales[];
}

/** Daily sales as bars, with those of the previous period as a line, and a table of the same numbers. */
export function SalesPlot({ sales, before }: SalesPlotProps) {
  const formats = useFormats();
  const { locale, currency } = formats;
  const formatPrice = useFormatPrice();
  const days = sales.map((day, index) => ({ ...day, previous: before[index] }));
  if ([...sales, ...before].every(({ orders }) => orders === 0))
    return <p className="text-soft">No sales in this period.</p>;
  const ticks = axisTicks(Math.max(...[...sales, ...before].map(({ cents }) => cents)), scaleOf(currency));
  const most = ticks.at(-1) as number;
  const heightOf = (cents: number) => (Math.max(0, cents) / most) * height;
  const step = width / days.length;
  const line = before.map(({ cents }, index) => `${(index + 0.5) * step},${height - heightOf(cents)}`).join(" ");
  return (
    <>
      {/* Beside large amounts in large text, the last days' labels don't fit on a phone. */}
      <div
        aria-hidden="true"
        className="-mx-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 overflow-x-clip px-4 text-xs text-soft tabular-nums"
      >
        <div className="-my-2 flex flex-col-reverse justify-between text-right leading-4">
          {ticks.map((tick) => (
            <span key={tick}>{formatUnits(tick / scaleOf(currency), formats)}</span>
          ))}
        </div>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${height}`}
          className="h-40 w-full overflow-visible"
          preserveAspectRatio="none"
        >
          {ticks.map((tick) => {
            const y = height - heightOf(tick);
            return (
              <line key={tick} x2={width} y1={y} y2={y} className="stroke-line" vectorEffect="non-scaling-stroke" />
            );
          })}
          {days.map(({ day, cents, orders, previous }, index) => (
            <g key={day}>
              <title>
                {`${formatDay(day, locale)}: ${formatPrice(cents)}, ${countOrders(orders)}. ${formatDay(previous?.day ?? day, locale)}: ${formatPrice(previous?.cents ?? 0)}`}
              </title>
              <rect x={index * step} width={step} height={height} className="fill-transparent" />
              <rect
                x={index * step + gap / 2}
                y={height - Math.max(cents > 0 ? 2 : 0, heightOf(cents))}
                width={step - gap}
                height={Math.max(cents > 0 ? 2 : 0, heightOf(cents))}
                className={`forced-colors:fill-[CanvasText] ${index === days.length - 1 ? "fill-spruce" : "fill-spruce/55"}`}
              />
            </g>
          ))}
          <polyline
            points={line}
            className="pointer-events-none fill-none stroke-ink/70 forced-colors:stroke-[Highlight]"
            strokeWidth="1.5"
            strokeDasharray="4 3"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <div className="col-start-2 mt-2 grid auto-cols-fr grid-flow-col">
          {days.map(({ day }, index) => (
            <span key={day} className="w-0 whitespace-nowrap">
              {index % daysPerLabel === 0 && index < days.length - 3 && formatShortDay(day, locale)}
              {index === days.length - 1 && <span className="float-right -mr-2">Today</span>}
            </span>
          ))}
        </div>
      </div>
      <p aria-hidden="true" className="mt-3 flex flex-wrap gap-x-6 text-sm text-soft">
        <span className="flex items-center gap-2">
          <span className="size-3 rounded-sm bg-spruce/55 forced-colors:bg-[CanvasText]" />
          Last {days.length} days
        </span>
        <span className="flex items-center gap-2">
          <span className="w-5 border-t-2 border-dashed border-ink/70 forced-colors:border-[Highlight]" />
          Previous {days.length} days
        </span>
      </p>
      <details className="mt-1">
        <summary className="inline-flex min-h-11 items-center text-sm text-soft underline">Show as table</summary>
        <Table
          caption="Sales by day"
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          empty=""
          room="some"
          columns={[
            { name: "Day", isTitle: true, cell: ({ day }) => formatDay(day, locale) },
            { name: "Orders", isNumber: true, cell: ({ orders }) => orders },
            { name: "Sales", isNumber: true, cell: ({ cents }) => formatPrice(cents) },
            {
              name: `${days.length} days before`,
              isNumber: true,
              cell: ({ previous }) => formatPrice(previous?.cents ?? 0),
            },
          ]}
        />
      </details>
    </>
  );
}

function countOrders(orders: number) {
  return `${orders} ${orders === 1 ? "order" : "orders"}`;
}
