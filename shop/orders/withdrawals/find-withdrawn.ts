import type { Database } from "#database/connect.ts";
import { isOpenStatement, orderIdOf } from "../open-withdrawals.ts";
import { readReturns } from "../read-returns.ts";
import type { Order, OrderLine, ReturnRequest } from "../state/order.ts";
import { overStates } from "./can-withdraw.ts";
import { wholeOrder } from "./declare-withdrawal.ts";
import { returnIdOf, type Withdrawal } from "./read-withdrawals.ts";

interface AskedOrder {
  orderNumber: string;
  state: Order["state"];
  lines: Pieces[];
}

type Pieces = Pick<OrderLine, "productId" | "quantity">;

/**
 * The orders whose customers have withdrawn from all items, which they needn't pay for any more. Not those where staff still have to agree, or are
 * done with the statement.
 *
 * @returns when the last statement that it took was received, by the orders' numbers
 */
export async function findWithdrawn(db: Database, orders: AskedOrder[]): Promise<Map<string, number>> {
  const open = orders.filter(({ state }) => !overStates.includes(state));
  if (open.length === 0) return new Map();
  const numbers = open.map(({ orderNumber }) => orderNumber);
  const ids = await db.selectFrom("orders").select(["id", "orderNumber"]).where("orderNumber", "in", numbers).execute();
  const orderIds = ids.map(({ id }) => id);
  const statements = await db
    .selectFrom("withdrawals")
    .selectAll("withdrawals")
    .where((eb) => eb.or([eb("orderId", "in", orderIds), eb("matchedOrderId", "in", orderIds)]))
    .where(isOpenStatement)
    .select(orderIdOf().as("aboutId"))
    .orderBy("receivedAt")
    .execute();
  if (statements.length === 0) return new Map();
  const returns = await readReturns(db, orderIds);
  return new Map(
    ids.flatMap(({ id, orderNumber }): [string, number][] => {
      const order = open.find((order) => order.orderNumber === orderNumber);
      const ofOrder = statements.filter(({ aboutId }) => aboutId === id);
      const at = order && withdrawnAt(order, ofOrder, returns.get(id) ?? []);
      return at === undefined ? [] : [[orderNumber, at]];
    }),
  );
}

function withdrawnAt({ state, lines }: AskedOrder, statements: Withdrawal[], returns: ReturnRequest[]) {
  const left = new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
  for (const statement of statements) {
    const isSent = state === "sent" || state === "delivered";
    const request = returns.find(({ id }) => id === returnIdOf(statement));
    const pieces = isSent || request ? acceptedPieces(request) : statedPieces(statement, lines);
    for (const { productId, quantity } of pieces) left.set(productId, (left.get(productId) ?? 0) - quantity);
    if ([...left.values()].every((quantity) => quantity <= 0)) return statement.receivedAt;
  }
  return undefined;
}

/** What is to come back for a statement about items that were sent. */
function acceptedPieces(request: ReturnRequest | undefined): Pieces[] {
  if (request?.state !== "accepted" && request?.state !== "received") return [];
  return request.items.map(({ productId, accepted }) => ({ productId, quantity: accepted ?? 0 }));
}

/** What a statement says itself; nothing if it is in the customer's words, which staff read. */
function statedPieces({ content, items }: Withdrawal, lines: Pieces[]): Pieces[] {
  if (items) return JSON.parse(items);
  return content === wholeOrder ? lines : [];
}
