import { signUpOf } from "../tests/support/customers.ts";
import { plainBrowser } from "../tests/support/plain-browser.ts";
import { openRunningShop } from "../tests/support/running-shop.ts";
import type { ControlWork } from "./support/control-process.ts";
import { type LoadResult, load } from "./support/load.ts";
import { ask, startProcess } from "./support/processes.ts";
import type { RenderWork } from "./support/render-process.ts";
import { median, type Table } from "./support/results.ts";

const rounds = 3;
const seconds = 2;
const headers = { "accept-encoding": "gzip, deflate, br" };

const product = "/products/solvene-ambre-nuit";
const lists = ["onSale", "highRated", "inStock", "beauty", "under10", "perfumes", "anyBrand", "brand-lyng"];
const pages = ["/", "/products", ...lists.map((filter) => `/products?filter=${filter}`), product];

/** Whole pages, as fast as they are asked for: those of visitors, and those of signed-in shoppers. */
export async function* measure(): AsyncGenerator<Table> {
  const { shop, close } = await openRunningShop("sqlite");
  try {
    yield await visitors(shop.url);
    yield await shoppers(shop.url, shop.environment);
  } finally {
    await close();
  }
}

async function visitors(shopUrl: string): Promise<Table> {
  const control = await startProcess("control");
  const controlUrl = await ask<string>(control, { shopUrl, paths: pages, headers } satisfies ControlWork);
  const rows = [];
  for (const page of pages) {
    for (const connections of [1, 64]) {
      const ofControl = [];
      const ofShop = [];
      for (let round = 0; round < rounds; round++) {
        ofControl.push(await load({ url: controlUrl + page, connections, duration: seconds, headers }));
        ofShop.push(await load({ url: shopUrl + page, connections, duration: seconds, headers }));
      }
      rows.push({
        page,
        connections,
        "requests/s": Math.round(middle(ofShop, "requestsPerSecond")),
        "of the control's": ratio(ofShop, ofControl, "requestsPerSecond"),
        "p99, times the control's": ratio(ofShop, ofControl, "p99"),
        failures: ofShop.reduce((sum, { failures }) => sum + failures, 0),
      });
    }
  }
  control.kill();
  return {
    title: "Pages of visitors without a session",
    note: "Control: a bare `node:http` server that sends the very same bytes (brotli), in turns with the shop. The middle of three rounds.",
    rows,
  };
}

async function shoppers(shopUrl: string, environment: Record<string, string>): Promise<Table> {
  const cookies = new Map<string, string>();
  await plainBrowser(shopUrl, cookies).sendForm("/sign-up", { ...signUpOf() });
  const cookie = [...cookies.values()].join("; ");
  const rendering = await startProcess("render", environment);
  const sent = { connections: 64, duration: seconds, headers: { ...headers, cookie } };
  const rows = [];
  for (const page of ["/", "/products", product]) {
    const alone = [];
    const kept = [];
    const uncached = [];
    for (let round = 0; round < rounds; round++) {
      alone.push(
        await ask<number>(rendering, { path: page, cookie, milliseconds: 1000 * seconds } satisfies RenderWork),
      );
      kept.push(await load({ url: shopUrl + page, ...sent }));
      uncached.push(await load({ url: shopUrl + page, ...sent, uncached: true }));
    }
    rows.push({
      page,
      "requests/s": Math.round(middle(kept, "requestsPerSecond")),
      "of rendering alone": (middle(kept, "requestsPerSecond") / median(alone)).toFixed(2),
      uncached: (middle(uncached, "requestsPerSecond") / median(alone)).toFixed(2),
      failures: [...kept, ...uncached].reduce((sum, { failures }) => sum + failures, 0),
    });
  }
  rendering.kill();
  return {
    title: "Pages of a signed-in shopper",
    note: "At 64 connections. Control: `renderToString` of the same tree in a loop, without requests, sessions and queries. Uncached: every request has another address, so that the page cache never answers.",
    rows,
  };
}

function middle(results: LoadResult[], what: keyof LoadResult) {
  return median(results.map((result) => result[what]));
}

function ratio(ofShop: LoadResult[], ofControl: LoadResult[], what: keyof LoadResult) {
  return (middle(ofShop, what) / middle(ofControl, what)).toFixed(2);
}
