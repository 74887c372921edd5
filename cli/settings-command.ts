import { readFile, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { SettingsFileError } from "#shop/changes/settings-section.ts";
import { readSettingsFile } from "#shop/settings-file/read-settings-file.ts";
import { exportSettings, importSettings } from "#shop/settings-file/settings-file.ts";
import { settingsFileLimit } from "#shop/settings-file/settings-file-limit.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { CommandError, UsageError } from "./arguments.ts";
import { terminalJson } from "./print.ts";

/** Exports or imports what owners set up. */
export const settingsCommand = {
  usage: "settings export FILE|- | settings import FILE",
  summary:
    "write what owners set up (settings, appearance, categories, pages, redirects, discounts, delivery, taxes) to a JSON file (- prints it), or replace it with a file's; pictures are only named by their addresses",
  async run(shop: ShopDatabase, args: string[]) {
    const [action, file, ...others] = args;
    if (!file || others.length > 0 || (action !== "export" && action !== "import"))
      throw new UsageError("settings expects export or import, and one file");
    await (action === "export" ? exportTo(shop, file) : importFrom(shop, file));
  },
};

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
