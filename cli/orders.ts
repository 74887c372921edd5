import { parseArgs } from "node:util";
import type { Database } from "#database/connect.ts";
import { formatMoment } from "#shop/days.ts";
import { dollarsFromCents } from "#shop/money.ts";
import { readOrders } from "#shop/orders/read-order.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { printRows } from "./table.ts";

/** Lists the orders, newest first. */
export const ordersCommand = {
  usage: "orders [--json]",
  summary: "list the orders, newest first",
  async run({ db, settings }: ShopDatabase, args: string[]) {
    const { json } = parseArgs({ args, options: { json: { type: "boolean" } } }).values;
    const orders = await listOrders(db);
    const short = orders.map(({ cartItems, createdAt, ...order }) => {
      const lines = cartItems.map(({ quantity, title }) => `${quantity} × ${title}`).join(", ");
      return { ...order, lines, date: formatMoment(Date.parse(createdAt), settings.timeZone) };
    });
    printRows(json ? orders : short, { json, empty: "No orders yet" });
  },
};

/** The orders as `--json` prints them, newest first. */
export async function listOrders(db: Database) {
  const orders = await readOrders(db);
  return orders.map(({ lines, createdAt, ...order }) => ({
    ...order,
    cartItems: lines.map(({ productId: id, priceCents, ...line }) => ({
      id,
      ...line,
      price: dollarsFromCents(priceCents),
    })),
    createdAt: new Date(createdAt).toISOString(),
  }));
}
