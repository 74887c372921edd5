import { freePort, startServer } from "../tests/support/server-process.ts";
import { authSecret, openLocations, openStockedShop, signShoppersIn } from "./support/bench-shop.ts";
import type { ControlWork } from "./support/control-process.ts";
import { generatorNote, type Load, type LoadResult, load, unlessLimited } from "./support/load.ts";
import { ask, startProcess } from "./support/processes.ts";
import { processorMs } from "./support/processor-time.ts";
import type { RenderWork } from "./support/render-process.ts";
import { median, type Table } from "./support/results.ts";

const rounds = 5;
const headers = { "accept-encoding": "gzip, deflate, br" };

const product = "/products/solvene-ambre-nuit";
const pages = ["/", "/products", "/products?filter=beauty", product];

/** Whole pages, as fast as they are asked for: those of visitors, and those of signed-in shoppers. */
export async function* measure(seconds = 5): AsyncGenerator<Table> {
  const locations = await openLocations("sqlite");
  const location = await locations.create("shop");
  const preparing = await openStockedShop(location);
  const [cookie = ""] = await signShoppersIn(preparing, 1);
  await preparing.db.destroy();
  const environment = { DATA_DIR: location.dataFolder, AUTH_SECRET: authSecret, PORT: await freePort() };
  const server = startServer(environment);
  try {
    const shop = { url: await server.opened(), pid: server.pid };
    server.forgetOutput();
    yield await visitors(shop, seconds);
    yield await shoppers(shop.url, { environment, cookie, seconds });
  } finally {
    await server.stop();
    await locations.close();
  }
}

/** What is measured of one server in one round. */
interface Measured extends LoadResult {
  /** Microseconds of the processor that the server took for each request. */
  processorUs: number;
}

interface Server {
  url: string;
  pid: number;
}

async function visitors(shop: Server, seconds: number): Promise<Table> {
  const process = await startProcess("control");
  const url = await ask<string>(process, { shopUrl: shop.url, paths: pages, headers } satisfies ControlWork);
  const control = { url, pid: Number(process.pid) };
  const rows = [];
  for (const page of pages) {
    for (const connections of [1, 32, 64]) {
      const sent = { connections, seconds, headers };
      const ofControl: Measured[] = [];
      const ofShop: Measured[] = [];
      for (let round = 0; round <= rounds; round++) {
        const measured = [await measureLoad(control, page, sent), await measureLoad(shop, page, sent)] as const;
        // Both warm up in a round of their own.
        if (round === 0) continue;
        ofControl.push(measured[0]);
        ofShop.push(measured[1]);
      }
      rows.push({ page, connections, ...compare(ofShop, ofControl) });
    }
  }
  process.kill();
  return {
    title: "Pages of visitors without a session",
    note: `\`wrk\` with one thread. Control: a bare \`node:http\` server that sends the very same bytes (brotli), in turns with the shop. Both have one round of warming up; the middle of ${rounds} rounds of ${seconds} s each. Milliseconds; µs are the processor's time of the server for each request. ${generatorNote}`,
    rows,
  };
}

async function measureLoad({ url, pid }: Server, page: string, sent: Omit<Load, "url">): Promise<Measured> {
  const before = await processorMs(pid);
  const result = await load({ url: url + page, ...sent });
  return { ...result, processorUs: (1000 * ((await processorMs(pid)) - before)) / result.requests };
}

function compare(ofShop: Measured[], ofControl: Measured[]) {
  const busy = [...ofShop, ...ofControl].map(({ generatorBusy }) => generatorBusy);
  const ratio = (what: keyof Measured) => (middle(ofShop, what) / middle(ofControl, what)).toFixed(2);
  return unlessLimited(busy, {
    "requests/s": Math.round(middle(ofShop, "requestsPerSecond")),
    "control's": Math.round(middle(ofControl, "requestsPerSecond")),
    ratio: ratio("requestsPerSecond"),
    p99: middle(ofShop, "p99").toFixed(2),
    "control's p99": middle(ofControl, "p99").toFixed(2),
    "ratio of p99": ratio("p99"),
    µs: middle(ofShop, "processorUs").toFixed(1),
    "control's µs": middle(ofControl, "processorUs").toFixed(1),
    "control's µs / shop's": (middle(ofControl, "processorUs") / middle(ofShop, "processorUs")).toFixed(2),
    failures: failuresOf(ofShop),
  });
}

interface ShoppersLoad {
  environment: Record<string, string>;
  cookie: string;
  seconds: number;
}

async function shoppers(shopUrl: string, { environment, cookie, seconds }: ShoppersLoad): Promise<Table> {
  const rendering = await startProcess("render", environment);
  const sent = { connections: 64, seconds, headers: { ...headers, cookie } };
  const rows = [];
  for (const page of ["/", "/products", product]) {
    const alone = [];
    const kept = [];
    const uncached = [];
    for (let round = 0; round <= rounds; round++) {
      const work: RenderWork = { path: page, cookie, milliseconds: 1000 * seconds };
      const rendered = await ask<number>(rendering, work);
      const fromMemory = await load({ url: shopUrl + page, ...sent });
      const made = await load({ url: shopUrl + page, ...sent, uncached: true });
      if (round === 0) continue;
      alone.push(rendered);
      kept.push(fromMemory);
      uncached.push(made);
    }
    const busy = [...kept, ...uncached].map(({ generatorBusy }) => generatorBusy);
    const figures = {
      "requests/s": Math.round(middle(kept, "requestsPerSecond")),
      "of rendering alone": (middle(kept, "requestsPerSecond") / median(alone)).toFixed(2),
      uncached: (middle(uncached, "requestsPerSecond") / median(alone)).toFixed(2),
      failures: failuresOf([...kept, ...uncached]),
    };
    rows.push({ page, ...unlessLimited(busy, figures) });
  }
  rendering.kill();
  return {
    title: "Pages of a signed-in shopper",
    note: `At 64 connections. Control: \`renderToString\` of the same tree in a loop, without requests, sessions and queries. Uncached: every request asks for a range, so that the page cache never answers. One round of warming up; the middle of ${rounds} rounds of ${seconds} s each. ${generatorNote}`,
    rows,
  };
}

function middle<Result>(results: Result[], what: keyof Result) {
  return median(results.map((result) => Number(result[what])));
}

function failuresOf(results: LoadResult[]) {
  return results.reduce((sum, { failures }) => sum + failures, 0);
}
