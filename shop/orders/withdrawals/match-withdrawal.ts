import { logChange } from "../../changes/change-log.ts";
import type { Shop } from "../../shop.ts";
import { correctOrderNumber } from "../../values/order-number.ts";
import { changeOrder } from "../change-order.ts";
import { loadOrder } from "../load-order.ts";
import { actorName } from "../state/events.ts";
import type { ByActor, Order } from "../state/order.ts";
import { isOrdersEmail, wholeOrder } from "./declare-withdrawal.ts";
import { readWithdrawal, returnIdOf, returnIdOfRow, type Withdrawal } from "./read-withdrawals.ts";
import { readWithdrawalInput } from "./withdrawal-input.ts";

const hasOrder = "This withdrawal has an order already";

/** A statement that isn't there, has an order already, or can't lose it again. The message is for staff. */
export class MatchRefusedError extends Error {
  override name = "MatchRefusedError";
}

/** The statement's email isn't the order's, and staff haven't confirmed that it is about this order. The message is for staff. */
export class MatchUnconfirmedError extends MatchRefusedError {
  override name = "MatchUnconfirmedError";
  readonly orderNumber: string;

  constructor({ name, email }: Withdrawal, order: Order) {
    super(
      `This withdrawal is from ${name} (${email}). Order ${order.orderNumber} belongs to ${order.recipientName} (${order.email}).`,
    );
    this.orderNumber = order.orderNumber;
  }
}

/**
 * Gives a statement that matches no order the order that staff have found it to be about. What follows is the same as if it had matched when it was
 * received. See docs/decisions/0351; `unmatchWithdrawal` undoes it.
 *
 * @property confirmed the number of the order that it is about although the emails differ
 * @returns the order's number
 * @throws MatchRefusedError, MatchUnconfirmedError, OrderUnknownError
 */
export async function matchWithdrawal(
  shop: Pick<Shop, "db" | "settings" | "now">,
  id: string,
  { orderNumber: typed, confirmed, actor }: ByActor & { orderNumber: string; confirmed?: string | undefined },
) {
  const { db, now } = shop;
  const statement = await readWithdrawal(db, id);
  if (!statement) throw new MatchRefusedError("No withdrawal has this id");
  if ((statement.orderId ?? statement.matchedOrderId) !== null) throw new MatchRefusedError(hasOrder);
  const order = await loadOrder(db, await correctOrderNumber(db, typed));
  const { id: withdrawalId, content, email, receivedAt } = statement;
  const returnId = returnIdOf(statement);
  const isConfirmed = confirmed !== undefined && (await correctOrderNumber(db, confirmed)) === order.orderNumber;
  if (!isConfirmed && !(await isOrdersEmail(db, order, email))) throw new MatchUnconfirmedError(statement, order);
  const comment = content === wholeOrder ? "" : content;
  const said = { returnId, actor, comment, receivedAt: new Date(receivedAt) };
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
        .where(returnIdOfRow, "=", returnId)
        .returning("id")
        .executeTakeFirst();
      if (!matched) throw new MatchRefusedError(hasOrder);
      const fields = { order: { before: null, after: order.orderNumber } };
      const change = {
        actor: by,
        kind: "withdrawal",
        subject: statement.orderNumber,
        action: "matched",
        fields,
      } as const;
      await logChange(transaction, change, time);
    },
  });
  return order.orderNumber;
}
