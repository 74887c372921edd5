import { changeStock, readStockChange } from "#shop/catalog/change-stock.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { UsageError } from "./command-error.ts";
import { terminalText } from "./terminal-text.ts";

/** Changes how many pieces there are of a product. */
export const stockCommand = {
  usage: "stock ID +5|-2|=10",
  summary: "add pieces to a product's stock, take some away, or say how many there are",
  async run(shop: ShopDatabase, args: string[]) {
    const end = args.indexOf("--");
    // By hand: -2 is no option here, and no other is known.
    const [id, text = "", ...others] = args.filter((_, index) => index !== end);
    const change = readStockChange(text);
    if (!id || !change || others.length > 0) throw new UsageError("stock takes a product's id, and +5, -2 or =10");
    const { before, after } = await changeStock(shop, id, change, "command line");
    console.log(`Stock of ${terminalText(id)}: ${before} → ${after}`);
  },
};
