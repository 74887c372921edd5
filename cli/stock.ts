import { changeStock, readStockChange } from "#shop/catalog/stock/change-stock.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { UsageError } from "./arguments.ts";
import { terminalText } from "./print.ts";

/** Adjusts a product's stock. */
export const stockCommand = {
  usage: "stock ID +5|-2|=10",
  summary: "increase (+), decrease (-) or set (=) a product's stock",
  async run(shop: ShopDatabase, args: string[]) {
    const end = args.indexOf("--");
    // Parsed by hand, because parseArgs would take -2 as an option.
    const [id, text = "", ...others] = args.filter((_, index) => index !== end);
    const change = readStockChange(text);
    if (!id || !change || others.length > 0) throw new UsageError("stock expects a product ID and +5, -2 or =10");
    const { before, after } = await changeStock(shop, id, change, "command line");
    console.log(`Stock of ${terminalText(id)}: ${before} → ${after}`);
  },
};
