import { fieldLimits } from "#shop/orders/field-limits.ts";
import type { FoundOrder } from "#shop/orders/views/find-orders.ts";
import type { ItemPreview } from "#shop/orders/views/item-previews.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { Picture } from "#ui/picture.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { type Column, Table } from "#ui/table.tsx";
import { SelectAll, SelectRow } from "../lists/select-rows.tsx";
import { type BulkStep, type PaymentStep, trackingPrefix } from "./bulk-step.ts";
import { emptyPlaceholder } from "./empty-placeholder.ts";
import { listedOrderAddress } from "./listed-order.ts";
import { DisputeBadge, FailedRefundBadge, OrderStateBadge, UnpaidBadge, WithdrawnBadge } from "./order-badges.tsx";

export interface ListedOrder extends Omit<FoundOrder, "id" | "createdAt"> {
  /** When it was placed, as people read it. */
  placed: string;
  items: ItemPreview;
  /** Whether its invoice wasn't paid in time. */
  isOverdue: boolean;
}

interface OrderTableProps {
  orders: ListedOrder[];
  /** What can be done with selected orders: the rows have checkboxes and, to send them, tracking numbers. */
  step: BulkStep | PaymentStep | undefined;
  /** Whether all of them are for pickup. */
  isPickup: 0 | 1;
  /** The list as its orders' addresses have it. */
  list: string;
  /** A rejected form's selection and tracking numbers. */
  selected: string[];
  typed: Record<string, string>;
}

/** The order list. */
export function OrderTable({ orders, step, isPickup, list, selected, typed }: OrderTableProps) {
  return (
    <Table
      caption="Orders"
      rows={orders}
      keyOf={({ orderNumber }) => orderNumber}
      empty="No orders match."
      room="much"
      columns={[
        orderColumn(list, step && selected),
        ...detailColumns,
        ...(step === "send" && !isPickup ? [trackingColumn(typed)] : []),
      ]}
    />
  );
}

/** @param selected the selected orders, if orders can be selected */
function orderColumn(list: string, selected: string[] | undefined): Column<ListedOrder> {
  return {
    name: "Order",
    heading: selected && <SelectAll name="Order" />,
    isTitle: true,
    cell: (order) =>
      selected ? (
        <SelectRow
          name="order"
          value={order.orderNumber}
          isSelected={selected.includes(order.orderNumber)}
          label={`Select order ${order.orderNumber}`}
        >
          <OrderName order={order} list={list} />
        </SelectRow>
      ) : (
        <OrderName order={order} list={list} />
      ),
  };
}

function OrderName({ order, list }: { order: ListedOrder; list: string }) {
  const { orderNumber } = order;
  return (
    <span className="min-w-0">
      <a href={listedOrderAddress(orderNumber, list)} className="text-link font-medium tabular-nums">
        {orderNumber}
      </a>
      <Summary {...order} />
    </span>
  );
}

/** In the stacked layout, an order's other columns. */
function Summary({ placed, recipientName, totalCents, refundedCents, currency, items, ...status }: ListedOrder) {
  const formatPrice = useFormatPrice();
  const refunded = refundedCents > 0 && `${formatPrice(refundedCents, currency)} refunded`;
  return (
    <span className="hidden stacked:grid gap-1.5">
      <span className="text-sm wrap-anywhere text-soft tabular-nums">
        <Sentence
          text={[recipientName, formatPrice(totalCents, currency), refunded, placed].filter(Boolean).join(" · ")}
          names={[recipientName]}
        />
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Items items={items} />
        <Status {...status} />
      </span>
    </span>
  );
}

function OrderTotal({ totalCents, refundedCents, currency }: ListedOrder) {
  const formatPrice = useFormatPrice();
  return (
    <>
      {formatPrice(totalCents, currency)}
      {refundedCents > 0 && (
        <span className="block text-sm text-soft">{formatPrice(refundedCents, currency)} refunded</span>
      )}
    </>
  );
}

const detailColumns: Column<ListedOrder>[] = [
  {
    name: "Date",
    isInTitle: true,
    cell: ({ placed }) => <span className="whitespace-nowrap tabular-nums">{placed}</span>,
  },
  {
    name: "Customer",
    isInTitle: true,
    cell: ({ recipientName, email }) => (
      <span className="block min-w-40 wrap-anywhere">
        <bdi>{recipientName}</bdi>
        <span className="block text-sm text-soft">{email}</span>
      </span>
    ),
  },
  { name: "Items", isInTitle: true, cell: ({ items }) => <Items items={items} /> },
  { name: "Status", isInTitle: true, cell: (order) => <Status {...order} /> },
  {
    name: "Total",
    isInTitle: true,
    isNumber: true,
    cell: (order) => <OrderTotal {...order} />,
  },
];

function Status({
  state,
  isPickup,
  outstandingCents,
  dispute,
  dueCents,
  isOverdue,
  isWithdrawn,
}: Pick<
  ListedOrder,
  "state" | "isPickup" | "outstandingCents" | "dispute" | "dueCents" | "isOverdue" | "isWithdrawn"
>) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <OrderStateBadge state={state} isPickup={isPickup} />
      <UnpaidBadge state={state} dueCents={dueCents} isOverdue={isOverdue} />
      {outstandingCents > 0 && <FailedRefundBadge />}
      {isWithdrawn && <WithdrawnBadge />}
      {dispute && <DisputeBadge state={dispute} />}
    </span>
  );
}

function trackingColumn(typed: Record<string, string>): Column<ListedOrder> {
  return {
    name: "Tracking number",
    cell: ({ orderNumber, isPickup }) =>
      isPickup ? null : (
        <input
          type="text"
          name={trackingPrefix + orderNumber}
          maxLength={fieldLimits.tracking}
          placeholder={emptyPlaceholder}
          defaultValue={typed[trackingPrefix + orderNumber]}
          data-selects-row=""
          aria-label={`Tracking number for order ${orderNumber}`}
          className="h-11 w-full max-w-60 @4xl:w-36 rounded-lg border border-field bg-raised px-3"
        />
      ),
  };
}

function Items({ items: { pieces, first } }: { items: ItemPreview }) {
  return (
    <span className="flex items-center gap-1">
      {first.map(({ productId, thumbnail, ...line }) => (
        <span
          key={productId}
          title={fullTitle(line)}
          className="size-9 shrink-0 overflow-hidden rounded-md bg-furniture"
        >
          <Picture src={thumbnail} alt={fullTitle(line)} sizes="2.25rem" largest={400} />
        </span>
      ))}
      <span className="ml-1 text-sm whitespace-nowrap text-soft">
        {pieces} {pieces === 1 ? "item" : "items"}
      </span>
    </span>
  );
}
