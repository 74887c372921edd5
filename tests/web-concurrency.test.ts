import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified } from "./support/customers.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { freePort, startServer } from "./support/server-process.ts";
import { readSold, startRush } from "./support/shopping-rush.ts";

const processes = 2;
const eventually = { timeout: 60_000, interval: 50 };
vi.setConfig({ testTimeout: 120_000 });

test("several processes answer on one port", async () => {
  const { server, url } = await openProcesses();
  const connections: Socket[] = [];
  for (let number = 0; number < 2 * processes; number++) connections.push(await keptConnection(url));
  const [first = 0] = await server.workers();
  process.kill(first, "SIGKILL");
  await vi.waitFor(() => expect(connections.some((connection) => connection.destroyed)).toBe(true), eventually);
  expect(connections.some((connection) => !connection.destroyed)).toBe(true);
});

test("a process that is killed is replaced, and no order is lost", async () => {
  const { server, url, shop } = await openProcesses();
  await importRecords(shop.db, [catalogRecord({ stock: 100_000 })]);
  await registerVerified(shop);
  const browsers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const browser = plainBrowser(url);
      expect((await browser.sendForm("/sign-in", ada)).status).toBe(302);
      return browser;
    }),
  );
  const rush = startRush(browsers);
  const killed = await server.workers();
  for (const worker of killed) {
    await rush.more(10);
    process.kill(worker, "SIGKILL");
  }
  await vi.waitFor(async () => expect((await server.workers()).length).toBe(processes), eventually);
  expect(await server.workers()).not.toEqual(expect.arrayContaining([killed[0]]));
  await rush.more(10);
  const answered = await rush.stop();
  const { orderNumbers, pieces, stock } = await readSold(shop.db);
  expect(orderNumbers.toSorted()).toEqual(answered.toSorted());
  expect(stock).toBe(100_000 - pieces);
  expect(server.printed.stdout).toContain("A process ended (SIGKILL). Another one takes its place.");
});

test("limits on attempts hold across the processes", async () => {
  const { url, shop } = await openProcesses();
  await registerVerified(shop);
  const wrong = { ...ada, password: "Wrong-pass1" };
  const tries = Array.from({ length: 30 }, async () => (await plainBrowser(url).sendForm("/sign-in", wrong)).status);
  const statuses = await Promise.all(tries);
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(10);
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
  server.kill("SIGINT");
  for (const worker of workers) process.kill(worker, "SIGINT");
  expect(await server.ended).toBe(0);
  expect(workers.filter(isRunning)).toEqual([]);
});

test("when the process that started them is killed, the others end too", async () => {
  const { server } = await openProcesses();
  const workers = await server.workers();
  server.kill("SIGKILL");
  await vi.waitFor(() => expect(workers.filter(isRunning)).toEqual([]), eventually);
});

const ada = { email: "ada@example.com", password: "Abcdef1!" };

/** A shop on SQLite that several processes open, and this one, to look into its database. */
async function openProcesses() {
  const { shop } = await openTestShop("sqlite");
  const PORT = await freePort();
  const { dataFolder: DATA_DIR, authSecret: AUTH_SECRET } = shop.settings;
  const server = startServer({ PORT, DATA_DIR, AUTH_SECRET, WEB_CONCURRENCY: String(processes) });
  onTestFinished(async () => void (await server.stop()));
  return { server, url: await server.opened(), shop };
}

/** A connection that has been answered once and stays open. */
async function keptConnection(url: string) {
  const { hostname, port } = new URL(url);
  const connection = connect(Number(port), hostname);
  onTestFinished(() => void connection.destroy());
  connection.on("error", () => {});
  connection.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await once(connection, "data");
  return connection;
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
