import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { setRole } from "#shop/owners/owners.ts";
import { registerVerified, signUpOf } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { layOutSampleShop } from "./support/sample-shop.ts";
import { freePort, startServer } from "./support/server-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

// Security: 7.1.3
test("every request logs one entry, whatever answers it", async () => {
  const { url, stop } = await open();
  await get(`${url}/products/lemons`);
  await get(`${url}/products/lemons`);
  await get(`${url}/products.data?page=2`);
  await fetch(`${url}/contact`, { method: "POST", body: new URLSearchParams({ message: "Hello" }) });
  await get(`${url}/nowhere`);
  await get(`${url}/favicon.svg`);
  await get(`${url}/healthz`);
  const { entries } = await stop();
  expect(entries[0]).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    pid: expect.any(Number),
    requestId: expect.stringMatching(/^[\w-]+$/),
    method: "GET",
    route: "/products/:id",
    path: "/products/lemons",
    status: 200,
    ms: expect.any(Number),
    msg: "request",
  });
  const noted = entries.map(({ method, route, path, status }) => [method, route, path, status].join(" "));
  expect(noted.toSorted()).toEqual([
    "GET * /nowhere 404",
    "GET /products /products.data 200",
    "GET /products/:id /products/lemons 200",
    "GET /products/:id /products/lemons 200",
    "POST /contact /contact 400",
  ]);
});

test("LOG_LEVEL=silent still prints what the shop announces", async () => {
  const { url, stop } = await open({ LOG_LEVEL: "silent", DATA_DIR: await temporaryFolder() });
  await get(`${url}/products`);
  const { entries, plain } = await stop();
  expect(entries).toEqual([]);
  expect(plain).toEqual([
    expect.stringMatching(/^Database: migrations applied: \d+$/),
    "Database: imported 51 sample products",
    expect.stringMatching(/^No owner yet\. Become the owner within an hour at .+\/owner\/setup\?key=[A-Za-z0-9]{40}$/),
    "Payments: cards are checked but not charged. Set STRIPE_SECRET_KEY or VIPPS_CLIENT_ID to accept payments.",
    `Torg is open at ${url}`,
  ]);
});

// Security: 7.1.1
test("the log contains no tokens, order numbers or personal data", async () => {
  const { url, stop } = await open({ LOG_LEVEL: "debug" });
  const secret = "SECRET0001";
  const headers = { cookie: `session=${secret}`, "user-agent": secret, referer: `${url}/?${secret}` };
  for (const path of [
    `/reset-password?token=${secret}`,
    `/verify-email/confirm?token=${secret}`,
    `/reset-password%3Ftoken=${secret}`,
    `/order-confirmation/${secret}`,
    `/order-confirmation/${secret}.data`,
    `/profile-pictures/${secret}.webp`,
    // React Router warns about what it can't decode.
    `/%zz/${secret}@example.com`,
    `/products/%C0${secret}%40example.com`,
  ]) {
    await get(url + path, headers);
  }
  const form = new URLSearchParams({ email: `${secret}@example.com`, password: secret });
  await fetch(`${url}/sign-in`, { method: "POST", body: form });
  const { entries, printed } = await stop();
  expect(entries.filter(({ msg }) => msg === "request")).toHaveLength(9);
  expect(printed).not.toContain(secret);
  expect(printed).not.toContain("example.com");
  expect(printed).not.toContain("127.0.0.1");
});

// Security: 7.1.3
test("the log says which account signed in, and which was refused the back office", async () => {
  const { shop } = await openTestShop("sqlite");
  const { dataFolder: DATA_DIR, authSecret: AUTH_SECRET } = shop.settings;
  const account = await registerVerified(shop);
  const { url, stop } = await open({ DATA_DIR, AUTH_SECRET });
  const browser = plainBrowser(url);
  const { email, password } = signUpOf();
  await browser.sendForm("/sign-in", { email, password: `${password}x` });
  await browser.sendForm("/sign-in", { email, password });
  await browser.open("/owner/orders");
  await setRole(shop, email, "manager", "command line");
  await browser.open("/owner/settings");
  const { entries, printed } = await stop();
  const told = entries.filter(({ msg }) => msg !== "request");
  expect(told).toMatchObject([
    { level: "info", account, msg: "Sign-in refused", reason: "wrong password" },
    { level: "info", account, msg: "Signed in" },
    { level: "info", account, msg: "Back office refused" },
    { level: "info", account, msg: "Back office refused", reason: "manager may not payments" },
  ]);
  const requests = entries.filter(({ msg }) => msg === "request");
  expect(told.map(({ requestId }) => requestId)).toEqual(requests.map(({ requestId }) => requestId));
  expect(printed).not.toContain("@");
});

