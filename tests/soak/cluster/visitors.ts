import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../seeded-random.ts";

const visitors = 3;
const pause = 100;
const longestAnswer = 30_000;
/** Enough for each process of a machine to show a page. */
const warmingRounds = 4;

/** What became of the visitors' requests. */
export interface Visits {
  pages: number;
  /** Without an answer, or with one that no visitor should see, by kind. */
  failed: Record<string, number>;
  slowestMs: number;
}

export type Visitors = ReturnType<typeof startVisitors>;

/** Visitors without an account, who read pages all the time. */
export function startVisitors(url: string, products: string[], random: Random) {
  const paths = ["/", "/products", "/products?filter=beauty", "/products?sort=lowestPrice", "/contact"];
  paths.push(...products.slice(0, 12).map((id) => `/products/${encodeURIComponent(id)}`));
  const stopping = new AbortController();
  let visits = noVisits();
  const reading = Array.from({ length: visitors }, async () => {
    while (!stopping.signal.aborted) {
      const path = paths[Math.floor(random() * paths.length)] ?? "/";
      const started = performance.now();
      const failure = await visit(url + path);
      visits.pages++;
      visits.slowestMs = Math.max(visits.slowestMs, performance.now() - started);
      if (failure) visits.failed[failure] = (visits.failed[failure] ?? 0) + 1;
      await sleep(pause);
    }
  });

  return {
    /** Reads every page on a machine, so that each of its processes has shown it. */
    async warm(machineUrl: string) {
      for (let round = 0; round < warmingRounds; round++) {
        await Promise.all(paths.map((path) => visit(machineUrl + path, { connection: "close" })));
      }
    },
    /** What happened since the last call. */
    takeVisits() {
      const taken = visits;
      visits = noVisits();
      return taken;
    },
    async stop() {
      stopping.abort();
      await Promise.all(reading);
    },
  };
}

function noVisits(): Visits {
  return { pages: 0, failed: {}, slowestMs: 0 };
}

/** @returns what was wrong with the answer, if anything */
async function visit(url: string, headers: Record<string, string> = {}) {
  try {
    const signal = AbortSignal.timeout(longestAnswer);
    const answer = await fetch(url, { headers: { accept: "text/html", ...headers }, signal });
    const text = await answer.text();
    // The shop names each of its answers.
    const by = answer.headers.has("x-request-id") ? "shop" : "HAProxy";
    if (answer.status !== 200) return `${answer.status} by ${by}`;
    return text.includes("</html>") ? undefined : "page cut off";
  } catch {
    return "no answer";
  }
}
