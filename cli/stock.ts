import { Command } from "@commander-js/extra-typings";
import { changeStock, readStockChange } from "#shop/catalog/stock/change-stock.ts";
import { type OpenShop, UsageError } from "./command.ts";
import { terminalText } from "./print.ts";

/** Adjusts a product's stock. */
export const stockCommand = (open: OpenShop) =>
  new Command("stock")
    .description("increase (+), decrease (-) or set (=) a product's stock")
    .argument("<ID>", "a product ID")
    .argument("<+5|-2|=10>", "+5, -2 or =10")
    .action(async (id, text) => {
      const change = readStockChange(text);
      if (!change) throw new UsageError("stock expects a product ID and +5, -2 or =10");
      const { before, after } = await changeStock(await open(), id, change, "command line");
      console.log(`Stock of ${terminalText(id)}: ${before} → ${after}`);
    });
