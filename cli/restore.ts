import { resolve } from "node:path";
import { restoreBackup } from "#shop/backups/restore-backup.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { countsInWords } from "./counts-in-words.ts";
import { onlyArgument } from "./only-argument.ts";

/** Replaces everything in the database by what a backup holds. */
export const restoreCommand = {
  usage: "restore FILE",
  summary: "replace everything by what a backup holds, while the shop runs",
  async run(shop: ShopDatabase, args: string[]) {
    const file = resolve(onlyArgument(args, "restore takes one file"));
    const { counts, before, origin } = await restoreBackup(shop, file);
    console.log(`Restored from ${file}: ${countsInWords(counts)}`);
    if (origin === "unverified backup") {
      console.log("Not verified: an older version made this backup, without a checksum.");
    }
    if (before) console.log(`What was there before is kept in ${before}`);
  },
};
