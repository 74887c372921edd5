import { parseArgs } from "node:util";
import type { Database } from "#database/connect.ts";
import type { OrderState } from "#database/schema.ts";
import { formatMoment } from "#shop/days.ts";
import { decimalAmount, dollarsFromCents } from "#shop/money.ts";
import { isOrderState, orderStateNames, orderStates } from "#shop/orders/order-life.ts";
import { type Receipt, type ReceiptLine, readOrders } from "#shop/orders/read-order.ts";
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
      ({ orderNumber, email, totalPrice, state, cartItems, createdAt, paymentMethod, billingAddress }) => ({
        orderNumber,
        email,
        totalPrice,
        state,
        date: formatMoment(Date.parse(createdAt), settings.timeZone),
        paymentMethod,
        billingAddress,
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
  return orders.map(toOrderJson);
}

type ListedOrder = Omit<Receipt, "events" | "deliveryDays" | "refundedCents"> & { email: string };

/** An order's fields as JSON has them. They are listed, so that a new column is published only on purpose. */
export function toOrderJson(order: ListedOrder) {
  return {
    orderNumber: order.orderNumber,
    email: order.email,
    totalPrice: order.totalPrice,
    paymentMethod: order.paymentMethod,
    billingAddress: order.billingAddress,
    createdAt: new Date(order.createdAt).toISOString(),
    state: order.state,
    deliveryPrice: decimalAmount(order.deliveryCents),
    cartItems: order.lines.map(toCartItem),
  };
}

/** A line's price is in dollars. */
function toCartItem({ productId: id, title, priceCents, thumbnail, brand, quantity }: ReceiptLine) {
  return { id, title, price: dollarsFromCents(priceCents), thumbnail, brand, quantity };
}
