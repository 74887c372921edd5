import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "#server/environment/config.ts";
import { openShop } from "#shop/open/open-shop.ts";
import type { Shop } from "#shop/shop.ts";
import { hashOnce } from "./hash-once.ts";
import { parentFolder } from "./parent-folder.ts";
import { layOutSampleShop } from "./sample-shop.ts";
import { freePort, startServer } from "./server-process.ts";
import { startPostgres } from "./start-postgres.ts";

export type Engine = "sqlite" | "postgres";

/** A shop that is open, on a database and in a data folder of its own. */
export interface RunningShop {
  url: string;
  /** The server's process. */
  pid: number;
  dataFolder: string;
  /** The environment of its server and command line. */
  environment: Record<string, string>;
  /** The server's output so far. */
  printed: () => string;
  /** Kills the server. @returns a function that restarts it */
  kill: () => Promise<() => Promise<void>>;
  /** The same shop in this process, on the same database, to prepare and check data without requests. */
  inside: () => Promise<Shop>;
}

/** Opens a shop, with settings of its own if need be. @returns the shop, and how to close it */
export async function openRunningShop(engine: Engine, settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(parentFolder(), "torg-journeys-"));
  const postgres = engine === "postgres" ? await startPostgres() : undefined;
  const dataFolder = join(folder, "data");
  const environment: Record<string, string> = {
    PORT: await freePort(),
    DATA_DIR: dataFolder,
    ...(postgres && { DATABASE_URL: postgres.url, AUTH_SECRET: "a secret that is only good for tests" }),
    ...settings,
  };
  if (!environment.DATABASE_URL && environment.DATA_DIR === dataFolder) await layOutSampleShop(dataFolder);
  let printed = "";
  let server = startServer(environment);
  let inside: Promise<Shop> | undefined;
  const shop: RunningShop = {
    url: await server.opened(),
    pid: server.pid,
    dataFolder,
    environment,
    printed: () => printed + server.printed.both,
    async kill() {
      server.kill();
      await server.ended;
      return async () => {
        printed += server.printed.both;
        server = startServer(environment);
        await server.opened();
      };
    },
    inside() {
      inside ??= openInside(environment);
      return inside;
    },
  };

  async function close() {
    await (await inside)?.db.destroy();
    const code = await server.stop();
    postgres?.stop();
    await rm(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The shop ended with code ${code}`);
  }
  return { shop, close };
}

/** The shop of an environment in this process, whose owner closes its database. */
export async function openInside(environment: Record<string, string>) {
  const shop = await openShop(readConfig(environment), () => {});
  await hashOnce(shop.accounts);
  return shop;
}
