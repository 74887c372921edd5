import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzzSettings, fuzzShop } from "./soak/fuzz-shop.ts";
import { sendRaw } from "./support/raw-request.ts";
import { openRunningShop } from "./support/running-shop.ts";

/** Far more than the shop needs, far less than what it would take if requests stayed in it. */
const mostMemory = 700 * 1024 * 1024;

let opened: Awaited<ReturnType<typeof openRunningShop>>;
beforeAll(async () => {
  opened = await openRunningShop("sqlite", fuzzSettings);
});
afterAll(() => opened.close());

/** The short form of what `npm run soak` does with many more requests, and with other ones each time. */
// Security: 4.3.2, 5.1.1, 5.3.9, 7.4.1, 7.4.2, 12.1.2, 12.5.1, 13.1.5, 13.2.1, 14.3.2
test("malformed requests get a timely response below 500 without internals", async () => {
  const { problems, session } = await fuzzShop(opened.shop, { seed: 1, requests: 300 });
  expect(problems).toEqual([]);
  expect(session).toContain("session_token");
  for (const path of ["/healthz", "/", "/products", "/profile"]) {
    expect((await fetch(opened.shop.url + path, { headers: { cookie: session } })).status, path).toBe(200);
  }
  if (process.platform === "linux") expect(residentMemory(opened.shop.pid)).toBeLessThan(mostMemory);
}, 120_000);

const get = "GET / HTTP/1.1\r\nHost: torg.example\r\n";
const post = "POST /contact HTTP/1.1\r\nHost: torg.example\r\nContent-Type: application/x-www-form-urlencoded\r\n";

test.each([
  ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400],
  ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["an unknown version", "GET / HTTP/9.9\r\nHost: torg.example\r\n\r\n", 400],
  ["a header without a name", `${get}: x\r\n\r\n`, 400],
  ["a header on two lines", `${get}X: a\r\n b\r\n\r\n`, 400],
  ["NUL in a header", `${get}Cookie: a=\0\r\n\r\n`, 400],
  ["headers without an end", `${get}${"X: y\r\n".repeat(5000)}`, 431],
  ["a first line without an end", `GET /${"x".repeat(100_000)}`, 431],
  ["a negative length", `${post}Content-Length: -1\r\n\r\n`, 400],
  ["two lengths", `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ["a length and chunks", `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ["an encoding that is hidden", `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
  ["a body of 9 GB", `${post}Content-Length: 9663676416\r\nConnection: close\r\n\r\na`, 413],
])("%s is rejected", async (_, bytes, status) => {
  expect(await sendRaw(opened.shop.url, bytes)).toMatchObject({ status, ended: true });
});

function residentMemory(pid: number) {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}
