import { stockShop } from "../stock-shop.ts";

/** Stocks the shop in the environment's database with the code of the release whose folder this script is in. */
const stocked = await stockShop(process.env as Record<string, string>, {
  shoppers: Number(process.argv[2]),
});
process.stdout.write(JSON.stringify(stocked));
