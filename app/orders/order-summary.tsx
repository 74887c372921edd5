import { href } from "react-router";
import { totalQuantity } from "#shop/cart/cart-reducer.ts";
import { orderStateName } from "#shop/orders/state/state-machine.ts";
import type { CustomerOrder } from "#shop/orders/views/customer.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { BuyAgain } from "./buy-again.tsx";
import { ContactLink } from "./contact-link.tsx";
import { WithdrawLink } from "./withdraw-link.tsx";

const shownPictures = 6;

interface ListedOrder extends CustomerOrder {
  date: string;
  canReturn: boolean;
  canWithdraw: boolean;
  /** The day on which the customer withdrew from all of it. */
  withdrawnOn: string | undefined;
}

/** An order in the list of all: when, what and how much, the way to its receipt, and to the same again. */
export function OrderSummary({ order }: { order: ListedOrder }) {
  const formatPrice = useFormatPrice();
  const { orderNumber, lines, totalCents, refundedCents, date, canReturn, canWithdraw } = order;
  const pieces = totalQuantity(lines);
  const more = lines.length - shownPictures;
  const titleId = `order-${orderNumber}`;
  return (
    <li className="grid gap-x-8 gap-y-4 py-6 @2xl:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <h2 id={titleId} className="font-sans text-base font-medium tracking-normal wrap-anywhere">
          <Link to={href("/order-confirmation/:orderNumber", { orderNumber })} prefetch="intent" className="text-link">
            Order {orderNumber}
          </Link>
        </h2>
        <p className="text-sm text-soft">
          {date} · {pieces} {pieces === 1 ? "item" : "items"} ·{" "}
          <span className="font-medium text-ink">{statusOf(order)}</span>
          {order.openPayment !== undefined && order.withdrawnOn === undefined && `, ${order.openPayment}`}
        </p>
        {order.recipientName !== undefined && (
          <p className="text-sm text-soft wrap-anywhere">
            To <bdi>{order.recipientName}</bdi>
          </p>
        )}
        {order.place !== undefined && (
          <p className="text-sm text-soft wrap-anywhere">
            Pickup at <bdi>{order.place}</bdi>
          </p>
        )}
        <ul className="mt-3 flex flex-wrap gap-2">
          {lines.slice(0, shownPictures).map(({ productId, thumbnail, ...line }) => (
            <li key={productId} className="size-16 overflow-hidden rounded-lg bg-furniture">
              <Picture src={thumbnail} alt={fullTitle(line)} sizes="4rem" />
            </li>
          ))}
          {more > 0 && <li className="grid size-16 place-items-center text-soft">+{more}</li>}
        </ul>
        <p className="mt-1 -mb-3 flex flex-wrap gap-x-5 text-sm">
          {canReturn && (
            <Link
              to={href("/orders/:orderNumber/return", { orderNumber })}
              aria-describedby={titleId}
              className="text-link inline-flex min-h-11 items-center"
            >
              Return items
            </Link>
          )}
          <ContactLink orderNumber={orderNumber} describedBy={titleId} />
          {canWithdraw && <WithdrawLink orderNumber={orderNumber} describedBy={titleId} />}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 @2xl:flex-col @2xl:items-end">
        <div className="@2xl:text-right">
          <p className="font-display text-xl font-medium tabular-nums">{formatPrice(totalCents)}</p>
          {refundedCents !== undefined && (
            <p className="text-sm text-soft tabular-nums">Refunded {formatPrice(refundedCents)}</p>
          )}
        </div>
        <BuyAgain lines={lines} describedBy={titleId} />
      </div>
    </li>
  );
}

function statusOf(order: ListedOrder) {
  const name = orderStateName(order);
  if (order.withdrawnOn === undefined) return name;
  return order.state === "awaiting-payment"
    ? `Withdrawn on ${order.withdrawnOn}`
    : `${name}, withdrawn on ${order.withdrawnOn}`;
}
