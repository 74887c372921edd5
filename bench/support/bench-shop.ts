import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { readConfig } from "#server/environment/config.ts";
import { signIn } from "#shop/accounts/accounts.ts";
import { loadFirstCatalog, openShop } from "#shop/open/open-shop.ts";
import type { Shop } from "#shop/shop.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import type { DatabaseLocation } from "../../tests/support/database-location.ts";
import type { Engine } from "../../tests/support/running-shop.ts";
import { startPostgres } from "../../tests/support/start-postgres.ts";
import { importGenerated } from "./import-in-process.ts";

export const authSecret = "a secret that is only good for measuring";

/** A folder for databases, on a disk that is waited for. @returns how to make one, how to copy it, and how to remove all */
export async function openLocations(engine: Engine) {
  const folder = await mkdtemp(join(tmpdir(), "torg-bench-"));
  const postgres = engine === "postgres" ? await startPostgres({ durable: true }) : undefined;
  const location = (name: string): DatabaseLocation => ({
    dataFolder: join(folder, name),
    databaseUrl: postgres && Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href,
  });
  return {
    /** The database server's process. */
    pid: postgres?.pid(),
    async create(name: string) {
      if (postgres) await runAsOwner(postgres.url, `create database "${name}"`);
      return location(name);
    },
    /** @param from without connections */
    async copy(from: string, to: string) {
      if (postgres) await runAsOwner(postgres.url, `create database "${to}" template "${from}"`);
      else await cp(join(folder, from), join(folder, to), { recursive: true });
      return location(to);
    },
    async close() {
      postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a shop with the sample catalog, all of it in plenty. */
export async function openStockedShop(location: DatabaseLocation): Promise<Shop> {
  const environment = { DATA_DIR: location.dataFolder, DATABASE_URL: location.databaseUrl, AUTH_SECRET: authSecret };
  const shop = await openShop(readConfig(environment), () => {});
  await loadFirstCatalog(shop, join(import.meta.dirname, "../../catalog/products.json"), () => {});
  await shop.db.updateTable("products").set({ stock: plenty, availabilityStatus: "In Stock" }).execute();
  return shop;
}

/** A shop on a database of its own, with so many generated products. `open` closes it. */
export async function openLargeShop(engine: Engine, products: number, open: AsyncDisposableStack) {
  const locations = await openLocations(engine);
  open.defer(() => locations.close());
  const location = await locations.create("shop");
  const shop = await openStockedShop(location);
  open.defer(() => shop.db.destroy());
  const environment = {
    DATA_DIR: location.dataFolder,
    DATABASE_URL: location.databaseUrl ?? "",
    AUTH_SECRET: authSecret,
  };
  await importGenerated(environment, products);
  return { shop, environment };
}

/** How many pieces of each product a stocked shop begins with. */
export const plenty = 10_000_000;

/** Signs customers up and in. @returns each one's cookie */
export function signShoppersIn(shop: Shop, count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const email = `shopper${number}@example.com`;
      await registerVerified(shop, { email });
      const metadata = { headers: new Headers(), address: "127.0.0.1" };
      const answer = await signIn(shop.accounts, { email, password: "Abcdef1!" }, metadata);
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; ");
    }),
  );
}

async function runAsOwner(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
