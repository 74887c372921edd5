import { markReturned } from "#shop/orders/order-steps.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { onlyArgument } from "./only-argument.ts";

/** Notes that an order's goods have come back. */
export const returnCommand = {
  usage: "return NUMBER",
  summary: "an order's goods have come back, and are on the shelf again; refund pays for them",
  async run(shop: ShopDatabase, args: string[]) {
    const number = onlyArgument(args, "return takes the number of one order").toUpperCase();
    await markReturned(shop, number, { actor: "owner" });
    console.log(`Order ${number} is returned`);
  },
};
