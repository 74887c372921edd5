import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { lockTimeoutMs } from "#database/sqlite-dialect.ts";
import { projectFolder } from "#server/environment/config.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf } from "./support/orders.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { layOutSampleShop } from "./support/sample-shop.ts";
import { freePort, type ServerProcess, startServer } from "./support/server-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test.each(["1", "3"])("a port in use prints one line, with %s processes", async (WEB_CONCURRENCY) => {
  const PORT = await freePort();
  const other = createServer().listen(Number(PORT));
  onTestFinished(() => void other.close());
  await once(other, "listening");
  await expectRefusal(
    { PORT, WEB_CONCURRENCY, DATA_DIR: await sampleFolder() },
    `Can't listen on port ${PORT}: already in use`,
  );
});

test("an invalid number of processes prints one line", async () => {
  await expectRefusal({ WEB_CONCURRENCY: "none" }, "WEB_CONCURRENCY must be a number");
});

test("a data folder that can't be created prints one line", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "");
  const dataFolder = join(file, "data");
  await expectRefusal({ DATA_DIR: dataFolder }, `Can't write to the data folder ${dataFolder}`);
});

test("a file that isn't a database prints one line", async () => {
  const dataFolder = await temporaryFolder();
  await writeFile(join(dataFolder, "shop.db"), "This is a letter, not a database. ".repeat(100));
  await expectRefusal({ DATA_DIR: dataFolder }, `Can't open the database in ${dataFolder}`);
});

/** Runs a program with a disk of some size mounted at a folder, which only that program sees. */
function withDisk(folder: string, size: string, before = "true") {
  const script = `mount -t tmpfs -o mode=700,size=${size} tmpfs "$0" && ${before} && exec "$@"`;
  return ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, folder];
}

const canMount = spawnSync("sh", ["-c", 'exec "$@"', "sh", ...withDisk("/tmp", "4k"), "true"]).status === 0;

test.skipIf(!canMount).for([
  ["nothing fits", "4k"],
  ["the database's tables don't fit", "256k"],
  ["the sample catalog doesn't fit", "600k"],
])("a full disk is named in one line with its folder, where %s", async ([_, size = ""]) => {
  const DATA_DIR = await temporaryFolder();
  await expectFullDisk(DATA_DIR, startServer({ DATA_DIR, PORT: await freePort() }, withDisk(DATA_DIR, size)));
});

test.skipIf(!canMount).each(["1", "2"])(
  "a disk that filled up while the shop was stopped is named in one line by %s processes",
  async (WEB_CONCURRENCY) => {
    const { shop } = await openTestShop("sqlite");
    const { dataFolder, authSecret: AUTH_SECRET } = shop.settings;
    await shop.db.destroy();
    const DATA_DIR = await temporaryFolder();
    const fill = `cp ${dataFolder}/shop.db ${DATA_DIR} && (cat /dev/zero > ${DATA_DIR}/others 2>&-; true)`;
    const environment = { DATA_DIR, AUTH_SECRET, WEB_CONCURRENCY, PORT: await freePort() };
    await expectFullDisk(DATA_DIR, startServer(environment, withDisk(DATA_DIR, "3m", fill)));
  },
);

async function expectFullDisk(folder: string, server: ServerProcess) {
  onTestFinished(async () => void (await server.stop()));
  expect(await server.ended).toBe(1);
  expect(server.printed.stderr).toBe(`The disk is full: there is no room left in ${folder}\n`);
  expect(server.printed.stdout).not.toContain("stack");
}

describe.each(["1", "2"])("in %s processes", (WEB_CONCURRENCY) => {
  test("a data folder that is a file prints one line", async () => {
    const file = join(await temporaryFolder(), "file");
    await writeFile(file, "");
    await expectRefusal({ WEB_CONCURRENCY, DATA_DIR: file }, `Can't write to the data folder ${file}: it is a file`);
  });

  test.each(["", "short"])("an invalid stored secret %j prints one line that names its file", async (secret) => {
    const DATA_DIR = await temporaryFolder();
    const file = join(DATA_DIR, "auth-secret");
    await writeFile(file, secret);
    await expectRefusal({ WEB_CONCURRENCY, DATA_DIR }, `The secret in ${file} must be at least 32 characters long`);
  });

  test("a database of a newer Torg prints one line", async () => {
    const { shop } = await openTestShop("sqlite");
    await sql`insert into kysely_migration values ('999-robots-breaking', '2030-01-01')`.execute(shop.db);
    const { dataFolder: DATA_DIR } = shop.settings;
    const beginning = `Can't open the database in ${DATA_DIR}: a newer version of Torg created this database (999-robots-breaking)`;
    await expectRefusal({ WEB_CONCURRENCY, DATA_DIR }, beginning);
  });
});

const database = { AUTH_SECRET: "a secret that is only good for tests" };

test("an unreachable database server prints one line without its password", async () => {
  const place = `127.0.0.1:${await freePort()}/shop`;
  const environment = { ...database, DATABASE_URL: `postgres://torg:hidden@${place}` };
  const stderr = await expectRefusal(environment, `Can't open the database in DATABASE_URL (${place})`);
  expect(stderr).not.toContain("hidden");
});

test("an unknown kind of database prints one line", async () => {
  await expectRefusal({ ...database, DATABASE_URL: "mysql://localhost/shop" }, "DATABASE_URL must start with postgres");
});