// Security: 7.4.1
test("LOG_LEVEL=debug logs files and health checks too; X-Request-Id matches the log", async () => {
  const { url, stop } = await open({ LOG_LEVEL: "debug" });
  const answers = [];
  for (const path of ["/", "/", "/nowhere", "/favicon.svg"]) answers.push(await get(url + path, own("mine")));
  answers.push(await fetch(`${url}/healthz`, { method: "HEAD", headers: own("mine") }));
  const ids = answers.map(({ headers }) => headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(answers.length);
  expect(ids).not.toContain("mine");
  const { entries } = await stop();
  expect(entries.map(({ requestId }) => requestId).toSorted()).toEqual(ids.toSorted());
  const noted = entries.map(({ level, route, path, status }) => [level, route, path, status].join(" "));
  expect(noted.filter((line) => line.startsWith("debug")).toSorted()).toEqual([
    "debug /healthz /healthz 200",
    "debug file /favicon.svg 200",
  ]);
});

// Security: 7.3.1
test("a trusted proxy can set well-formed request ids", async () => {
  const { url, stop } = await open({ TRUST_PROXY: "1" });
  const idOf = async (id: string) => (await get(`${url}/products`, own(id))).headers.get("x-request-id");
  expect(await idOf("proxy-1.a_b")).toBe("proxy-1.a_b");
  for (const odd of ["x".repeat(65), "two words", "<script>"]) expect(await idOf(odd)).not.toBe(odd);
  const { entries } = await stop();
  expect(entries[0]).toMatchObject({ requestId: "proxy-1.a_b" });
});

test("an error is logged with its request's id, and the request at error level", async () => {
  const { shop } = await openTestShop("sqlite");
  const { dataFolder: DATA_DIR, authSecret: AUTH_SECRET } = shop.settings;
  const { url, stop } = await open({ DATA_DIR, AUTH_SECRET });
  await shop.db.schema.alterTable("products").renameTo("away").execute();
  const { status, headers } = await get(`${url}/products`);
  expect(status).toBe(500);
  const { entries } = await stop();
  const requestId = headers.get("x-request-id");
  // Who looks for what is back in stock can't read products either.
  expect(entries.filter((entry) => entry.requestId)).toMatchObject([
    { level: "error", requestId, msg: "Request failed", err: { message: "no such table: products" } },
    { level: "error", requestId, route: "/products", status: 500 },
  ]);
});

test("an aborted request is logged with status 499", async () => {
  const { url, stop, printed } = await open();
  const { hostname, port } = new URL(url);
  const connection = connect(Number(port), hostname);
  const type = "Content-Type: application/x-www-form-urlencoded";
  connection.write(`POST /contact HTTP/1.1\r\nHost: ${hostname}\r\n${type}\r\nContent-Length: 100\r\n\r\nmessage=`);
  await once(connection, "connect");
  // The answer to another request says that the first one has been read.
  await get(`${url}/cart`);
  connection.destroy();
  await eventually(() => expect(printed()).toContain('"status":499'));
  const { entries } = await stop();
  expect(entries).toContainEqual(expect.objectContaining({ method: "POST", route: "/contact", status: 499 }));
});

test("under load, several processes log every request on its own line and lose none at shutdown", async () => {
  const { url, stop } = await open({ WEB_CONCURRENCY: "2" });
  const requests = 400;
  for (let sent = 0; sent < requests; sent += 50) await Promise.all(Array.from({ length: 50 }, () => get(url)));
  const { entries } = await stop();
  const told = entries.filter(({ msg }) => msg === "request");
  expect(told.length).toBe(requests);
  expect(new Set(told.map(({ requestId }) => requestId)).size).toBe(requests);
});

/** Starts a server, with the sample's data by default. @returns how to end it, and then what it printed: entries of the log, and plain lines */
async function open(settings: Record<string, string> = {}) {
  const DATA_DIR = await temporaryFolder();
  if (!settings.DATA_DIR) await layOutSampleShop(DATA_DIR);
  const server = startServer({ PORT: await freePort(), DATA_DIR, ...settings });
  onTestFinished(async () => void (await server.stop()));
  return {
    url: await server.opened(),
    printed: () => server.printed.both,
    async stop() {
      expect(await server.stop()).toBe(0);
      const lines = server.printed.both.split("\n").filter(Boolean);
      return {
        printed: server.printed.both,
        plain: lines.filter((line) => !line.startsWith("{")),
        entries: lines.filter((line) => line.startsWith("{")).map((line): Record<string, unknown> => JSON.parse(line)),
      };
    },
  };
}

/** Asks for a page, and reads it to its end. */
async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers, redirect: "manual" });
  await answer.arrayBuffer();
  return answer;
}

function own(id: string) {
  return { "x-request-id": id };
}
