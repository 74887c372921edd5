import { CopyError } from "#database/copy-tables.ts";
import { type ClaimedRestore, runRestore } from "../backups/run-restore.ts";
import type { ShopSettings } from "../shop.ts";
import { openDatabase } from "./open-database.ts";
import { runProgram } from "./run-program.ts";

/** The program that restores an uploaded backup. How it went is in the database. */
await runProgram(async ({ settings, restore }: { settings: ShopSettings; restore: ClaimedRestore }) => {
  const shop = await openDatabase(settings, () => {});
  try {
    await runRestore(shop, restore);
  } catch (error) {
    // The owner is told what is wrong with a file.
    if (!(error instanceof CopyError)) throw error;
  } finally {
    await shop.db.destroy();
  }
  return {};
});
