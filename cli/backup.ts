import { basename, resolve } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { CopyError } from "#database/copy-tables.ts";
import { noteBackup } from "#shop/backups/last-backup.ts";
import { busyProblem, claimRestore } from "#shop/backups/restores.ts";
import { runRestore } from "#shop/backups/run-restore.ts";
import { writeBackup } from "#shop/backups/write-backup.ts";
import { lowerPriority } from "#shop/lower-priority.ts";
import type { OpenShop } from "./command.ts";
import { printPicturePlaces, reportLost } from "./picture-files.ts";

export const backupCommand = (open: OpenShop) =>
  new Command("backup")
    .description("back up the database to one file; the shop can keep running")
    .argument("<FILE>", "one file", (file) => resolve(file))
    .option("--leave-objects", "leave pictures in S3-compatible storage there; a restore needs the same storage")
    .action(async (file, { leaveObjects }) => {
      lowerPriority();
      const { connection, db, now, settings, pictureFiles } = await open();
      const options = {
        pictureFiles: leaveObjects ? undefined : pictureFiles,
        authSecret: settings.authSecret,
        madeAt: now(),
      };
      const { counts, lost } = await writeBackup(connection, file, options);
      await noteBackup(db, now(), file);
      console.log(`Backed up to ${file}: ${formatCounts(counts)}`);
      reportLost(lost);
    });

export const restoreCommand = (open: OpenShop) =>
  new Command("restore")
    .description("replace all data with a backup; the shop can keep running")
    .argument("<FILE>", "one file", (file) => resolve(file))
    .action(async (file) => {
      const shop = await open();
      const id = await claimRestore(shop, basename(file));
      if (id === undefined) throw new CopyError(busyProblem);
      const claimed = { id, file, fileName: basename(file), actor: "command line" };
      const { counts, before, origin, otherSecret, lostAuthenticators } = await runRestore(shop, claimed);
      console.log(`Restored from ${file}: ${formatCounts(counts)}`);
      if (origin === "unverified backup") {
        console.log("Not verified: an older version made this backup, without a checksum.");
      }
      if (otherSecret) console.log(otherSecret);
      if (lostAuthenticators) console.log(lostAuthenticators);
      if (before) console.log(`Previous data saved to ${before}`);
      await printPicturePlaces(shop);
    });

const countedTables = { products: "products", customers: "customers", orders: "orders", contactMessages: "messages" };

/** "3 products, 0 customers, 0 orders, 0 messages" */
function formatCounts(counts: Map<string, number>) {
  return Object.entries(countedTables)
    .map(([table, name]) => `${counts.get(table)} ${name}`)
    .join(", ");
}
