import { parseArgs } from "node:util";
import { noteOnOrder } from "#shop/orders/order-steps.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { UsageError } from "./command-error.ts";

/** Writes something down beside an order, for the shop alone. */
export const noteCommand = {
  usage: "note NUMBER TEXT",
  summary: "write something down beside an order; its customer isn't told",
  async run(shop: ShopDatabase, args: string[]) {
    const [number, ...words] = parseArgs({ args, allowPositionals: true }).positionals;
    const note = words.join(" ").trim();
    if (!number || !note) throw new UsageError("note takes the number of an order, and a text");
    await noteOnOrder(shop, number.toUpperCase(), { actor: "owner", note });
    console.log(`Order ${number.toUpperCase()} has the note`);
  },
};
