import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { getRequest, postRequest, sendPipelined } from "../../tests/support/pipelined-client.ts";
import { createRequestScheduler } from "./request-scheduler.ts";

const slots = 4;
/** Stuck requests never make room by themselves. */
const patient = { slots, patienceMs: Number.POSITIVE_INFINITY };

/** A server whose work the test ends. Its clients are named by the first letter of the path. */
async function start(limits: Parameters<typeof createRequestScheduler>[2] = patient) {
  const started: { path: string; end: () => void }[] = [];
  const arrived: string[] = [];
  const server = createServer();
  const schedule = createRequestScheduler(server, ({ url = "" }) => url.charAt(1), limits);
  server.on("request", async (request, response) => {
    const path = request.url ?? "";
    arrived.push(path);
    const { promise, resolve } = Promise.withResolvers<void>();
    await schedule(request, response, async () => {
      started.push({ path, end: resolve });
      await promise;
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, started, arrived, paths: () => started.map(({ path }) => path) };
}

/** Keeps the event loop busy, as pages do that are being made. @returns how to stop */
function keepBusy() {
  let timer = setImmediate(work);
  function work() {
    const until = performance.now() + 2;
    while (performance.now() < until);
    timer = setImmediate(work);
  }
  return () => clearImmediate(timer);
}

function send(url: string, ...paths: string[]) {
  return paths.map((path) => sendPipelined(url, [getRequest(path)]));
}

function numbered(client: string, count: number) {
  return Array.from({ length: count }, (_, index) => `/${client}${index + 1}`);
}

test("a client that asks for one page gets it after one page of a client that asks for many", async () => {
  const { url, started, arrived, paths } = await start();
  const stop = keepBusy();
  send(url, ...numbered("a", slots + 10));
  await expect.poll(() => arrived.length).toBe(slots + 10);
  send(url, "/b1");
  await expect.poll(() => arrived).toContain("/b1");
  expect(paths().length).toBe(slots);
  for (const { end } of started.splice(0, 2)) end();
  await expect.poll(() => paths().length).toBe(slots);
  stop();
  expect(paths()).toContain("/b1");
});

test("requests that wait for something else don't hold up others, up to a limit per client", async () => {
  const { url, paths } = await start({ ...patient, slotsPerClient: 6 });
  send(url, ...numbered("a", 10));
  await expect.poll(() => paths().length).toBe(6);
  send(url, ...numbered("b", 3));
  await expect.poll(() => paths().length).toBe(9);
  expect(
    paths()
      .filter((path) => path.startsWith("/b"))
      .toSorted(),
  ).toEqual(numbered("b", 3));
});

test("a request starts after a while even when those before it are stuck and the processor is busy", async () => {
  const { url, paths } = await start({ slots, patienceMs: 10 });
  const stop = keepBusy();
  send(url, ...numbered("a", slots + 2));
  await expect.poll(() => paths().length).toBe(slots + 2);
  stop();
});

test("a request whose client hangs up while it waits never starts", async () => {
  const { url, started, arrived, paths } = await start();
  const stop = keepBusy();
  const clients = send(url, ...numbered("a", slots + 10));
  await expect.poll(() => arrived.length).toBe(slots + 10);
  for (const { socket } of clients) socket.destroy();
  send(url, "/b1");
  await expect.poll(() => arrived).toContain("/b1");
  for (const { end } of started) end();
  await expect.poll(() => paths()).toContain("/b1");
  stop();
  expect(paths().length).toBe(slots + 1);
});

test("a form waits for its slot only once its body has arrived", async () => {
  const { url, started, arrived, paths } = await start();
  const form = { text: "whole" };
  const slow = sendPipelined(url, [postRequest("/a1", form, 3)]);
  await expect.poll(() => arrived).toEqual(["/a1"]);
  send(url, "/a2");
  await expect.poll(() => paths()).toEqual(["/a2"]);
  slow.socket.write(new URLSearchParams(form).toString().slice(3));
  await expect.poll(() => paths()).toEqual(["/a2", "/a1"]);
  for (const { end } of started) end();
  await slow.answered(1);
});

test("a file that is still being sent takes no slot", async () => {
  const { url, paths } = await start();
  const stop = keepBusy();
  const upload = "Host: localhost\r\nContent-Length: 8000000\r\n\r\n";
  for (const path of numbered("a", slots)) sendPipelined(url, [`POST ${path} HTTP/1.1\r\n${upload}`]);
  await expect.poll(() => paths().length).toBe(slots);
  send(url, "/b1");
  await expect.poll(() => paths()).toContain("/b1");
  stop();
});