test("a database server without a shared secret prints one line", async () => {
  await expectRefusal({ DATABASE_URL: "postgres://localhost/shop" }, "AUTH_SECRET is required with DATABASE_URL");
});

test("a server that is asked to end does so, though browsers keep connections open", async () => {
  const PORT = await freePort();
  const server = start({ PORT, DATA_DIR: await sampleFolder() });
  const url = await server.opened();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const unused = connect(Number(PORT), "localhost");
  onTestFinished(() => void unused.destroy());
  await once(unused, "connect");
  expect(await server.stop()).toBe(0);
  expect(server.printed.stderr).toBe("");
});

test.each(["1", "2"])(
  "an order in flight is made when the shop, in %s processes, is asked to end, and nothing new begins",
  async (WEB_CONCURRENCY) => {
    // On a busy machine a shop may take longer to refuse its port than an order waits for a lock. That says nothing of either.
    let ended = await endAmidOrder(WEB_CONCURRENCY);
    while (ended.lockedMs >= lockTimeoutMs) ended = await endAmidOrder(WEB_CONCURRENCY);
    const { answer, code, printed } = ended;
    expect(answer.headers.get("connection")).toBe("close");
    expect(await answer.text()).toContain("orderNumber");
    expect(code).toBe(0);
    expect(printed.stderr).toBe("");
  },
);

/** Asks a shop to end while an order waits for the database's lock, which is let go once the port is refused. @returns how both ended */
async function endAmidOrder(WEB_CONCURRENCY: string) {
  const { shop } = await openTestShop("sqlite");
  await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
  await registerVerified(shop);
  const { dataFolder: DATA_DIR, authSecret: AUTH_SECRET } = shop.settings;
  const server = start({ PORT: await freePort(), DATA_DIR, AUTH_SECRET, WEB_CONCURRENCY });
  const url = await server.opened();
  const browser = plainBrowser(url);
  await browser.sendForm("/sign-in", { email: "ada@example.com", password: "Abcdef1!" });
  const { promise: stopped, resolve: goOn } = Promise.withResolvers<void>();
  const locked = shop.db.transaction().execute(() => stopped);
  const lockedAt = performance.now();
  const answer = browser.sendJson("/orders", orderOf([["coffee", 1]]));
  // The order waits for the lock; other requests are still answered.
  for (let number = 0; number < 10; number++) await browser.open("/healthz");
  server.kill("SIGTERM");
  // One process alone may close a connection earlier than the other; the port is refused once both take nothing new.
  const refused = () =>
    fetch(url).then(
      ({ status }) => status,
      ({ cause }) => cause.code,
    );
  await eventually(async () => expect(await refused()).toBe("ECONNREFUSED"));
  goOn();
  await locked;
  const lockedMs = performance.now() - lockedAt;
  return { answer: await answer, code: await server.ended, printed: server.printed, lockedMs };
}

test.each(["1", "2"])(
  "a shop in %s processes ends though browsers have stopped amid a request",
  async (WEB_CONCURRENCY) => {
    const PORT = await freePort();
    const server = start({ PORT, DATA_DIR: await sampleFolder(), WEB_CONCURRENCY });
    await server.opened();
    for (const request of [
      "GET / HTTP/1.1\r\nHost:",
      "POST /contact HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\nhalf",
    ]) {
      const browser = connect(Number(PORT), "localhost");
      onTestFinished(() => void browser.destroy());
      browser.on("error", () => {});
      browser.write(request);
      await once(browser, "connect");
    }
    expect(await server.stop()).toBe(0);
  },
);

test("two servers that start at the same moment on one empty data folder both open, with one catalog", async () => {
  const DATA_DIR = await temporaryFolder();
  const servers = [start({ PORT: await freePort(), DATA_DIR }), start({ PORT: await freePort(), DATA_DIR })];
  for (const server of servers) {
    const page = await (await fetch(`${await server.opened()}/products`)).text();
    const text = page.replaceAll(/<[^>]*>/g, "");
    expect(/\d+ products/.exec(text)?.[0]).toBe("46 products");
    expect(server.printed.stderr).toBe("");
  }
});

/** A data folder with the sample shop: to make it takes longer than to start on it. */
async function sampleFolder() {
  const folder = await temporaryFolder();
  await layOutSampleShop(folder);
  return folder;
}

/** Starts a server that doesn't outlive the test. */
function start(environment: Record<string, string>) {
  const server = startServer(environment);
  onTestFinished(async () => void (await server.stop()));
  return server;
}

/** The server ends at once, and says one line. @returns the line */
async function expectRefusal(environment: Record<string, string>, beginning: string) {
  const DATA_DIR = await temporaryFolder();
  const server = start({ PORT: await freePort(), DATA_DIR, ...environment });
  expect(await server.ended).toBe(1);
  const { stderr } = server.printed;
  expect(stderr).toContain(beginning);
  expect(stderr.indexOf("\n")).toBe(stderr.length - 1);
  return stderr;
}

/** See docs/decisions/0417. */
test("few of the server's modules have a character for which V8 takes two bytes for each", async () => {
  const folder = join(projectFolder, "build/shop");
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), "utf8")));
  const charactersIn = (some: string[]) => some.reduce((sum, { length }) => sum + length, 0);
  const isWide = (text: string) => /[^\0-\xff]/u.test(text);
  expect(charactersIn(texts.filter(isWide)) / charactersIn(texts)).toBeLessThan(0.1);
});
