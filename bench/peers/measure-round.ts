import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { ControlWork } from "../support/control-process.ts";
import { load } from "../support/load.ts";
import { processTree, residentMegabytes, treesProcessorMs } from "../support/process-tree.ts";
import { ask } from "../support/processes.ts";
import type { Outcome } from "../support/shopper.ts";
import type { Rush, Shopped, Shopping } from "../support/shoppers-process.ts";
import type { ComparedShop } from "./compared-shop.ts";
import { readPageScripts } from "./read-page-scripts.ts";

export const connections = 32;
export const crowds = [1, 8];
export const scarcePieces = 5;
/** What a browser accepts. */
const headers = { "accept-encoding": "gzip, deflate, br, zstd" };

/** What a round needs besides a shop. */
export interface Run {
  control: ChildProcess;
  shoppers: ChildProcess;
  seconds: number;
}

interface NamedShop extends ComparedShop {
  name: string;
  /** Of PostgreSQL. */
  databasePid: number | undefined;
}

/** A shop with what the rounds have measured so far. */
export interface MeasuredShop extends NamedShop {
  measured: Round[];
}

export type Round = Awaited<ReturnType<typeof measureRound>>;

/** Starts a shop, measures everything of it, and stops it. */
export async function measureRound(shop: NamedShop, run: Run, withScripts: boolean) {
  await shop.setStock(scarcePieces);
  const started = await shop.start();
  try {
    // What a start leaves to do has been done by then.
    await sleep(2000);
    const idle = await memoryOf(started.pids);
    const scripts = shop.hasPages && withScripts ? await scriptsOf(shop, started.url) : undefined;
    const lists = [];
    for (const list of shop.lists) lists.push(await measureList(shop, { list, ...started, ...run }));
    const orders = await measureOrders(shop, started.url, run);
    const loaded = await memoryOf(started.pids);
    const rush = await rushFor(shop, started.url, run);
    return { startMs: started.startMs, idle, loaded, scripts, lists, orders, rush };
  } finally {
    await started.stop();
  }
}

function scriptsOf({ lists: [list] }: NamedShop, url: string) {
  return readPageScripts(url + list?.path);
}

async function memoryOf(pids: number[]) {
  const trees = await Promise.all(pids.map(processTree));
  return trees.flat().reduce((sum, pid) => sum + residentMegabytes(pid), 0);
}

interface ListLoad extends Run {
  list: ComparedShop["lists"][number];
  url: string;
  pids: number[];
}

/** After a warm-up as long as the measurement, first the bare server and then the shop. */
async function measureList({ databasePid }: NamedShop, { list, url, pids, control, seconds }: ListLoad) {
  const { path, uncached, fromMany } = list;
  const sent = { connections, seconds, headers, uncached, fromMany };
  await load({ url: url + path, ...sent });
  const work: ControlWork = { shopUrl: url, paths: [path], headers };
  const controlUrl = await ask<string>(control, work);
  const bare = await load({ url: controlUrl + path, ...sent });
  const before = await timesOf(pids, databasePid);
  const read = await load({ url: url + path, ...sent });
  const after = await timesOf(pids, databasePid);
  const answer = await fetch(url + path, { headers });
  const bytes = Number(answer.headers.get("content-length")) || (await answer.clone().arrayBuffer()).byteLength;
  return {
    ...{ read, bare, bytes, encoding: answer.headers.get("content-encoding") ?? "none" },
    shopMs: (after.shop - before.shop) / read.requests,
    databaseMs: (after.database - before.database) / read.requests,
  };
}

async function timesOf(pids: number[], databasePid: number | undefined) {
  const database = databasePid === undefined ? 0 : await treesProcessorMs([databasePid]);
  return { shop: await treesProcessorMs(pids), database };
}

/** One shopper warms the shop up. */
async function measureOrders({ shopping }: NamedShop, url: string, { shoppers, seconds }: Run) {
  const order = (crowd: number) =>
    ask<Shopped>(shoppers, { ...shopping, url, seconds, cookies: shopping.cookies.slice(0, crowd) } satisfies Shopping);
  await order(1);
  const measured = [];
  for (const crowd of crowds) measured.push(await order(crowd));
  return measured;
}

async function rushFor(shop: NamedShop, url: string, { shoppers }: Run) {
  const rush: Rush = { ...shop.shopping, url, products: [shop.scarce] };
  const outcomes = await ask<Outcome[]>(shoppers, rush);
  // Some count their stock after they have answered.
  await sleep(1000);
  return { outcomes, left: Number(await shop.readStock()) };
}
