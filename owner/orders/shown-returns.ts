import type { ReturnRequest } from "#shop/orders/state/order.ts";
import { isAcceptedWhole, pendingItems } from "#shop/orders/state/return-requests.ts";
import type { AdminOrder } from "#shop/orders/views/admin.ts";
import { localDay } from "#shop/values/days.ts";
import type { Regional } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import type { ShownReturn } from "./return-requests.tsx";

/** A return request as the order's screen shows it. */
export function shownReturn(order: AdminOrder, request: ReturnRequest, regional: Regional): ShownReturn {
  const { id, state, comment, answer, labelName, createdAt, deliveryCents } = request;
  const refundsDelivery = deliveryCents > 0 && isAcceptedWhole(request);
  const pending = new Map(pendingItems(order, request).map(({ productId, quantity }) => [productId, quantity]));
  return {
    ...{ id, state, comment, answer, day: localDay(createdAt, regional) },
    labelLink: labelName === null ? undefined : `/owner/orders/${order.orderNumber}/returns/${id}/label.pdf`,
    delivery: refundsDelivery ? formatPrice(deliveryCents, { ...regional, currency: order.currency }) : undefined,
    items: request.items.flatMap((item) => {
      const line = order.lines.find(({ productId }) => productId === item.productId);
      return line ? [{ ...item, title: fullTitle(line), pending: pending.get(item.productId) ?? 0 }] : [];
    }),
  };
}

/** Which forms of a return request are on the screen. */
export function shownReturnForms(open: ShownReturn[], returnId: string | undefined) {
  const request = open.find(({ id }) => id === returnId);
  return {
    acceptReturn: request?.state === "requested",
    receiveReturn: request?.state === "accepted",
    declineReturn: request !== undefined,
  };
}
