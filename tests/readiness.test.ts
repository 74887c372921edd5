import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { version } from "../server/environment/version.ts";
import { withoutTable } from "./journeys/in-database.ts";
import { openRunningShop, type RunningShop } from "./support/running-shop.ts";

const probes = ["/healthz", "/readyz"];

test("both probes say that all is well, and the version, also to HTTP/1.0 without Host", async () => {
  const shop = await openShop();
  await expect.poll(() => statusOf(shop, "/readyz")).toBe(200);
  for (const path of probes) {
    const answer = await fetch(shop.url + path);
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok", version }]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    for (const method of ["GET", "HEAD"]) {
      const [head, body] = (await sendTo(shop, `${method} ${path} HTTP/1.0\r\n\r\n`).then(text)).split("\r\n\r\n");
      expect(head).toMatch(/^HTTP\/1\.1 200 /);
      expect(body !== "", method).toBe(method === "GET");
    }
  }
});

test("a process isn't ready before it has loaded the catalog's index, which asking tries again", async () => {
  const shop = await openShop();
  await withoutTable(shop, "products", async () => {
    await (await shop.kill())();
    const answer = await fetch(`${shop.url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([503, { status: "loading the catalog", version }]);
    expect(await statusOf(shop, "/healthz")).toBe(200);
  });
  await expect.poll(() => statusOf(shop, "/readyz")).toBe(200);
});

test("a process that is asked to end isn't ready any more, while it finishes what it was asked before", async () => {
  const shop = await openShop();
  await expect.poll(() => statusOf(shop, "/readyz")).toBe(200);
  // Once the first is answered, the second has begun.
  const connection = await sendTo(shop, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /readyz HTTP/1.1\r\n");
  const answers = text(connection);
  await once(connection, "data");
  process.kill(shop.pid, "SIGTERM");
  await expect.poll(() => statusOf(shop, "/about").catch(() => "refused")).toBe("refused");
  connection.write("Host: localhost\r\n\r\n");
  expect(await answers).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 503 [\s\S]*"status":"stopping"/);
});

async function openShop() {
  const { shop, close } = await openRunningShop("sqlite");
  onTestFinished(close);
  return shop;
}

async function statusOf({ url }: RunningShop, path: string) {
  return (await fetch(url + path)).status;
}

/** Sends bytes on a connection of its own. */
async function sendTo({ url }: RunningShop, bytes: string) {
  const { hostname, port } = new URL(url);
  const connection = connect(Number(port), hostname);
  await once(connection, "connect");
  connection.write(bytes);
  return connection;
}
