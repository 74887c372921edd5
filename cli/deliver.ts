import { markDelivered } from "#shop/orders/order-steps.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { onlyArgument } from "./only-argument.ts";

/** Notes that an order's parcel has arrived, which its customer is told. */
export const deliverCommand = {
  usage: "deliver NUMBER",
  summary: "an order's parcel has arrived: its customer gets a mail",
  async run(shop: ShopDatabase, args: string[]) {
    const number = onlyArgument(args, "deliver takes the number of one order").toUpperCase();
    await markDelivered(shop, number, { actor: "owner" });
    console.log(`Order ${number} is delivered`);
  },
};
