import { readFile, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { SettingsFileError } from "#shop/changes/settings-section.ts";
import { readSettingsFile } from "#shop/settings-file/read-settings-file.ts";
import { exportSettings, importSettings } from "#shop/settings-file/settings-file.ts";
import { settingsFileLimit } from "#shop/settings-file/settings-file-limit.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { CommandError, type OpenShop } from "./command.ts";
import { terminalJson } from "./print.ts";

/** Exports or imports what owners set up. */
export const settingsCommand = (open: OpenShop) =>
  new Command("settings")
    .description("export or import settings, appearance, categories, pages, redirects, discounts, delivery and taxes")
    .addCommand(
      new Command("export")
        .description("write them to a JSON file, which only names pictures by their addresses")
        .argument("<FILE|->", "one file, or - to print it")
        .action(async (file) => exportTo(await open(), file)),
    )
    .addCommand(
      new Command("import")
        .description("replace them with a file's")
        .argument("<FILE>", "one file")
        .action(async (file) => importFrom(await open(), file)),
    );

async function exportTo({ db }: ShopDatabase, file: string) {
  const text = await exportSettings(db);
  if (file === "-") return console.log(terminalJson(JSON.parse(text)));
  const path = resolve(file);
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw new CommandError(`${path} already exists`);
    throw error;
  }
  console.log(`Settings exported to ${path}`);
}

async function importFrom(shop: ShopDatabase, file: string) {
  const path = resolve(file);
  if ((await stat(path)).size > settingsFileLimit) throw new CommandError("A settings file may have 4 MB");
  try {
    const sections = await importSettings(shop, await readSettingsFile(await readFile(path)), {
      actor: "command line",
    });
    for (const { name, added, changed, removed } of sections)
      console.log(`${name}: ${added.length} added, ${changed.length} changed, ${removed.length} removed`);
  } catch (error) {
    if (error instanceof SettingsFileError) throw new CommandError(error.message);
    throw error;
  }
}
