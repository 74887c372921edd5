import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readConfig } from "#server/environment/config.ts";
import { readCatalogIndex } from "#shop/catalog/lists/index/current-index.ts";
import { readProductPage } from "#shop/catalog/lists/read-products.ts";
import { readCatalogVersion, startCatalogEpoch } from "#shop/changes/catalog-version.ts";
import { connectTo } from "#shop/open/open-database.ts";

// Loads the catalog's index twice in a process of its own, first without and then beside another, and prints what it took.

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
const { db } = connectTo(readConfig(process.env));

/** Megabytes. */
function memory() {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

/** The processor's time of this thread, in milliseconds. */
function threadMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Measures turns of the event loop by the processor's time, because other programs delay them too. */
async function measured(work: () => Promise<unknown>) {
  let [peak, stallMs, isWorking, last] = [0, 0, true, threadMs()];
  const turn = () => {
    const now = threadMs();
    stallMs = Math.max(stallMs, now - last);
    last = now;
    if (isWorking) setImmediate(turn);
  };
  turn();
  const watch = setInterval(() => {
    peak = Math.max(peak, memory());
  }, 50);
  const [start, { user, system }] = [performance.now(), process.cpuUsage()];
  await work();
  const milliseconds = performance.now() - start;
  const used = process.cpuUsage({ user, system });
  isWorking = false;
  clearInterval(watch);
  return { milliseconds, processorMs: (used.user + used.system) / 1000, stallMs, peak };
}

async function renewed() {
  await db.transaction().execute(startCatalogEpoch);
  const version = await readCatalogVersion(db);
  while ((await readCatalogIndex(db)).version !== version) await sleep(1);
}

await readCatalogVersion(db);
collect();
const before = memory();
const load = await measured(() => readCatalogIndex(db));
await readProductPage(db, { page: 1 });
collect();
const megabytes = memory() - before;
const renewal = await measured(renewed);
console.log(JSON.stringify({ load, megabytes, renewal: { ...renewal, peak: renewal.peak - before } }));
await db.destroy();
