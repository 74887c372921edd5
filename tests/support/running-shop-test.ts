import { test as base } from "vitest";
import { openRunningShop, type RunningShop } from "./running-shop.ts";

/** A public address that is not where the server listens, as behind a proxy. */
export const publicUrl = "https://torg.example";

/** Tests over a real server, one for each file. */
export const test = base.extend<{ $file: { shop: RunningShop } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what the fixture needs
    async ({}, use) => {
      const { shop, close } = await openRunningShop("sqlite", { SHOP_URL: publicUrl });
      await use(shop);
      await close();
    },
    { scope: "file" },
  ],
});
