import { parseArgs } from "node:util";
import { findPostgres } from "../../scripts/test-machinery.mjs";
import { type Engine, openRunningShop } from "../support/running-shop.ts";
import { runCaches } from "./caches/run-caches.ts";
import { faultNames, runCluster } from "./cluster/run-cluster.ts";
import { fuzzSettings, fuzzShop } from "./fuzz-shop.ts";
import { programsUnderFaults } from "./programs-under-faults.ts";
import { shopUnderFaults } from "./shop-under-faults.ts";
import { webhooksUnderFaults } from "./webhooks-under-faults.ts";

const text = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    minutes: text,
    seed: text,
    cluster: { type: "boolean" },
    caches: { type: "boolean" },
    programs: { type: "boolean" },
    webhooks: { type: "boolean" },
    seconds: text,
    only: text,
    from: text,
  },
});
const minutes = Number(values.minutes ?? 5);
const seconds = Number(values.seconds ?? 900);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const isKnown = values.only === undefined || faultNames.includes(values.only);
if (!(minutes > 0) || !(seconds > 0) || !Number.isSafeInteger(seed) || !isKnown) {
  console.error(`Usage: npm run soak -- [--minutes N] [--seed N]
       npm run soak -- --cluster [--seconds N] [--only FAULT] [--from REVISION] [--seed N]
       npm run soak -- --caches
       npm run soak -- --programs [--minutes N] [--seed N]
       npm run soak -- --webhooks [--minutes N] [--seed N]
No fault begins after N seconds of selling. FAULT is one of ${faultNames.join(", ")}`);
  process.exit(2);
}

/** They take about a minute on two cores. */
const requestsPerMinute = 10_000;

// A signal alone wouldn't run the exit handlers that stop child processes.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
if (values.cluster) {
  const { only, from } = values;
  report("cluster", await runCluster({ seconds, only, from, seed }));
  process.exit();
}
if (values.caches) {
  report("caches", await runCaches());
  process.exit();
}
const engines: Engine[] = findPostgres() ? ["sqlite", "postgres"] : ["sqlite"];
console.log(`${engines.join(" and ")}, ${minutes} minutes, --seed ${seed}`);
if (values.programs) {
  for (const engine of engines) {
    const seconds = (minutes * 60) / engines.length;
    const { counts, problems } = await programsUnderFaults({ engine, seconds, programs: 4, seed });
    console.table({ [`${engine}, programs`]: { ...counts, problems: problems.length } });
    report(`${engine}, programs`, problems);
  }
  process.exit();
}
if (values.webhooks) {
  for (const engine of engines) {
    const { counts, problems } = await webhooksUnderFaults({ engine, seconds: (minutes * 60) / engines.length, seed });
    console.table({ [`${engine}, webhooks`]: { ...counts, problems: problems.length } });
    report(`${engine}, webhooks`, problems);
  }
  process.exit();
}
for (const engine of engines) {
  for (const [payments, leastKills] of [
    ["card-check", 0],
    ["providers", 100],
  ] as const) {
    const seconds = (minutes * 60) / engines.length / 2;
    const { counts, problems } = await shopUnderFaults({ engine, payments, seconds, leastKills, shoppers: 6, seed });
    const name = `${engine}, ${payments}`;
    console.table({ [name]: { ...counts, problems: problems.length } });
    report(name, problems);
  }
}

const requests = Math.round(minutes * requestsPerMinute);
console.log(`${requests} requests that are mostly wrong`);
const { shop, close } = await openRunningShop("sqlite", fuzzSettings);
report("fuzz", (await fuzzShop(shop, { seed, requests })).problems);
await close();

function report(what: string, problems: string[]) {
  for (const problem of problems.slice(0, 20)) console.error(`${what}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
