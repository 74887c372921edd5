import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { sendRaw } from "../../tests/support/raw-request.ts";
import { createServerWithTimeouts } from "./http-timeouts.ts";

const get = "GET / HTTP/1.1\r\nHost: localhost\r\n";
const post = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n";
const soon = 100;

/** A server that answers as soon as it has read all that was sent. */
async function start(changes: Parameters<typeof createServerWithTimeouts>[0] = {}) {
  const server = createServerWithTimeouts({ connectionsCheckingInterval: soon, ...changes });
  server.on(
    "request",
    getRequestListener(async (request) => {
      await request.arrayBuffer();
      return new Response("Thank you");
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a client that doesn't finish its headers is disconnected", async () => {
  const url = await start({ headersTimeout: soon });
  expect(await sendRaw(url, get)).toMatchObject({ status: 408, ended: true });
});

test("a client that doesn't finish its body is disconnected", async () => {
  const url = await start({ requestTimeout: soon, headersTimeout: soon });
  expect(await sendRaw(url, `${post}half`)).toMatchObject({ status: 408, ended: true });
});

test("a form without a body is read as an empty one", async () => {
  const url = await start();
  const answered = await sendRaw(url, "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect(answered).toMatchObject({ status: 200, ended: true });
});

test("a client that sends nothing is disconnected", async () => {
  const url = await start({ idleTimeout: soon });
  expect(await sendRaw(url, "")).toMatchObject({ status: 0, ended: true });
});

test("a connection stays open between requests for longer than nginx (60 s) and Caddy (120 s) keep it", async () => {
  const url = await start();
  const { head } = await sendRaw(url, `${get}\r\n${get}Connection: close\r\n\r\n`);
  const [, seconds] = /^keep-alive: timeout=(\d+)/im.exec(head) ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
});

test("the limit on silence amid a request closes no connection between requests", async () => {
  const url = await start({ idleTimeout: soon });
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(`${get}\r\n`);
  await once(socket, "data");
  // Closed later, though it has been silent for less long.
  expect(await sendRaw(url, post)).toMatchObject({ ended: true });
  socket.write(`${get}\r\n`);
  expect(String(await once(socket, "data"))).toContain("Thank you");
});

test("slow ones don't keep others from being answered", async () => {
  const url = await start();
  const { hostname, port } = new URL(url);
  const slow = Array.from({ length: 50 }, () => connect(Number(port), hostname));
  onTestFinished(() => {
    for (const socket of slow) socket.destroy();
  });
  for (const socket of slow) socket.write("GET / HTTP/1.1\r\nX-Slow: ");
  expect(await (await fetch(url)).text()).toBe("Thank you");
});

test("headers of more than 16 KB are refused", async () => {
  const url = await start();
  expect(await sendRaw(url, `${get}X-Long: ${"x".repeat(16 * 1024)}\r\n\r\n`)).toMatchObject({ status: 431 });
});
