import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFolder } from "#server/environment/config.ts";
import { availabilityOf } from "#shop/catalog/stock/availability.ts";
import { connectAt } from "../../tests/support/database-location.ts";
import { freePort, nodeFlags, withPath } from "../../tests/support/server-process.ts";
import { authSecret, openStockedShop, signShoppersIn } from "../support/bench-shop.ts";
import { installShop } from "../support/installation.ts";
import { startPrograms } from "../support/start-programs.ts";
import { type ComparedShop, type Locations, mostShoppers, partScarce, scarceId } from "./compared-shop.ts";

/** Torg on the engine of the locations, with customers who are signed in. */
export async function openTorg(locations: Locations, open: AsyncDisposableStack): Promise<ComparedShop> {
  const location = await locations.create("torg");
  const preparing = await openStockedShop(location);
  const cookies = await signShoppersIn(preparing, mostShoppers);
  const columns = ["id", "title", "priceCents", "thumbnail"] as const;
  const all = await preparing.db.selectFrom("products").select(columns).execute();
  await preparing.db.destroy();
  const { db } = connectAt(location);
  open.defer(() => db.destroy());
  const path = "/products";
  const { scarce, products } = partScarce(all, ({ id }) => id === scarceId);
  return {
    lists: [
      { path, name: "from memory" },
      // Lists are rendered from an index in memory, whatever the database.
      ...(location.databaseUrl ? [] : [{ path, name: "each rendered", uncached: true }]),
    ],
    modules: installedShop(open),
    hasPages: true,
    shopping: { shopper: import.meta.resolve("./torg-shopper.ts"), cookies, products },
    scarce,
    requestsPerOrder: 3,
    async start() {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const { dataFolder, databaseUrl = "" } = location;
      const own = { DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret, PORT: port };
      const args = [...nodeFlags, "build/shop/main.js"];
      const program = { args, folder: projectFolder, environment: withPath(own) };
      return { url, ...(await startPrograms(url, [program])) };
    },
    async setStock(stock) {
      await db
        .updateTable("products")
        .set({ stock, availabilityStatus: availabilityOf(stock) })
        .where("id", "=", scarceId)
        .execute();
    },
    async readStock() {
      const found = db.selectFrom("products").select("stock").where("id", "=", scarceId);
      return Number((await found.executeTakeFirstOrThrow()).stock);
    },
  };
}

let installed: string | undefined;

/** The packages that a shop is run with, once for both engines. */
function installedShop(open: AsyncDisposableStack) {
  if (installed) return installed;
  const folder = mkdtempSync(join(tmpdir(), "torg-install-"));
  open.defer(() => rmSync(folder, { recursive: true, force: true }));
  installed = installShop(folder);
  return installed;
}
