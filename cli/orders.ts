import { parseArgs } from "node:util";
import type { Database } from "#database/connect.ts";
import type { OrderState } from "#database/schema.ts";
import { formatMoment } from "#shop/days.ts";
import { decimalAmount, dollarsFromCents } from "#shop/money.ts";
import { isOrderState, orderStateNames, orderStates } from "#shop/orders/order-life.ts";
import { type ReceiptLine, readOrders } from "#shop/orders/read-order.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { CommandError } from "./command-error.ts";
import { printRows } from "./table.ts";

/** Lists the orders, or those that stand in one state, newest first. */
export const ordersCommand = {
  usage: "orders [--state STATE] [--json]",
  summary: `list the orders, newest first; STATE is ${orderStates.join(", ")}`,
  async run({ db, settings }: ShopDatabase, args: string[]) {
    const options = { json: { type: "boolean" }, state: { type: "string" } } as const;
    const { json, state: text } = parseArgs({ args, options }).values;
    const state = text === undefined ? undefined : stateOf(text);
    const orders = await listOrders(db, state);
    const short = orders.map(
      ({ orderNumber, email, totalPrice, state, cartItems, createdAt, deliveryPrice: _, ...order }) => ({
        orderNumber,
        email,
        totalPrice,
        state,
        date: formatMoment(Date.parse(createdAt), settings.timeZone),
        ...order,
        lines: cartItems.map(({ quantity, title }) => `${quantity} × ${title}`).join(", "),
      }),
    );
    const empty = state ? `No order is ${orderStateNames[state].toLowerCase()}` : "No orders yet";
    printRows(json ? orders : short, { json, empty });
  },
};

/** @throws CommandError when a text names no state */
function stateOf(text: string): OrderState {
  if (isOrderState(text)) return text;
  throw new CommandError(`There is no state "${text}": orders are ${orderStates.join(", ")}`);
}

/** The orders as `--json` prints them, newest first. @param state only those that stand so */
export async function listOrders(db: Database, state?: OrderState) {
  const orders = await readOrders(db, state);
  return orders.map(({ lines, events: _, createdAt, deliveryCents, ...order }) => ({
    ...order,
    deliveryPrice: decimalAmount(deliveryCents),
    cartItems: lines.map(toCartItem),
    createdAt: new Date(createdAt).toISOString(),
  }));
}

/** An order's line as JSON has it, with its price in dollars. */
export function toCartItem({ productId: id, priceCents, ...line }: ReceiptLine) {
  return { id, ...line, price: dollarsFromCents(priceCents) };
}
