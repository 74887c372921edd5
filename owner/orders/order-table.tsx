import { href, Link } from "react-router";
import { formatPrice } from "#shop/money.ts";
import type { FoundOrder } from "#shop/orders/find-orders.ts";
import type { ItemPreview } from "#shop/orders/item-previews.ts";
import { Picture } from "#ui/picture.tsx";
import { type Column, Table } from "#ui/table.tsx";
import { SelectAll } from "../frame/select-all.tsx";
import { emptyPlaceholder, fieldLimits } from "./action-draft.ts";
import type { BulkStep } from "./bulk-step.ts";
import { FailedRefundBadge, OrderStateBadge } from "./order-badges.tsx";

export interface ListedOrder extends Omit<FoundOrder, "id" | "createdAt"> {
  /** When it was placed, as people read it. */
  placed: string;
  items: ItemPreview;
}

interface OrderTableProps {
  orders: ListedOrder[];
  /** What can be done with selected orders: the rows have checkboxes and, to send them, tracking numbers. */
  step: BulkStep | undefined;
  /** A rejected form's selection and tracking numbers. */
  selected: string[];
  typed: Record<string, string>;
}

/** The order list. */
export function OrderTable({ orders, step, selected, typed }: OrderTableProps) {
  return (
    <Table
      caption="Orders"
      rows={orders}
      keyOf={({ orderNumber }) => orderNumber}
      empty="No orders match."
      room={step ? "much" : "some"}
      columns={[
        ...(step ? [selectColumn(selected)] : []),
        ...columns,
        ...(step === "send" ? [trackingColumn(typed)] : []),
      ]}
    />
  );
}

const columns: Column<ListedOrder>[] = [
  {
    name: "Order",
    isTitle: true,
    cell: ({ orderNumber }) => (
      <Link to={href("/orders/:orderNumber", { orderNumber })} className="text-link font-medium tabular-nums">
        {orderNumber}
      </Link>
    ),
  },
  { name: "Date", cell: ({ placed }) => <span className="tabular-nums @xs:whitespace-nowrap">{placed}</span> },
  {
    name: "Customer",
    cell: ({ firstname, lastname, email }) => (
      <span className="block @min-[44rem]:min-w-40">
        {firstname} {lastname}
        <span className="block text-sm wrap-anywhere text-soft">{email}</span>
      </span>
    ),
  },
  { name: "Items", cell: ({ items }) => <Items items={items} /> },
  {
    name: "Status",
    cell: ({ state, outstandingCents }) => (
      <span className="inline-flex flex-wrap gap-1">
        <OrderStateBadge state={state} />
        {outstandingCents > 0 && <FailedRefundBadge />}
      </span>
    ),
  },
  { name: "Total", isNumber: true, cell: ({ totalCents, currency }) => formatPrice(totalCents, currency) },
];

function selectColumn(selected: string[]): Column<ListedOrder> {
  return {
    name: "Select",
    heading: <SelectAll name="Select" />,
    cell: ({ orderNumber }) => (
      <input
        type="checkbox"
        name="order"
        value={orderNumber}
        defaultChecked={selected.includes(orderNumber)}
        data-selection=""
        aria-label={`Select order ${orderNumber}`}
        className="block size-5 accent-spruce"
      />
    ),
  };
}

function trackingColumn(typed: Record<string, string>): Column<ListedOrder> {
  return {
    name: "Tracking number",
    cell: ({ orderNumber }) => (
      <input
        type="text"
        name={`tracking-${orderNumber}`}
        maxLength={fieldLimits.tracking}
        placeholder={emptyPlaceholder}
        defaultValue={typed[`tracking-${orderNumber}`]}
        aria-label={`Tracking number for order ${orderNumber}`}
        className="h-11 w-full max-w-60 @4xl:w-36 rounded-lg border border-field bg-raised px-3"
      />
    ),
  };
}

function Items({ items: { pieces, first } }: { items: ItemPreview }) {
  return (
    <span className="flex items-center gap-1">
      {first.map(({ productId, title, thumbnail }) => (
        <span key={productId} title={title} className="size-9 shrink-0 overflow-hidden rounded-md bg-furniture">
          <Picture src={thumbnail} alt={title} sizes="2.25rem" largest={400} />
        </span>
      ))}
      <span className="ml-1 text-sm whitespace-nowrap text-soft">
        {pieces} {pieces === 1 ? "item" : "items"}
      </span>
    </span>
  );
}
