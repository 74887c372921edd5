import { logChange } from "../../changes/change-log.ts";
import type { Shop } from "../../shop.ts";
import { correctOrderNumber } from "../../values/order-number.ts";
import { changeOrder } from "../change-order.ts";
import { loadOrder } from "../load-order.ts";
import { actorName } from "../state/events.ts";
import type { ByActor } from "../state/order.ts";
import { wholeOrder } from "./declare-withdrawal.ts";
import { readWithdrawal } from "./read-withdrawals.ts";
import { readWithdrawalInput } from "./withdrawal-input.ts";

/** A statement that isn't there, or has an order already. The message is for staff. */
export class MatchRefusedError extends Error {
  override name = "MatchRefusedError";
}

/**
 * Gives a statement that matches no order the order that staff have found it to be about. What follows is the same as if it had matched when it was
 * received. It is done once. See docs/decisions/0351.
 *
 * @returns the order's number
 * @throws MatchRefusedError, OrderUnknownError
 */
export async function matchWithdrawal(
  shop: Pick<Shop, "db" | "settings" | "now">,
  id: string,
  { orderNumber: typed, actor }: ByActor & { orderNumber: string },
) {
  const { db, now } = shop;
  const statement = await readWithdrawal(db, id);
  if (!statement) throw new MatchRefusedError("No withdrawal has this id");
  const order = await loadOrder(db, await correctOrderNumber(db, typed));
  const { id: withdrawalId, content, receivedAt } = statement;
  const comment = content === wholeOrder ? "" : content;
  const said = { withdrawalId, actor, comment, receivedAt: new Date(receivedAt) };
  const { input } = await readWithdrawalInput(shop, order, said);
  await changeOrder(shop, order.orderNumber, input, {
    async alongside(transaction) {
      const time = now();
      const by = actorName(actor);
      const matched = await transaction
        .updateTable("withdrawals")
        .set({ matchedOrderId: order.id, matchedBy: by, matchedAt: time.getTime() })
        .where("id", "=", withdrawalId)
        .where("orderId", "is", null)
        .where("matchedOrderId", "is", null)
        .returning("id")
        .executeTakeFirst();
      if (!matched) throw new MatchRefusedError("This withdrawal has an order already");
      const fields = { order: { before: null, after: order.orderNumber } };
      const change = { actor: by, kind: "withdrawal", subject: withdrawalId, action: "matched", fields } as const;
      await logChange(transaction, change, time);
    },
  });
  return order.orderNumber;
}
