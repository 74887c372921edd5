import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { getRequest, postRequest, sendPipelined } from "../../tests/support/pipelined-client.ts";
import { answerInSequence, type StartAnswer } from "./pipelining.ts";

/** A server whose answers the test gives. */
async function start(max?: number) {
  const started: { path: string; request: IncomingMessage; response: ServerResponse }[] = [];
  const { url } = await listen((request, response) => {
    started.push({ path: request.url ?? "", request, response });
  }, max);
  const paths = () => started.map(({ path }) => path);
  return { url, started, paths, until: (count: number) => expect.poll(() => started.length).toBe(count) };
}

async function listen(listener: RequestListener, max?: number) {
  const startAnswer: StartAnswer = (request, response) => {
    listener(request, response);
    return () => {};
  };
  const server = createServer(answerInSequence(startAnswer, max));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Lets the server handle everything that has reached it: a request of another connection reaches it last. */
async function settle({ url, started }: Awaited<ReturnType<typeof start>>) {
  const asked = fetch(`${url}/settle`);
  await expect.poll(() => started.at(-1)?.path).toBe("/settle");
  started.pop()?.response.end();
  await asked;
}

test("a request starts after the one before it was answered, in order", async () => {
  const server = await start();
  const client = sendPipelined(server.url, ["/1", "/2", "/3"].map(getRequest));
  await server.until(1);
  await settle(server);
  expect(server.paths()).toEqual(["/1"]);
  server.started[0]?.response.end("one");
  await server.until(2);
  server.started[1]?.response.end("two");
  await server.until(3);
  server.started[2]?.response.end("three");
  await client.answered(3);
  expect(server.paths()).toEqual(["/1", "/2", "/3"]);
});

test("pipelined forms arrive whole", async () => {
  const server = await start();
  const client = sendPipelined(server.url, [
    postRequest("/1", { number: "one" }),
    postRequest("/2", { number: "two" }),
  ]);
  for (const [index, form] of ["number=one", "number=two"].entries()) {
    await server.until(index + 1);
    const { request, response } = server.started[index] as (typeof server.started)[0];
    const chunks = await request.setEncoding("utf8").toArray();
    expect(chunks.join("")).toBe(form);
    response.end();
  }
  await client.answered(2);
});

test("more requests than Node reads at once are all answered, in order", async () => {
  const paths = Array.from({ length: 2500 }, (_, number) => `/${number}`);
  const answered: (string | undefined)[] = [];
  const { url } = await listen((request, response) => {
    answered.push(request.url);
    response.end();
  });
  await sendPipelined(url, paths.map(getRequest)).answered(2500);
  expect(answered).toEqual(paths);
});

test("requests that wait on a connection that closes never start", async () => {
  const server = await start();
  const client = sendPipelined(server.url, ["/1", "/2", "/3"].map(getRequest));
  await server.until(1);
  const closed = once(server.started[0]?.response as ServerResponse, "close");
  client.socket.destroy();
  await closed;
  await settle(server);
  expect(server.paths()).toEqual(["/1"]);
});

test("an answer that isn't read holds back the next request of its connection, and no other connection", async () => {
  const server = await start();
  const client = sendPipelined(server.url, ["/1", "/2"].map(getRequest));
  client.socket.pause();
  await server.until(1);
  server.started[0]?.response.end(Buffer.alloc(32 * 1024 * 1024));
  await settle(server);
  await settle(server);
  expect(server.paths()).toEqual(["/1"]);
  client.socket.resume();
  await server.until(2);
});

test("a connection is closed when too many requests wait, and their places are free again", async () => {
  const server = await start(3);
  const five = ["/1", "/2", "/3", "/4", "/5"].map(getRequest);
  const client = sendPipelined(server.url, five);
  await once(client.socket, "close");
  expect(client.statuses).toEqual([]);
  const modest = sendPipelined(server.url, five.slice(0, 4));
  for (const count of [2, 3, 4, 5]) {
    await server.until(count);
    server.started[count - 1]?.response.end();
  }
  await modest.answered(4);
});
