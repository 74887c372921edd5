import { resolve } from "node:path";
import { noteBackup } from "#shop/backups/last-backup.ts";
import { writeBackup } from "#shop/backups/write-backup.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { countsInWords } from "./counts-in-words.ts";
import { onlyArgument } from "./only-argument.ts";

/** Writes everything in the database into one file. */
export const backupCommand = {
  usage: "backup FILE",
  summary: "back up the database into one file, while the shop runs",
  async run({ connection, db, now }: ShopDatabase, args: string[]) {
    const file = resolve(onlyArgument(args, "backup takes one file"));
    const counts = await writeBackup(connection, file);
    await noteBackup(db, now());
    console.log(`Backed up to ${file}: ${countsInWords(counts)}`);
  },
};
