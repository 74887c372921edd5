import pg from "pg";
import type { ComparedShop, Locations } from "./peers/compared-shop.ts";
import { everShopName, openEverShop } from "./peers/evershop/evershop.ts";
import { type MeasuredShop, measureRound } from "./peers/measure-round.ts";
import { tablesOf } from "./peers/tables.ts";
import { openTorg } from "./peers/torg.ts";
import { openVendure, vendureName } from "./peers/vendure/vendure.ts";
import { openLocations } from "./support/bench-shop.ts";
import { startProcess } from "./support/processes.ts";
import type { Table } from "./support/results.ts";
import { ToolError } from "./support/tools.ts";

const rounds = 3;

interface Opener {
  name: string;
  engine: "sqlite" | "postgres";
  open: (locations: Locations, stack: AsyncDisposableStack) => Promise<ComparedShop>;
}

/** Each with its database. Those on PostgreSQL have one server of the bench's own. */
const openers: Opener[] = [
  { name: "Torg, SQLite", engine: "sqlite", open: openTorg },
  { name: "Torg, PostgreSQL", engine: "postgres", open: openTorg },
  { name: `${everShopName}, PostgreSQL`, engine: "postgres", open: openEverShop },
  { name: `${vendureName}, PostgreSQL (API)`, engine: "postgres", open: openVendure },
];

/**
 * Torg and two other shops with the same catalog on the same machine, in turns: each round starts one after the other, measures it, and stops it.
 * See docs/decisions/0381.
 *
 * @param only a part of the name of the shops that are measured
 */
export async function* measure(seconds = 5, only = ""): AsyncIterable<Table> {
  const chosen = openers.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) throw new ToolError("The comparison", new Error(`no shop's name has "${only}" in it`));
  await using open = new AsyncDisposableStack();
  const locations = { sqlite: await openLocations("sqlite"), postgres: await openLocations("postgres") };
  for (const each of Object.values(locations)) open.defer(() => each.close());
  const postgres = await readServerVersion(locations.postgres);
  const control = await startProcess("control");
  open.defer(() => void control.kill());
  const shoppers = await startProcess("shoppers");
  open.defer(() => void shoppers.kill());
  const run = { control, shoppers, seconds };

  const failed: FailedShop[] = [];
  const shops: MeasuredShop[] = [];
  for (const { name, engine, open: openShop } of chosen) {
    console.error(`Preparing ${name} …`);
    await attempt(name, failed, async () => {
      const shop = await openShop(locations[engine], open);
      shops.push({ ...shop, name, databasePid: locations[engine].pid, measured: [] });
    });
  }
  for (let round = 1; round <= rounds; round++)
    for (const shop of shops.filter(({ name }) => !failed.some((other) => other.name === name))) {
      console.error(`Round ${round} of ${rounds}: ${shop.name} …`);
      await attempt(shop.name, failed, async () => void shop.measured.push(await measureRound(shop, run, round === 1)));
    }
  const complete = shops.filter(({ measured }) => measured.length === rounds);
  if (complete.length > 0) yield* tablesOf(complete, { postgres, seconds });
  if (failed.length > 0)
    yield { title: "Not measured", note: "These could not be installed, filled or started.", rows: failed.map(toRow) };
}

interface FailedShop {
  name: string;
  error: string;
}

/** One shop's failure doesn't end the comparison of the others. */
async function attempt(name: string, failed: FailedShop[], work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    console.error(error);
    failed.push({ name, error: new ToolError(name, error as Error).message });
  }
}

function toRow({ name, error }: FailedShop) {
  return { shop: name, error };
}

async function readServerVersion(locations: Locations) {
  const { databaseUrl } = await locations.create("version");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query("show server_version");
  await client.end();
  return String(rows[0].server_version);
}
