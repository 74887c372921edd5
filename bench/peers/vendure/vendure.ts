import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import pg from "pg";
import { freePort } from "../../../tests/support/server-process.ts";
import { startPrograms } from "../../support/start-programs.ts";
import { type ComparedShop, type Locations, mostShoppers, partScarce, products, scarceId } from "../compared-shop.ts";
import { installPeer, runProgram, versionOf } from "../install-peer.ts";

export const vendureName = `Vendure ${versionOf(import.meta.dirname, "@vendure/core")}`;

const query = `{ search(input: { take: 24, groupByProduct: true, sort: { name: ASC } }) { totalItems items {
  productName slug description productAsset { preview } currencyCode facetValueIds inStock
  priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } }
} } }`;

/** Vendure: an API, and a process for jobs. Its storefronts are programs of their own. */
export async function openVendure(locations: Locations, open: AsyncDisposableStack): Promise<ComparedShop> {
  const folder = import.meta.dirname;
  const modules = installPeer(folder);
  const { databaseUrl = "" } = await locations.create("vendure");
  const temporary = mkdtempSync(join(tmpdir(), "torg-vendure-"));
  open.defer(() => rmSync(temporary, { recursive: true, force: true }));
  const environment = {
    ...{ PATH: process.env.PATH, NODE_ENV: "production", DATABASE_URL: databaseUrl, OWNER_PASSWORD: "bench-owner-1" },
    ASSETS_DIR: join(temporary, "assets"),
    VENDURE_DISABLE_TELEMETRY: "true",
  };
  fill(folder, temporary, { ...environment, PORT: await freePort() });
  const database = new pg.Pool({ connectionString: databaseUrl });
  open.defer(() => database.end());
  const found = await database.query("select id, sku from product_variant order by id");
  const variants = found.rows.map(({ id, sku }) => ({ id: String(id), sku: String(sku) }));
  const { scarce, products: others } = partScarce(variants, ({ sku }) => sku === scarceId);
  return {
    lists: [{ path: `/shop-api?${new URLSearchParams({ query: query.replace(/\s+/g, " ") })}` }],
    modules,
    hasPages: false,
    shopping: {
      shopper: import.meta.resolve("./shopper.ts"),
      cookies: Array(mostShoppers).fill(""),
      products: others,
    },
    scarce,
    requestsPerOrder: 7,
    async start() {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const programs = ["server.mjs", "worker.mjs"].map((script) => ({
        args: [script],
        folder,
        environment: { ...environment, PORT: port },
      }));
      return { url, ...(await startPrograms(`${url}/health`, programs)) };
    },
    async setStock(pieces) {
      const set = 'update stock_level set "stockOnHand" = $2, "stockAllocated" = 0 where "productVariantId" = $1';
      await database.query(set, [scarce.id, pieces]);
    },
    async readStock() {
      const left = 'select "stockOnHand" - "stockAllocated" as left from stock_level where "productVariantId" = $1';
      return (await database.query(left, [scarce.id])).rows[0].left;
    },
  };
}

/** Lets Vendure import the catalog as its own kind of CSV. */
function fill(folder: string, temporary: string, environment: NodeJS.ProcessEnv) {
  const file = join(temporary, "products.csv");
  writeFileSync(file, stringify(products.map(toRow), { header: true, columns }));
  const pictures = join(folder, "../../../catalog");
  const own = { ...environment, FILLING: "true", PRODUCTS_FILE: file, PICTURES_DIR: pictures };
  runProgram(["fill.mjs"], folder, own);
}

const columns = [
  ...["name", "slug", "description", "assets", "facets", "optionGroups", "optionValues", "sku", "price"],
  ...["taxCategory", "stockOnHand", "trackInventory", "variantAssets", "variantFacets"],
];

function toRow({ id, title, description, category, brand, price, stock, picture }: (typeof products)[number]) {
  const facets = [`category:${category}`, ...(brand ? [`brand:${brand}`] : [])].join("|");
  const kept = { taxCategory: "Standard", stockOnHand: stock, trackInventory: "true" };
  return { name: title, slug: id, sku: id, description, assets: picture, facets, price, ...kept };
}
