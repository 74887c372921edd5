import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectFolder } from "#server/environment/config.ts";
import { freePort, nodeFlags, type ServerProcess, startServer, withPath } from "../tests/support/server-process.ts";
import { authSecret, openLocations, openStockedShop, signShoppersIn } from "./support/bench-shop.ts";
import { installShop, megabytes } from "./support/installation.ts";
import { generatorNote, load, unlessLimited } from "./support/load.ts";
import { residentMegabytes } from "./support/process-tree.ts";
import { median, type Table } from "./support/results.ts";
import { startPrograms } from "./support/start-programs.ts";

const connections = 64;
const rounds = 5;
const renderedSeconds = 60;

/** What a shop on SQLite with the sample catalog takes: memory, time to start, disk; and what a second process brings. */
export async function* measure(): AsyncIterable<Table> {
  const locations = await openLocations("sqlite");
  const location = await locations.create("shop");
  const shop = await openStockedShop(location);
  const [cookie = ""] = await signShoppersIn(shop, 1);
  await shop.db.destroy();
  const environment = { DATA_DIR: location.dataFolder, AUTH_SECRET: authSecret };
  try {
    yield await measureMemory(environment, cookie);
    yield await measureStart(environment);
    yield await measureProcesses(environment, cookie);
    yield measureInstallation();
  } finally {
    await locations.close();
  }
}

async function measureMemory(environment: Record<string, string>, cookie: string): Promise<Table> {
  const rows = [];
  for (const processes of [1, 2]) {
    const server = startServer({ ...environment, PORT: await freePort(), WEB_CONCURRENCY: String(processes) });
    const url = await server.opened();
    server.forgetOutput();
    const idle = await megabytesOfEach(server);
    for (const path of anonymousPages) await load({ url: url + path, connections, seconds: 5 });
    const browsed = await megabytesOfEach(server);
    for (const path of ["/profile", "/products"]) {
      await load({ url: url + path, connections, seconds: 5, headers: { cookie } });
    }
    const signedIn = await megabytesOfEach(server);
    const rendering = load({ url: `${url}/products`, connections, seconds: renderedSeconds, uncached: true });
    const most = await largestUntil(rendering, () => megabytesOfEach(server));
    await server.stop();
    rows.push({
      WEB_CONCURRENCY: processes,
      "after its start": shown(idle),
      "after anonymous pages": shown(browsed),
      "after signed-in pages too": shown(signedIn),
      "most while lists are rendered": shown(most),
    });
  }
  return {
    title: "Memory",
    note: `Started as \`npm start\` does. Resident megabytes of the server, each of its processes, after 5 s of ${connections} connections at each of ${anonymousPages.length} anonymous and 2 signed-in pages, and the most that each has during ${renderedSeconds} s of lists that no memory has.`,
    rows,
  };
}

const anonymousPages = ["/", "/products", "/products?filter=beauty", "/products/lemons"];

/** From asking for the process to the first answer. */
async function measureStart(environment: Record<string, string>): Promise<Table> {
  const shop = [];
  const hello = [];
  const first = [];
  for (let round = 0; round < rounds; round++) {
    shop.push(await timeStart("build/shop/main.js", environment));
    hello.push(await timeStart("bench/support/hello-process.ts", {}));
    const folder = mkdtempSync(join(tmpdir(), "torg-bench-"));
    first.push(await timeStart("build/shop/main.js", { DATA_DIR: folder }));
    rmSync(folder, { recursive: true, force: true });
  }
  const control = median(hello);
  const row = (what: string, times: number[]) => ({
    what,
    ms: median(times).toFixed(0),
    "beyond the control": (median(times) - control).toFixed(0),
  });
  return {
    title: "Cold start",
    note: `Milliseconds from starting the built shop's process to its first answer, the middle of ${rounds} in turn.`,
    rows: [
      row("the home page of a shop that was open before", shop),
      row("the same of a new shop, whose database is made", first),
      row("control: a bare `node:http` server that says hello", hello),
    ],
  };
}

async function timeStart(script: string, environment: Record<string, string>) {
  const PORT = await freePort();
  const program = {
    args: [...nodeFlags, script],
    folder: projectFolder,
    environment: withPath({ PORT, ...environment }),
  };
  const started = await startPrograms(`http://localhost:${PORT}/`, [program]);
  await started.stop();
  return started.startMs;
}

async function measureProcesses(environment: Record<string, string>, cookie: string): Promise<Table> {
  const servers = [];
  for (const processes of ["1", "2"]) {
    servers.push(startServer({ ...environment, PORT: await freePort(), WEB_CONCURRENCY: processes }));
  }
  const urls = await Promise.all(servers.map((server) => server.opened()));
  const rates: Record<string, number[]> = {};
  const busy = [];
  for (let round = 0; round <= rounds; round++) {
    for (const url of urls) {
      const sent = { url: `${url}/products`, connections, seconds: 3, uncached: true, headers: { cookie } };
      const { requestsPerSecond, generatorBusy, failures } = await load(sent);
      if (failures > 0) throw new Error(`${failures} requests to ${url} failed`);
      busy.push(generatorBusy);
      if (round > 0) rates[url] = [...(rates[url] ?? []), requestsPerSecond];
    }
  }
  for (const server of servers) await server.stop();
  const [alone, both] = Object.values(rates).map(median) as [number, number];
  return {
    title: "A second process",
    note: `Signed-in product lists per second at ${connections} connections, none from a cache, the median of ${rounds} × 3 s in turn. The generator uses
the same processors. ${generatorNote}`,
    rows: [
      unlessLimited(busy, {
        "one process": alone.toFixed(0),
        "two processes": both.toFixed(0),
        "two / one": (both / alone).toFixed(2),
      }),
    ],
  };
}

/** Each process on its own, the one that was started first. */
async function megabytesOfEach(server: ServerProcess) {
  const pids = [server.pid, ...(await server.workers())];
  return pids.map(residentMegabytes);
}

/** The largest of what is measured again and again until work ends, each for itself. */
async function largestUntil(work: Promise<unknown>, measure: () => Promise<number[]>) {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let largest = await measure();
  while (!isOver) {
    const now = await measure();
    largest = largest.map((size, index) => Math.max(size, now[index] ?? 0));
    await sleep(250);
  }
  await over;
  return largest;
}

function shown(megabytes: number[]) {
  return megabytes.map((size) => size.toFixed(0)).join(" + ");
}

function measureInstallation(): Table {
  const folder = mkdtempSync(join(tmpdir(), "torg-install-"));
  try {
    const modules = installShop(folder);
    const names = readdirSync(modules).flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : name,
    );
    const sizes = names.map((name) => ({ what: name, MB: megabytes(join(modules, name)) }));
    return {
      title: "Installation",
      note: "Megabytes on disk of what `npm ci --omit=dev` brings, Node itself included, and the largest of it.",
      rows: [
        { what: "all", MB: megabytes(modules) },
        ...sizes.toSorted((a, b) => b.MB - a.MB).slice(0, 6),
        { what: "the build", MB: megabytes(join(projectFolder, "build")) },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
