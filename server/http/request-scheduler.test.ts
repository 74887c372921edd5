import { once } from "node:events";
import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { getRequest, postRequest, sendPipelined } from "../../tests/support/pipelined-client.ts";
import { createRequestScheduler } from "./request-scheduler.ts";

const perClient = 4;
/** Stuck requests never make room by themselves. */
const patient = { perClient, patienceMs: 100_000 };

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

test("a client that asks for one page gets it while another client's many wait", async () => {
  const { url, started, arrived, paths } = await start();
  const stop = keepBusy();
  send(url, ...numbered("a", perClient + 10));
  await expect.poll(() => arrived.length).toBe(perClient + 10);
  await expect.poll(() => paths().length).toBe(perClient);
  send(url, "/b1");
  await expect.poll(() => paths()).toContain("/b1");
  expect(paths().length).toBe(perClient + 1);
  for (const { end } of started.splice(0)) end();
  await expect.poll(() => paths().length).toBeGreaterThanOrEqual(perClient);
  stop();
});

test("requests that wait for something else don't hold up others, up to a limit per client", async () => {
  const { url, paths } = await start({ ...patient, perClient: 6 });
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

test("no more requests of a client start than are allowed, even if all arrive at once", async () => {
  const schedule = createRequestScheduler(createServer(), ({ url = "" }) => url, patient);
  const ask = (url: string, work: () => Promise<void>) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { url, complete: true });
    return schedule(request, new ServerResponse(request), work);
  };
  let started = 0;
  const never = () => {
    started++;
    return new Promise<void>(() => {});
  };
  for (let count = 0; count < perClient + 10; count++) ask("/a", never);
  // Clients alternate, so each of these is after one more of the others.
  for (let count = 0; count < perClient + 10; count++) await ask("/b", async () => {});
  expect(started).toBe(perClient);
});

test("a request starts after a while even when those before it are stuck and the processor is busy", async () => {
  const { url, paths } = await start({ perClient, patienceMs: 10 });
  const stop = keepBusy();
  send(url, ...numbered("a", perClient + 2));
  await expect.poll(() => paths().length).toBe(perClient + 2);
  stop();
});

test("a request whose client hangs up while it waits never starts", async () => {
  const { url, started, arrived, paths } = await start();
  const stop = keepBusy();
  const clients = send(url, ...numbered("a", perClient + 10));
  await expect.poll(() => arrived.length).toBe(perClient + 10);
  for (const { socket } of clients) socket.destroy();
  send(url, "/b1");
  await expect.poll(() => arrived).toContain("/b1");
  for (const { end } of started) end();
  await expect.poll(() => paths()).toContain("/b1");
  stop();
  expect(paths().length).toBe(perClient + 1);
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
  for (const path of numbered("a", perClient)) sendPipelined(url, [`POST ${path} HTTP/1.1\r\n${upload}`]);
  await expect.poll(() => paths().length).toBe(perClient);
  send(url, "/a5");
  await expect.poll(() => paths()).toContain("/a5");
  stop();
});
