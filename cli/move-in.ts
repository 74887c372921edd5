import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { inTemporaryFolder } from "#database/snapshot.ts";
import { moveInName } from "#shop/catalog/files/reading/other-shops/move-in-file.ts";
import { oldShopAddress, saveOldShop } from "#shop/catalog/move-in/read-old-shop.ts";
import type { OpenShop } from "./command.ts";
import { importFile } from "./import-file.ts";

const tellEvery = 250;

/** Imports the products of an old shop from its address. */
export const moveInCommand = (open: OpenShop) =>
  new Command("move-in")
    .description("import the products of a Shopify or WooCommerce shop from its address")
    .argument("<URL>", "the old shop's address")
    .option("--accept-warnings", "at a terminal, import texts that look like mistakes")
    .option("--dry-run", "only preview the changes")
    .action(async (typed, { dryRun, acceptWarnings }) => {
      const { base, host } = oldShopAddress(typed);
      const shop = await open();
      await inTemporaryFolder(async (folder) => {
        const file = join(folder, moveInName("shop"));
        const { allowedPrivateHosts } = shop.settings;
        const { signal } = new AbortController();
        const onProgress = (products: number) =>
          products % tellEvery === 0 && console.error(`${products} products read so far`);
        await saveOldShop(file, base, { allowedPrivateHosts, signal, onProgress });
        await importFile(shop, file, { dryRun, acceptWarnings, name: host, from: base });
      });
    });
