import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "#server/environment/config.ts";
import { loadFirstCatalog, openShop } from "#shop/open/open-shop.ts";
import { parentFolder } from "./parent-folder.ts";

const catalog = join(import.meta.dirname, "../../catalog/products.json");

let sampleFile: Promise<Buffer> | undefined;

/** Gives a new shop its database as a first start leaves it: to migrate it and import the sample again takes two thirds as long as to start. */
export async function layOutSampleShop(dataFolder: string) {
  sampleFile ??= createSampleFile();
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(join(dataFolder, "shop.db"), await sampleFile, { mode: 0o600 });
}

/** What the shop's own first start does to an empty data folder. */
async function createSampleFile() {
  const folder = await mkdtemp(join(parentFolder(), "torg-sample-"));
  const shop = await openShop(readConfig({ DATA_DIR: folder }), () => {});
  await loadFirstCatalog(shop, catalog, () => {});
  await shop.db.destroy();
  const file = await readFile(join(folder, "shop.db"));
  await rm(folder, { recursive: true });
  return file;
}
