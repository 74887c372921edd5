import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test as base, expect, onTestFinished } from "vitest";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { openRunningShop, type RunningShop } from "./support/running-shop.ts";
import { layOutSampleShop } from "./support/sample-shop.ts";
import { freePort, startServer, workersOf } from "./support/server-process.ts";
import { readSold, startRush } from "./support/shopping-rush.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const processes = 2;

const test = base.extend<{ $file: { shop: RunningShop } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what the fixture needs
    async ({}, use) => {
      const { shop, close } = await openRunningShop("sqlite", { WEB_CONCURRENCY: String(processes) });
      await use(shop);
      await close();
    },
    { scope: "file" },
  ],
});

const testOnLinux = test.skipIf(process.platform !== "linux");

test("limits on attempts hold across the processes", async ({ shop: { url, inside } }) => {
  await registerVerified(await inside());
  const wrong = { ...ada, password: "Wrong-pass1" };
  const tries = Array.from({ length: 30 }, async () => (await plainBrowser(url).sendForm("/sign-in", wrong)).status);
  const statuses = await Promise.all(tries);
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(10);
});

test("several processes answer on one port", async ({ shop: { url, pid } }) => {
  const connections: Socket[] = [];
  for (let number = 0; number < 2 * processes; number++) connections.push(await keptConnection(url));
  const [first = 0] = await workersOf(pid);
  process.kill(first, "SIGKILL");
  await eventually(() => expect(connections.some((connection) => connection.destroyed)).toBe(true));
  expect(connections.some((connection) => !connection.destroyed)).toBe(true);
});

testOnLinux(
  "a connection that was being handed to a process when it was killed is closed",
  async ({ shop: { url, pid } }) => {
    await allRunning(pid);
    const [stopped = 0] = await workersOf(pid);
    process.kill(stopped, "SIGSTOP");
    const connections = Array.from({ length: 2 * processes }, () => openConnection(url));
    await eventually(() => expect(connections.filter(({ bytesRead }) => bytesRead > 0).length).toBeGreaterThan(0));
    process.kill(stopped, "SIGKILL");
    const isOver = ({ bytesRead, destroyed }: Socket) => bytesRead > 0 || destroyed;
    await eventually(() => expect(connections.filter((connection) => !isOver(connection))).toEqual([]));
    await allRunning(pid);
  },
);

test("a process that is killed is replaced, and no order is lost", async ({ shop: { url, pid, inside, printed } }) => {
  const shop = await inside();
  await allRunning(pid);
  await importRecords(shop.db, [catalogRecord({ stock: 100_000 })]);
  const email = "bob@example.com";
  await registerVerified(shop, { email });
  const cookies = await signInCookies(shop, { email });
  const browsers = Array.from({ length: 4 }, () => plainBrowser(url, cookies));
  const rush = startRush(browsers);
  const killed = await workersOf(pid);
  for (const worker of killed) {
    await rush.more(10);
    process.kill(worker, "SIGKILL");
  }
  await allRunning(pid);
  expect(await workersOf(pid)).not.toEqual(expect.arrayContaining([killed[0]]));
  await rush.more(10);
  const answered = await rush.stop();
  const { orderNumbers, pieces, stock } = await readSold(shop.db);
  expect(orderNumbers.toSorted()).toEqual(answered.toSorted());
  expect(stock).toBe(100_000 - pieces);
  expect(printed()).toContain("A process exited (SIGKILL). Starting a replacement.");
});

test.each(["SIGTERM", "SIGINT"] as const)("%s ends all of them, and says that all is well", async (signal) => {
  const { server } = await openProcesses();
  const workers = await server.workers();
  expect(workers).toHaveLength(processes);
  server.kill(signal);
  expect(await server.ended).toBe(0);
  expect(workers.filter(isRunning)).toEqual([]);
  expect(server.printed.stderr).toBe("");
});

test("a signal that reaches every process, as a terminal sends it, ends them as well", async () => {
  const { server } = await openProcesses();
  const workers = await server.workers();
  // The one that started the others comes last: it ends them, and a process that has ended can't be signalled.
  for (const worker of workers) process.kill(worker, "SIGINT");
  server.kill("SIGINT");
  expect(await server.ended).toBe(0);
  expect(workers.filter(isRunning)).toEqual([]);
});

test("when the process that started them is killed, the others end too, without an error", async () => {
  const { server } = await openProcesses();
  const workers = await server.workers();
  server.kill("SIGKILL");
  await eventually(() => expect(workers.filter(isRunning)).toEqual([]));
  expect(server.printed.both).not.toContain('"level":"fatal"');
});

const ada = { email: "ada@example.com", password: "Abcdef1!" };

/** Starts a shop that the test itself ends. */
async function openProcesses() {
  const DATA_DIR = await temporaryFolder();
  await layOutSampleShop(DATA_DIR);
  const server = startServer({ PORT: await freePort(), DATA_DIR, WEB_CONCURRENCY: String(processes) });
  onTestFinished(async () => void (await server.stop()));
  await server.opened();
  return { server };
}

function allRunning(pid: number) {
  return eventually(async () => expect(await workersOf(pid)).toHaveLength(processes));
}

/** A connection that has been answered once and stays open. */
async function keptConnection(url: string) {
  const connection = openConnection(url);
  await once(connection, "data");
  return connection;
}

function openConnection(url: string) {
  const { hostname, port } = new URL(url);
  const connection = connect(Number(port), hostname);
  onTestFinished(() => void connection.destroy());
  connection.on("error", () => {}).on("data", () => {});
  connection.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  return connection;
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
