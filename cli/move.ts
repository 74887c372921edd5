import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "#server/process/config.ts";
import { openConfigured } from "#server/process/open-configured.ts";
import { moveShop } from "#shop/backups/move-shop.ts";
import { openDatabase } from "#shop/open-database.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { onlyArgument } from "./only-argument.ts";
import { printRows } from "./table.ts";

/** Copies everything to another database. */
export const moveCommand = {
  usage: "move DATABASE_URL",
  summary: "copy everything to an empty PostgreSQL database; stop the shop first",
  async run(shop: ShopDatabase, args: string[]) {
    const url = onlyArgument(args, "move takes the address of one database");
    const { authSecret, dataFolder } = shop.settings;
    const config = readConfig({ DATABASE_URL: url, AUTH_SECRET: authSecret });
    const target = await openConfigured(config, () => openDatabase(config, console.error));
    const counts = await moveShop(shop, target);
    await target.db.destroy();
    const rows = [...counts].map(([table, count]) => ({ table, here: count, there: count, compared: "the same" }));
    printRows(rows, { empty: "" });
    const file = join(dataFolder, "auth-secret");
    const secret = existsSync(file) ? `to what ${file} holds` : "as it is";
    console.log(`\nAll is copied. Now set DATABASE_URL to it and AUTH_SECRET ${secret}, and start the shop.`);
  },
};
