import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tryShopCommand } from "../../support/server-process.ts";
import { checkBooks } from "../check-books.ts";
import { seededRandom } from "../seeded-random.ts";
import { signIn } from "../shop-under-faults.ts";
import { type Attempt, createCounts, startShopper } from "../shopper.ts";
import { faults, upgrade } from "./faults.ts";
import { openLedger, type Row } from "./ledger.ts";
import { clusterPrograms, installEngines } from "./packages.ts";
import { untilReplicating } from "./patroni.ts";
import { buildRelease, findRelease, projectFolder, stockWith } from "./release.ts";
import { openRig, type Rig } from "./rig.ts";
import { until } from "./until.ts";
import { startVisitors, type Visitors } from "./visitors.ts";

export interface ClusterRun {
  /** No fault begins after so many seconds of selling. */
  seconds: number;
  /** The only fault, by name; otherwise all of them. */
  only: string | undefined;
  /** The revision that the rolling upgrade begins with. */
  from: string | undefined;
  seed: number;
}

const shoppers = 4;
/** Milliseconds between an answer and the next cart. Without a pause, emails fall behind orders. */
const pauseMs = 150;
const calmMs = 3000;
const ordersAfterwards = 10;
const upgradeName = "rolling-upgrade";

/** What `--only` may name. */
export const faultNames = [upgradeName, ...Object.keys(faults)];

/**
 * Builds a cluster on this machine, lets shoppers buy and visitors read on it while its parts fail one after the other, and compares the books.
 *
 * @returns all that went wrong, as text
 */
export async function runCluster({ seconds, only, from, seed }: ClusterRun) {
  installEngines(clusterPrograms);
  const isUpgraded = only === undefined || only === upgradeName;
  const folder = isUpgraded ? await prepareRelease(from) : projectFolder;
  const rig = await openRig();
  const problems: string[] = [];
  try {
    await rig.start();
    console.log("etcd, Patroni, PgBouncer and HAProxy run. Stocking the shop…");
    const stocked = await stockWith(folder, rig.direct, shoppers);
    // Earlier releases couldn't share PgBouncer.
    const release = isUpgraded ? { folder, environment: rig.direct } : undefined;
    for (const machine of rig.machines) await machine.start(release);
    const names = faultNames.filter((name) => only === undefined || name === only);
    await sellThrough(rig, names, { ...stocked, seconds, seed, problems });
  } catch (error) {
    problems.push(String((error as Error).stack));
  } finally {
    if (problems.length > 0) await keepLogs(rig);
    await rig.close();
  }
  return problems;
}

async function prepareRelease(from: string | undefined) {
  const commit = findRelease(from);
  console.log(`Building ${commit.slice(0, 10)}, which the upgrade begins with…`);
  return buildRelease(commit);
}

type Selling = Awaited<ReturnType<typeof stockWith>> & { seconds: number; seed: number; problems: string[] };

async function sellThrough(rig: Rig, names: string[], { goods, emails, seconds, seed, problems }: Selling) {
  const random = seededRandom(seed);
  const counts = createCounts();
  const attempts: Attempt[] = [];
  const stopping = new AbortController();
  const browsers = await Promise.all(emails.map((email) => signIn(rig.url, email)));
  const shopping = browsers.map(({ browser, email }) =>
    startShopper({ browser, email, goods, random, attempts, counts, stopping: stopping.signal, pauseMs }),
  );
  const ids = goods.map(({ id }) => id);
  const visitors = startVisitors(rig.url, ids, random);
  const rows: Record<string, Row> = {};
  let mostMailsAgain = 0;
  const end = performance.now() + 1000 * seconds;
  for (const name of names) {
    const fault = name === upgradeName ? upgrade : faults[name];
    if (!fault || performance.now() > end) continue;
    mostMailsAgain += fault.mailsAgain(rig.machines);
    await untilWhole(rig, visitors);
    const ledger = openLedger(counts, visitors, () => countMails(rig));
    console.log(`${name}…`);
    try {
      await sleep(calmMs);
      await fault.run(rig);
      const enough = ledger.orders() + ordersAfterwards;
      await until("orders go on", 60, () => ledger.orders() >= enough);
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`);
    }
    const row = ledger.close();
    rows[name] = row;
    if (row["pages failed"]) problems.push(`${name}: visitors got ${row["pages failed"]}`);
    console.table({ [name]: row });
  }
  await untilWhole(rig, visitors);
  await visitors.stop();
  stopping.abort();
  await Promise.all(shopping);
  problems.push(...(await checkCluster(rig, { goods, attempts, counts, mostMailsAgain })));
  console.table(rows);
}

/** Waits until nothing is missing, and each machine has shown the pages that visitors read. */
async function untilWhole({ nodes, machines }: Rig, visitors: Visitors) {
  await untilReplicating(nodes);
  for (const machine of machines) {
    await until(`${machine.name} is ready`, 60, machine.isReady);
    await visitors.warm(machine.url);
  }
}

/** Compares the books, and asks the shop's own audit. */
async function checkCluster(
  { direct, environment, mailServer }: Rig,
  books: Pick<Parameters<typeof checkBooks>[0], "goods" | "attempts" | "counts" | "mostMailsAgain">,
) {
  const problems = await checkBooks({ ...books, environment: direct, mailServer, paid: undefined });
  const { code, stdout, stderr } = await tryShopCommand(environment, "audit", "--json");
  if (code !== 0) problems.push(`The audit ends with ${code}: ${stdout}${stderr}`);
  return problems;
}

function countMails({ mailServer: { received } }: Rig) {
  const ids = received.map(({ mail }) => mail.messageId);
  return { mails: ids.length, again: ids.length - new Set(ids).size };
}

/** Copies logs and configurations to where other tests leave theirs. */
async function keepLogs({ folder, machines }: Rig) {
  for (const machine of machines) await machine.kill();
  const kept = join(projectFolder, "test-results/cluster");
  await mkdir(kept, { recursive: true });
  const isLog = (path: string) => path === folder || /\.(log|yml|cfg|ini)$/.test(path);
  await cp(folder, kept, { recursive: true, filter: isLog });
  console.error(`Logs are in ${kept}`);
}
