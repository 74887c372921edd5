import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { limitConnections } from "./connection-limit.ts";
import { createServerWithTimeouts } from "./http-timeouts.ts";

const attacker = "127.0.0.2";
const other = "127.0.0.3";
const head = (client = "") => `GET / HTTP/1.1\r\nHost: localhost\r\nX-Client: ${client}\r\n`;

/** A server that takes 8 connections and answers when the test does. */
async function start(clientOf = (request: IncomingMessage) => request.socket.remoteAddress ?? "") {
  const server = createServerWithTimeouts();
  limitConnections(server, 8, clientOf);
  const asked: ServerResponse[] = [];
  server.on("request", (_, response) => asked.push(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const opened: Socket[] = [];
  onTestFinished(() => {
    for (const socket of opened) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  const open = async (from: string, bytes = "") => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: "127.0.0.1", localAddress: from }).on("error", () => {});
    opened.push(socket);
    await once(socket, "connect");
    socket.write(bytes);
    return socket;
  };
  const openMany = async (count: number, from: string, bytes?: string) => {
    const sockets = [];
    for (let number = 0; number < count; number += 1) sockets.push(await open(from, bytes));
    return sockets;
  };
  const count = () => new Promise<number>((resolve) => server.getConnections((_, found) => resolve(found)));
  /** Whether a new connection is answered. */
  const isServed = async (from: string) => {
    const socket = await open(from, `${head("visitor")}Connection: close\r\n\r\n`);
    const ofVisitor = () => asked.find(({ req }) => req.headers["x-client"] === "visitor");
    await expect.poll(() => ofVisitor()).toBeDefined();
    ofVisitor()?.end("Welcome");
    return (await text(socket)).includes("Welcome");
  };
  return { open, openMany, isServed, asked, count };
}

test.each([
  ["say nothing", ""],
  ["send half of their headers", head()],
  ["send half of a form", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf"],
])("more connections than the limit, which %s, replace each other and keep nobody out", async (_, bytes) => {
  const { open, openMany, isServed, count } = await start();
  const own = await open(other);
  await openMany(30, attacker, bytes);
  await expect.poll(count).toBeLessThanOrEqual(8);
  expect(await isServed(other)).toBe(true);
  expect(own.destroyed, "the one who has few keeps theirs").toBe(false);
});

test("a client who takes all connections and reads no answer makes room for others", async () => {
  const { openMany, isServed, asked } = await start();
  await openMany(8, attacker, `${head()}\r\n`);
  await expect.poll(() => asked.length).toBe(8);
  for (const response of asked) response.end("x".repeat(10_000_000));
  expect(await isServed(other)).toBe(true);
});

test("a client who takes all connections with work makes room for others", async () => {
  const { openMany, isServed, asked } = await start();
  await openMany(8, attacker, `${head()}\r\n`.repeat(3));
  await expect.poll(() => asked.length).toBe(24);
  expect(await isServed(other)).toBe(true);
});

test("while many clients are being answered, one more is asked to come again", async () => {
  const { open, asked } = await start();
  for (let number = 1; number <= 8; number += 1) await open(`127.0.1.${number}`, `${head()}\r\n`);
  await expect.poll(() => asked.length).toBe(8);
  const answer = await text(await open(other, `${head()}\r\n`));
  expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\nRetry-After: 5\r\n/);
  expect(answer).toContain("Too busy. Please try again.");
  expect(asked.map(({ destroyed }) => destroyed)).not.toContain(true);
});

test("behind a proxy, connections count for the clients whose requests they carry", async () => {
  const { open, openMany, asked } = await start(({ headers }) => String(headers["x-client"]));
  const shopper = await open(attacker, `${head("shopper")}\r\n`);
  await openMany(7, attacker, `${head("flooder")}\r\n`);
  await expect.poll(() => asked.length).toBe(8);
  await open(attacker, `${head("another shopper")}\r\n`);
  await expect.poll(() => asked.length).toBe(9);
  asked[0]?.end("Welcome");
  expect(String(await once(shopper, "data"))).toContain("Welcome");
});
