import { parseArgs } from "node:util";
import { markSent } from "#shop/orders/order-steps.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { onlyOf } from "./only-argument.ts";

/** Notes that an order's parcel is on its way, which its customer is told. */
export const sendCommand = {
  usage: "send NUMBER [--carrier NAME] [--tracking CODE]",
  summary: "an order's parcel is on its way: its customer gets a mail, with the address to follow it at",
  async run(shop: ShopDatabase, args: string[]) {
    const options = { carrier: { type: "string" }, tracking: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const number = onlyOf(positionals, "send takes the number of one order").toUpperCase();
    const carrier = values.carrier?.trim() || null;
    const tracking = values.tracking?.trim() || null;
    await markSent(shop, number, { actor: "owner", carrier, tracking });
    console.log(`Order ${number} is sent`);
  },
};
