import { parseArgs } from "node:util";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { refundInWords } from "#shop/orders/refund-in-words.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { onlyOf } from "./only-argument.ts";
import { openPaying } from "./open-paying.ts";

/** Cancels an order that wasn't sent. */
export const cancelCommand = {
  usage: "cancel NUMBER [--note TEXT]",
  summary: "cancel an order that wasn't sent: its goods are on the shelf again, what was paid is paid back",
  async run(shop: ShopDatabase, args: string[]) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { note: { type: "string" } } });
    const number = onlyOf(positionals, "cancel takes the number of one order").toUpperCase();
    const note = values.note?.trim() || undefined;
    const refund = await cancelOrder(await openPaying(shop), number, { actor: "owner", ...(note && { note }) });
    const money = refund ? `: ${await refundInWords(shop, number, refund)}` : "";
    console.log(`Order ${number} is cancelled${money}`);
  },
};
