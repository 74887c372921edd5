import type { RouterContextProvider } from "react-router";
import { readCustomer } from "#shop/accounts/customer-account.ts";
import { lastWithdrawalDay } from "#shop/orders/state/withdrawal-period.ts";
import { type OrderDetails, readCustomersOrder, readOrder } from "#shop/orders/views/read-order.ts";
import { readExceptions } from "#shop/orders/withdrawals/read-exceptions.ts";
import { readLinkedPerson } from "#shop/orders/withdrawals/read-linked-person.ts";
import { isWithdrawalKey } from "#shop/orders/withdrawals/withdrawal-key.ts";
import type { Shop } from "#shop/shop.ts";
import { dayOf, formatDay } from "#shop/values/days.ts";
import { isOrderNumber } from "#shop/values/order-number.ts";
import { withdrawalExceptions } from "#shop/values/withdrawal.ts";
import { shopContext } from "#web/request-context.ts";
import { userContext } from "../accounts/session.server.ts";
import { shownReturnableLines } from "./own-order.server.ts";

/** The order that the page to withdraw may show: the signed-in customer's own, or that of the link in its mail. */
export async function findOwnOrder(
  context: Readonly<RouterContextProvider>,
  { orderNumber, key }: { orderNumber: string; key: string },
): Promise<OrderDetails | undefined> {
  const { db, settings } = context.get(shopContext);
  if (!isOrderNumber(orderNumber)) return undefined;
  if (isWithdrawalKey(key, orderNumber, settings.authSecret)) return readOrder(db, orderNumber);
  const user = context.get(userContext);
  return user ? readCustomersOrder(db, user.uid, orderNumber) : undefined;
}

/** The lines of an order that its customer still has, with why they can't withdraw from buying some. */
export async function withdrawableLines({ db, settings }: Shop, order: OrderDetails) {
  const ids = order.lines.map(({ productId }) => productId);
  const exceptions = await readExceptions(db, settings.categories, ids);
  return shownReturnableLines(order).map((line) => {
    const exception = exceptions.get(line.productId);
    const { reason, isSealed } = exception ? withdrawalExceptions[exception] : { reason: "", isSealed: true };
    return { ...line, reason, isSealed };
  });
}

/** The last day to withdraw from an order, and whether it is over; undefined while the period hasn't begun. */
export function shownPeriod({ settings, now }: Shop, order: OrderDetails) {
  const lastDay = lastWithdrawalDay(order, settings);
  if (lastDay === undefined) return undefined;
  return { lastDay: formatDay(lastDay, settings.locale), isOver: dayOf(now(), settings.timeZone) > lastDay };
}

/** The name and email of who needn't type them: the signed-in customer, or the one to whom an order's email brought the link to this page. */
export async function knownPerson(context: Readonly<RouterContextProvider>, order: OrderDetails | undefined) {
  const { db } = context.get(shopContext);
  const user = context.get(userContext);
  if (!user) return order && readLinkedPerson(db, order.orderNumber);
  const { firstname, lastname, email } = await readCustomer(db, user.uid);
  return { name: `${firstname} ${lastname}`.trim(), email };
}
