import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { readConfig } from "#server/environment/config.ts";
import { openConfigured } from "#server/process/open-configured.ts";
import { moveShop } from "#shop/backups/move-shop.ts";
import { openDatabase } from "#shop/open/open-database.ts";
import type { OpenShop } from "./command.ts";
import { printRows } from "./print.ts";

/** Copies all data to another database. */
export const moveCommand = (open: OpenShop) =>
  new Command("move")
    .description("copy all data to an empty PostgreSQL database; stop the shop first")
    .argument("<DATABASE_URL>", "one database URL")
    .action(async (url) => {
      const shop = await open();
      const { authSecret, dataFolder } = shop.settings;
      const config = readConfig({ DATABASE_URL: url, AUTH_SECRET: authSecret });
      const target = await openConfigured(config, () => openDatabase(config, console.error));
      const counts = await moveShop(shop, target);
      await target.db.destroy();
      const rows = [...counts].map(([table, count]) => ({
        table,
        source: count,
        target: count,
        result: "identical",
      }));
      printRows(rows, { empty: "" });
      const file = join(dataFolder, "auth-secret");
      const secret = existsSync(file) ? `to the contents of ${file}` : "to its current value";
      console.log(
        `\nAll data copied. Set DATABASE_URL to the new database and AUTH_SECRET ${secret}, then start the shop.`,
      );
    });
