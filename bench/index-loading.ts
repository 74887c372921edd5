import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startCatalogEpoch } from "#shop/changes/catalog-version.ts";
import { plainBrowser } from "../tests/support/plain-browser.ts";
import { type Engine, openRunningShop, type RunningShop } from "../tests/support/running-shop.ts";
import { nodeFlags, withPath } from "../tests/support/server-process.ts";
import { importGenerated } from "./support/import-in-process.ts";
import { multiplyCatalog } from "./support/multiply-catalog.ts";
import { median, type Table } from "./support/results.ts";

const sizes = [100_000, 1_000_000];
const imported = 10_000;
const pages = ["/products/product-7", "/products?filter=inStock&page=2", "/search-suggestions?q=lamp"];
const idleRounds = 150;
const token = "known-to-the-bench-alone";

interface Work {
  milliseconds: number;
  processorMs: number;
  stallMs: number;
  /** Megabytes. */
  peak: number;
}

/** What it takes to load the catalog's index, and how long pages wait for it. */
export async function* measure(): AsyncIterable<Table> {
  for (const engine of ["sqlite", "postgres"] as const) {
    const [loads, waits]: [Table["rows"], Table["rows"]] = [[], []];
    for (const size of sizes) {
      await using open = new AsyncDisposableStack();
      const { shop, close } = await openRunningShop(engine, { METRICS_TOKEN: token });
      open.defer(close);
      await importGenerated(shop.environment, imported);
      const { db } = await shop.inside();
      await multiplyCatalog(db, size);
      loads.push(await loadRow(shop, engine, size));
      waits.push(...(await waitRows(shop, engine, size)));
    }
    yield {
      title: "The catalog's index",
      note: "In a process of its own: its load, and another load beside it. A stall is the longest turn of the event loop, by the processor's time. The peak is that of both, with what is read.",
      rows: loads,
    };
    yield {
      title: "Pages while the catalog's index is loaded",
      note: `Uncached pages one after another, ${idleRounds} times without a load and then during one.`,
      rows: waits,
    };
  }
}

function nameOf(engine: Engine, size: number) {
  return `${engine === "sqlite" ? "SQLite" : "PostgreSQL"}, ${size.toLocaleString("en")}`;
}

async function loadRow(shop: RunningShop, engine: Engine, size: number) {
  const args = [...nodeFlags, resolve(import.meta.dirname, "support/index-process.ts")];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: withPath(shop.environment) });
  const { load, megabytes, renewal }: { load: Work; megabytes: number; renewal: Work } = JSON.parse(stdout);
  return {
    products: nameOf(engine, size),
    load: `${(load.milliseconds / 1000).toFixed(1)} s`,
    processor: `${(load.processorMs / 1000).toFixed(1)} s`,
    "longest stall": `${load.stallMs.toFixed(0)} ms`,
    memory: `${megabytes.toFixed(0)} MB`,
    "longest stall of another load": `${renewal.stallMs.toFixed(0)} ms`,
    "its peak": `${renewal.peak.toFixed(0)} MB`,
  };
}

async function waitRows(shop: RunningShop, engine: Engine, size: number) {
  const idle = new Map<string, number[]>();
  const loading = new Map<string, number[]>();
  await visitAll(shop, new Map());
  await untilCurrent(shop);
  for (let round = 0; round < idleRounds; round++) await visitAll(shop, idle);
  const { db } = await shop.inside();
  await db.transaction().execute(startCatalogEpoch);
  await visitAll(shop, loading);
  for (let isCurrent = false; !isCurrent; ) {
    const asked = readOutdated(shop);
    for (let round = 0; round < 3; round++) await visitAll(shop, loading);
    isCurrent = (await asked) === 0;
  }
  return pages.map((page) => {
    const [before = [], during = []] = [idle.get(page), loading.get(page)];
    return {
      products: nameOf(engine, size),
      page,
      idle: timesOf(before),
      "while loading": timesOf(during),
      ratio: (median(during) / median(before)).toFixed(2),
      pages: during.length,
    };
  });
}

function timesOf(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const late = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return `${median(times).toFixed(0)} ms, 99 % ${late.toFixed(0)}, longest ${Math.max(...times).toFixed(0)}`;
}

async function visitAll({ url }: RunningShop, times: Map<string, number[]>) {
  const browser = plainBrowser(url);
  for (const page of pages) {
    const start = performance.now();
    // No cached page answers a range, so that every page is made.
    const answer = await browser.open(page, { range: "bytes=0-" });
    await answer.text();
    if (!answer.ok) throw new Error(`${page} answered ${answer.status}`);
    times.set(page, [...(times.get(page) ?? []), performance.now() - start]);
  }
}

async function untilCurrent(shop: RunningShop) {
  while ((await readOutdated(shop)) !== 0) {
    await visitAll(shop, new Map());
    await sleep(100);
  }
}

/** For how many seconds the shop's index has been older than the catalog. */
async function readOutdated({ url }: RunningShop) {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const [, seconds] = /^torg_catalog_outdated_seconds (\S+)$/m.exec(await answer.text()) ?? [];
  return Number(seconds);
}
