import { consumeRateLimit } from "../../limits/rate-limits.ts";
import { changeOrder, type OrderContext } from "../change-order.ts";
import type { RequestedItem } from "../state/order.ts";

interface AskedReturn {
  returnId: string;
  items: Omit<RequestedItem, "accepted">[];
  comment: string;
}

/**
 * Saves what a customer asks to return, and emails both sides. The same request twice is one.
 *
 * @param uid whose order it is
 * @throws OrderUnknownError, ReturnRequestError, RateLimitError; nothing is changed then
 */
export async function requestReturn(
  shop: OrderContext,
  { uid, orderNumber }: { uid: string; orderNumber: string },
  asked: AskedReturn,
) {
  const refund = await consumeRateLimit(shop.db, [{ limit: "returnByAccount", by: uid }], shop.now());
  const actor = { type: "customer", id: uid } as const;
  try {
    await changeOrder(shop, orderNumber, { type: "requestReturn", actor, ...asked, terms: shop.settings });
  } catch (error) {
    await refund();
    throw error;
  }
}

/** Takes back a customer's request that the shop hasn't answered. @throws OrderUnknownError, ReturnRequestError */
export async function withdrawReturn(
  shop: OrderContext,
  { uid, orderNumber }: { uid: string; orderNumber: string },
  returnId: string,
) {
  await changeOrder(shop, orderNumber, { type: "withdrawReturn", returnId, actor: { type: "customer", id: uid } });
}
