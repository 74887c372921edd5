import { cpSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../../../tests/support/server-process.ts";
import { startPrograms } from "../../support/start-programs.ts";
import { type ComparedShop, type Locations, mostShoppers, partScarce, products, scarceId } from "../compared-shop.ts";
import { installPeer, runProgram, versionOf } from "../install-peer.ts";
import { categoryPath, fillEverShop, owner } from "./fill.ts";

export const everShopName = `EverShop ${versionOf(import.meta.dirname, "@evershop/evershop")}`;

const program = "node_modules/.bin/evershop";

/**
 * EverShop: pages and an API in one process, and two more for events and timed work. It imports `concat-stream` without naming it, so that
 * `package.json` here does.
 */
export async function openEverShop(locations: Locations, open: AsyncDisposableStack): Promise<ComparedShop> {
  const folder = import.meta.dirname;
  const { databaseUrl = "" } = await locations.create("evershop");
  const modules = installPeer(folder, () => void runProgram([program, "build"], folder, environmentOf(databaseUrl)));
  const media = join(folder, "media");
  for (const { picture } of products) cpSync(join(folder, "../../../catalog", picture), join(media, picture));
  const start = async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const environment = { ...environmentOf(databaseUrl), PORT: port, EVERSHOP_HOME_URL: url };
    return { url, ...(await startPrograms(url, [{ args: [program, "start"], folder, environment }])) };
  };
  await fill(start, () => runProgram([program, "user:create", ...ownerArguments], folder, environmentOf(databaseUrl)));
  const database = new pg.Pool({ connectionString: databaseUrl });
  open.defer(() => database.end());
  const method = await database.query("select uuid from core_shipping_method");
  const ofScarce = "product_inventory_product_id = (select product_id from product where sku = $1)";
  const stocked = partScarce(products, ({ id }) => id === scarceId);
  return {
    lists: [{ path: categoryPath, fromMany: true }],
    modules,
    hasPages: true,
    shopping: {
      shopper: import.meta.resolve("./shopper.ts"),
      cookies: Array(mostShoppers).fill(""),
      products: stocked.products,
      order: { shippingMethod: method.rows[0].uuid, shippingProvider: "core" },
    },
    scarce: stocked.scarce,
    requestsPerOrder: 2,
    start,
    async setStock(pieces) {
      await database.query(`update product_inventory set qty = $2 where ${ofScarce}`, [scarceId, pieces]);
    },
    async readStock() {
      const { rows } = await database.query(`select qty from product_inventory where ${ofScarce}`, [scarceId]);
      return rows[0].qty;
    },
  };
}

const ownerArguments = Object.entries(owner).flatMap(([name, value]) => [`--${name}`, value]);

/** The first start makes the tables; settings count from the second. */
async function fill(start: ComparedShop["start"], createOwner: () => void) {
  const first = await start();
  try {
    createOwner();
    await fillEverShop(first.url, products);
  } finally {
    await first.stop();
  }
}

function environmentOf(databaseUrl: string) {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  return {
    PATH: process.env.PATH,
    ...{ DB_HOST: hostname, DB_PORT: port, DB_USER: username, DB_PASSWORD: "", DB_NAME: pathname.slice(1) },
    ...{ DB_SSLMODE: "disable", NODE_ENV: "production" },
    ...{ JWT_ADMIN_SECRET: "bench-1", JWT_ADMIN_REFRESH_SECRET: "bench-2" },
    ...{ JWT_CUSTOMER_SECRET: "bench-3", JWT_CUSTOMER_REFRESH_SECRET: "bench-4" },
  };
}
