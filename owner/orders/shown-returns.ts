import { href } from "react-router";
import { paidFor, usualRefundCents, withdrawnDeliveryCents } from "#shop/orders/state/apply-return.ts";
import type { ReturnRequest } from "#shop/orders/state/order.ts";
import { askedItems, isInWords, pendingItems } from "#shop/orders/state/return-requests.ts";
import type { AdminOrder } from "#shop/orders/views/admin.ts";
import { sellerWithAddress } from "#shop/settings/settings.ts";
import { localDay } from "#shop/values/days.ts";
import type { Regional } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import type { ShownReturn } from "./return-requests.tsx";

type Settings = Regional & Parameters<typeof sellerWithAddress>[0];

/** A return request as the order's screen shows it. */
export function shownReturn(order: AdminOrder, request: ReturnRequest, settings: Settings): ShownReturn {
  const { id, kind, state, comment, answer, labelName, createdAt } = request;
  const awaited = pendingItems(order, request);
  const deliveryCents = withdrawnDeliveryCents(order, kind === "withdrawal" ? awaited : []);
  const usualCents = usualRefundCents(order, awaited, {
    deliveryCents,
    leftCents: order.refundableCents + order.dueCents,
  });
  const money = (cents: number) => formatPrice(cents, { locale: settings.locale, currency: order.currency });
  const titleOf = (productId: string) => {
    const line = order.lines.find((line) => line.productId === productId);
    return line ? fullTitle(line) : "";
  };
  return {
    ...{ id, kind, state, comment, answer, day: localDay(createdAt, settings) },
    labelLink: labelName === null ? undefined : returnLabelAddress(order.orderNumber, id),
    usualRefund: money(usualCents),
    delivery: deliveryCents > 0 ? money(deliveryCents) : undefined,
    refundedBefore: order.refundedCents > 0 ? money(order.refundedCents) : undefined,
    sellerAddress: sellerWithAddress(settings)?.join(", "),
    items: request.items.map((item) => ({ ...item, title: titleOf(item.productId) })),
    choices: askedItems(order, request).map(({ productId, quantity }) => {
      const back = awaited.find((item) => item.productId === productId);
      return {
        ...{ productId, title: titleOf(productId) },
        pending: isInWords(request) ? quantity : (back?.quantity ?? 0),
        paid: back && money(paidFor(order, back)),
      };
    }),
    isInWords: isInWords(request),
  };
}

export function returnLabelAddress(orderNumber: string, returnId: string) {
  return `/owner${href("/orders/:orderNumber/returns/:returnId/label.pdf", { orderNumber, returnId })}`;
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
