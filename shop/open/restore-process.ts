import { text } from "node:stream/consumers";
import { CopyError } from "#database/copy-tables.ts";
import { type ClaimedRestore, runRestore } from "../backups/run-restore.ts";
import type { ShopSettings } from "../shop.ts";
import { openDatabase } from "./open-database.ts";

/** The program that restores an uploaded backup: its task comes by the standard input as JSON. How it went is in the database. */
const { settings, restore }: { settings: ShopSettings; restore: ClaimedRestore } = JSON.parse(
  await text(process.stdin),
);
const shop = await openDatabase(settings, () => {});
try {
  await runRestore(shop, restore);
} catch (error) {
  // The owner is told what is wrong with a file.
  if (!(error instanceof CopyError)) throw error;
} finally {
  await shop.db.destroy();
}
process.stdout.write("{}");
