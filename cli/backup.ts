import { resolve } from "node:path";
import { writeBackup } from "#shop/backups/write-backup.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { countsInWords } from "./counts-in-words.ts";
import { onlyArgument } from "./only-argument.ts";

/** Writes everything in the database into one file. */
export const backupCommand = {
  usage: "backup FILE",
  summary: "back up the database into one file, while the shop runs",
  async run({ connection }: ShopDatabase, args: string[]) {
    const file = resolve(onlyArgument(args, "backup takes one file"));
    const counts = await writeBackup(connection, file);
    console.log(`Backed up to ${file}: ${countsInWords(counts)}`);
  },
};
