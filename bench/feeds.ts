import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { plainBrowser } from "../tests/support/plain-browser.ts";
import { openRunningShop, type RunningShop } from "../tests/support/running-shop.ts";
import { importGenerated } from "./support/import-in-process.ts";
import { multiplyCatalog } from "./support/multiply-catalog.ts";
import { median, type Table } from "./support/results.ts";

const products = 100_000;
const imported = 10_000;
const readers = 20;
const feeds = ["google.xml", "meta.xml", "products.csv"];
const page = "/products/product-7";
const megabyte = 2 ** 20;

/** What the feeds of a large catalog cost: to make, to read for many at once, and for others who wait. */
export async function* measure(): AsyncIterable<Table> {
  for (const engine of ["sqlite", "postgres"] as const) {
    await using open = new AsyncDisposableStack();
    const { shop, close } = await openRunningShop(engine);
    open.defer(close);
    await importGenerated(shop.environment, imported);
    await multiplyCatalog((await shop.inside()).db, products);
    const rows: Table["rows"] = [];
    for (const feed of feeds) rows.push(await rowOf(shop, feed));
    yield {
      title: `Feeds of ${products.toLocaleString("en")} products (${engine === "sqlite" ? "SQLite" : "PostgreSQL"})`,
      note: `The first reader has the feed made; then ${readers} read it at once. Memory is how much the server's process grew at most, with all three. Pages are made one after another, before and meanwhile.`,
      rows,
    };
  }
}

async function rowOf(shop: RunningShop, feed: string) {
  for (let round = 0; round < 30; round++) await visit(shop);
  const before = await megabytesOf(shop.pid, "VmRSS");
  const idle = await timesWhile(shop, sleep(3000));
  const first = read(shop, feed);
  const busy = await timesWhile(shop, first);
  const { seconds, bytes } = await first;
  const start = performance.now();
  await Promise.all(Array.from({ length: readers }, () => read(shop, feed)));
  const many = (performance.now() - start) / 1000;
  return {
    feed,
    made: `${seconds.toFixed(1)} s`,
    unpacked: `${(bytes / megabyte).toFixed(0)} MB`,
    [`${readers} readers`]: `${many.toFixed(1)} s`,
    memory: `+${((await megabytesOf(shop.pid, "VmHWM")) - before).toFixed(0)} MB`,
    "pages before": described(idle),
    "pages meanwhile": described(busy),
  };
}

/** Reads a feed as Google does: packed. */
async function read({ url }: RunningShop, feed: string) {
  const start = performance.now();
  const answer = await fetch(`${url}/feeds/${feed}`, { headers: { "accept-encoding": "gzip" } });
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += piece.length;
  return { seconds: (performance.now() - start) / 1000, bytes };
}

/** How long pages take until something has happened. */
async function timesWhile(shop: RunningShop, done: Promise<unknown>) {
  const times: number[] = [];
  let isDone = false;
  done.then(() => {
    isDone = true;
  });
  while (!isDone) times.push(await visit(shop));
  return times;
}

async function visit({ url }: RunningShop) {
  const start = performance.now();
  // No cached page answers a range, so that every page is made.
  const answer = await plainBrowser(url).open(page, { range: "bytes=0-" });
  await answer.text();
  if (!answer.ok) throw new Error(`${page} answered ${answer.status}`);
  return performance.now() - start;
}

function described(times: number[]) {
  return `${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)}`;
}

async function megabytesOf(pid: number, name: string) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / megabyte;
}
