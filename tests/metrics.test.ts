import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, expect, inject, onTestFinished } from "vitest";
import { projectFolder } from "#server/environment/config.ts";
import { version } from "#server/environment/version.ts";
import { noteBackup } from "#shop/backups/last-backup.ts";
import { queueMail } from "#shop/jobs/mail-queue.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signUpOf } from "./support/customers.ts";
import { createPostgresDatabase, dropPostgresDatabase, forEachEngine } from "./support/databases.ts";
import { eventually } from "./support/eventually.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf, orderOverWeb } from "./support/orders.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { openPostgresProxy } from "./support/postgres-proxy.ts";
import { openRunningShop, type RunningShop } from "./support/running-shop.ts";
import { freePort, startServer } from "./support/server-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const METRICS_TOKEN = "a-token-for-tests";

const test = base.extend<{ $file: { shop: RunningShop } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what the fixture needs
    async ({}, use) => {
      const { shop, close } = await openRunningShop("sqlite", { METRICS_TOKEN });
      await use(shop);
      await close();
    },
    { scope: "file" },
  ],
});

test("without METRICS_TOKEN, /metrics answers 404", async () => {
  const { url } = await open();
  const answer = await askFor(url, METRICS_TOKEN);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toContain("text/html");
});

test("/metrics requires the token", async ({ shop: { url } }) => {
  for (const token of [undefined, "another-token-for-tests", `${METRICS_TOKEN}x`]) {
    const answer = await askFor(url, token);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(await answer.text()).toBe("Unauthorized");
  }
  const answer = await askFor(url, METRICS_TOKEN);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.text()).toContain("process_resident_memory_bytes");
});

test("requests are counted by route pattern, unknown paths together", async ({ shop: { url } }) => {
  for (let time = 0; time < 3; time++) await read(`${url}/products/lemons`);
  for (const path of ["/nowhere", "/elsewhere/%41", "/wp-login.php?x"]) await read(url + path);
  await read(`${url}/cart`, { method: "PROPFIND" });
  await eventually(async () => {
    const metrics = await readMetrics(url);
    expect(metrics).toContain(counted("GET", "/products/:id", "2xx", 3));
    expect(metrics).toContain(counted("GET", "*", "4xx", 3));
    expect(metrics).toMatch(/_count\{method="other",route="\/cart",status="[45]xx"\} 1\n/);
    expect(metrics).toContain("\ntorg_pages_from_memory_total 2\n");
  });
});

