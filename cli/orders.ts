import { parseArgs } from "node:util";
import { dollarsFromCents } from "#shop/money.ts";
import type { Shop } from "#shop/open-shop.ts";
import { readOrders } from "#shop/orders/read-order.ts";
import { printRows } from "./table.ts";

/** Lists the orders, newest first. */
export const ordersCommand = {
  usage: "orders [--json]",
  summary: "list the orders, newest first",
  async run({ db }: Shop, args: string[]) {
    const { json } = parseArgs({ args, options: { json: { type: "boolean" } } }).values;
    const orders = await readOrders(db);
    const rows = orders.map(({ lines, createdAt, ...order }) => {
      const date = new Date(createdAt).toISOString();
      if (!json)
        return { ...order, lines: lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(", "), date };
      const cartItems = lines.map(({ productId: id, priceCents, ...line }) => ({
        id,
        ...line,
        price: dollarsFromCents(priceCents),
      }));
      return { ...order, cartItems, createdAt: date };
    });
    printRows(rows, { json, empty: "No orders yet" });
  },
};
