import type { Database } from "#database/connect.ts";
import type { LiveSettings } from "../shop.ts";
import { localDay } from "../values/days.ts";
import { sendsUnpaid } from "./payment/how-to-pay.ts";
import type { OrderWay } from "./views/order-progress.ts";
import type { OrderDetails } from "./views/read-order.ts";
import { findWithdrawn } from "./withdrawals/find-withdrawn.ts";

/** What the way of an order depends on beside itself. */
export async function readOrderWay(
  db: Database,
  order: Pick<OrderDetails, "orderNumber" | "state" | "lines" | "paymentReference">,
  settings: Pick<LiveSettings, "invoiceTerms" | "timeZone" | "locale">,
): Promise<OrderWay> {
  const withdrawnAt = (await findWithdrawn(db, [order])).get(order.orderNumber);
  return {
    isSentFirst: sendsUnpaid(order, settings),
    withdrawnOn: withdrawnAt === undefined ? undefined : localDay(withdrawnAt, settings),
  };
}