forEachEngine((_openDatabase, engine) => {
  test("a repeated order is counted once", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
    await registerVerified(shop);
    const { dataFolder: DATA_DIR, authSecret: AUTH_SECRET, databaseUrl } = shop.settings;
    const { url } = await open({
      METRICS_TOKEN,
      DATA_DIR,
      AUTH_SECRET,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    const browser = plainBrowser(url);
    const { email, password } = signUpOf();
    await browser.sendForm("/sign-in", { email, password });
    expect(await readMetrics(url)).toContain("\ntorg_orders_total 0\n");
    expect(await readMetrics(url)).toContain(`\ntorg_build_info{version="${version}"} 1\n`);
    await queueMail(shop.db, { kind: "reset", recipient: email }, new Date(Date.now() + 3_600_000));
    expect(await readMetrics(url)).toMatch(/\ntorg_mails_waiting [1-9]\d*\n/);
    await shop.db
      .insertInto("jobs")
      .values({ kind: "importUndos", payload: "{}", createdAt: 0, runAt: 0, failedAt: Date.now() })
      .execute();
    await noteBackup(shop.db, new Date(1_790_000_000_000));
    const order = orderOf([["coffee", 1]]);
    for (let time = 0; time < 2; time++) await orderOverWeb(browser, order);
    await orderOverWeb(browser, orderOf([["coffee", 1]]));
    const metrics = await readMetrics(url);
    expect(metrics).toContain("\ntorg_orders_total 2\n");
    expect(metrics).toContain('\ntorg_jobs{kind="importUndos",state="failed"} 1\n');
    expect(metrics).toContain("\ntorg_last_backup_timestamp_seconds 1790000000\n");
    expect(metrics).toMatch(/\ntorg_job_duration_seconds_count\{kind="duePayments",outcome="done"\} [1-9]/);
    for (const name of ["database_up", "database_writable", "catalog_products"])
      expect(metrics).toContain(`\ntorg_${name} 1\n`);
    const connections = [...metrics.matchAll(/^torg_database_connections\{state="(\w+)"\} \d+$/gm)];
    expect(connections.map(([, state]) => state)).toEqual(engine === "postgres" ? ["idle", "busy"] : []);
    if (engine === "postgres") await expectNamesIn(metrics);
  });
});

test.skipIf(!inject("postgresUrl"))(
  "while the database is away, metrics say so and why pages are unavailable",
  async () => {
    const databaseUrl = await createPostgresDatabase();
    const proxy = await openPostgresProxy(databaseUrl);
    onTestFinished(async () => {
      proxy.close();
      await dropPostgresDatabase(databaseUrl);
    });
    const { url } = await open({ METRICS_TOKEN, DATABASE_URL: proxy.url, AUTH_SECRET: "x".repeat(32) });
    expect(await readMetrics(url)).toContain('\ntorg_unavailable_responses_total{reason="database"} 0\n');
    await read(`${url}/about`);
    proxy.close();
    await eventually(async () => {
      await read(`${url}/about`);
      expect(await readMetrics(url)).toMatch(/\ntorg_pages_stale_total [1-9]/);
    });
    expect((await fetch(`${url}/products?q=lemons`)).status).toBe(503);
    const asked = { method: "POST", headers: { "content-type": "application/json" }, body: '{"ids":["lemons"]}' };
    expect((await fetch(`${url}/cart/goods`, asked)).status).toBe(503);
    await read(`${url}/healthz`);
    const metrics = await readMetrics(url);
    expect(metrics).toContain('\ntorg_unavailable_responses_total{reason="database"} 2\n');
    expect(metrics).toContain('\ntorg_unavailable_responses_total{reason="other"} 0\n');
    expect(metrics).toContain("\ntorg_database_up 0\n");
    for (const name of ["mails_waiting", "refunds_outstanding", "last_backup_timestamp_seconds"])
      expect(metrics).toContain(`\ntorg_${name} Nan\n`);
  },
);

test("every process answers with the metrics of all processes, and reads the database's once", async () => {
  const { url } = await open({ METRICS_TOKEN, WEB_CONCURRENCY: "2" });
  const requests = 20;
  // Each on a connection of its own, so that both processes get some.
  for (let sent = 0; sent < requests; sent++) await read(`${url}/about`, { headers: { connection: "close" } });
  const asked = async () => (await askFor(url, METRICS_TOKEN, { connection: "close" })).text();
  const all = counted("GET", "/about", "2xx", requests);
  await eventually(async () => expect(await asked()).toContain(all));
  for (let time = 0; time < 4; time++) expect(await asked()).toContain(all);
  expect((await asked()).match(/^torg_mails_waiting .*/gm)).toEqual(["torg_mails_waiting 0"]);
  expect(await asked()).toContain("\ntorg_mail_server 0\n");
  expect(await Promise.all(Array.from({ length: 4 }, asked))).toEqual(Array(4).fill(expect.stringContaining(all)));
});

/** What the dashboard and the alert rules read must be there. `npm run test:alerts` fires each alert. */
async function expectNamesIn(metrics: string) {
  const known = new Set(Array.from(metrics.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name));
  const files = ["deploy/grafana/torg.json", "deploy/prometheus/alerts.yaml"];
  const text = (await Promise.all(files.map((file) => readFile(join(projectFolder, file), "utf8")))).join();
  const named = text.matchAll(/\b(?:torg|http|process|nodejs)_\w+/g);
  const names = new Set(Array.from(named, ([name]) => name.replace(/_(bucket|count|sum)$/, "")));
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
}

async function open(settings: Record<string, string> = {}) {
  const server = startServer({ PORT: await freePort(), DATA_DIR: await temporaryFolder(), ...settings });
  onTestFinished(async () => void (await server.stop()));
  return { url: await server.opened() };
}

async function read(url: string, init?: RequestInit) {
  return (await fetch(url, init)).text();
}

function askFor(url: string, token: string | undefined, headers: Record<string, string> = {}) {
  return fetch(`${url}/metrics`, { headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) } });
}

async function readMetrics(url: string) {
  return (await askFor(url, METRICS_TOKEN)).text();
}

function counted(method: string, route: string, status: string, count: number) {
  return `\nhttp_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"} ${count}\n`;
}
