import { expect } from "vitest";
import { sendRaw } from "./support/raw-request.ts";
import { openRunningShop, type RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";

const misdirected: [what: string, request: string][] = [
  ["another host", "GET /about HTTP/1.1\r\nHost: evil.example"],
  ["another host's data", "GET /about.data HTTP/1.1\r\nHost: evil.example"],
  ["another host's file", "GET /favicon.svg HTTP/1.1\r\nHost: evil.example"],
  ["another host's form", "POST /contact HTTP/1.1\r\nHost: evil.example"],
  ["a name that begins like the shop's", "GET / HTTP/1.1\r\nHost: torg.example.evil.example"],
  ["a name that ends like the shop's", "GET / HTTP/1.1\r\nHost: www.torg.example"],
  ["another port", "GET / HTTP/1.1\r\nHost: torg.example:8443"],
  ["an address", "GET / HTTP/1.1\r\nHost: 192.0.2.1"],
  ["a name with more behind it", "GET / HTTP/1.1\r\nHost: torg.example/evil"],
  ["no name", "GET / HTTP/1.1\r\nHost:"],
  ["no Host", "GET / HTTP/1.0"],
  ["an absolute address", "GET http://evil.example/about HTTP/1.1\r\nHost: torg.example"],
  ["an absolute address of the health probe", "GET http://evil.example/healthz HTTP/1.1\r\nHost: torg.example"],
  ["something below the health probe", "GET /healthz/x HTTP/1.1\r\nHost: evil.example"],
];

// Security: 14.5.1
test.for(misdirected)(
  "a request for %s is answered with 421, also when the page is in memory",
  async ([_, head], { shop }) => {
    for (const path of ["/about", "/about.data", "/"])
      expect(await ask(shop, `GET ${path} HTTP/1.1\r\nHost: torg.example`)).toMatchObject({ status: 200 });
    const answer = await ask(shop, head);
    expect(answer).toMatchObject({ status: 421, ended: true });
    expect(answer.head).toMatch(/cache-control: no-store/i);
    expect(answer.body).toBe("Misdirected Request\n");
  },
);

test.for([
  "GET /about HTTP/1.1\r\nHost: torg.example",
  "GET /about HTTP/1.1\r\nHost: TORG.example:443",
  "GET /about HTTP/1.1\r\nHost: localhost:3000",
  "GET /about HTTP/1.1\r\nHost: 127.0.0.1",
  "GET /about HTTP/1.1\r\nHost: [::1]:3000",
  "GET https://torg.example/about HTTP/1.1\r\nHost: torg.example",
  "GET /healthz HTTP/1.1\r\nHost: 192.0.2.1:3000",
  "GET /healthz?probe=1 HTTP/1.1\r\nHost: shop.internal",
  "GET /readyz HTTP/1.1\r\nHost: 192.0.2.1:3000",
  "GET /healthz HTTP/1.0",
  // No proxy is trusted to name another host.
  "GET /about HTTP/1.1\r\nHost: torg.example\r\nX-Forwarded-Host: evil.example",
])("%j is for the shop", async (head, { shop }) => {
  expect(await ask(shop, head)).toMatchObject({ status: 200 });
});

test.for([
  "GET /about HTTP/1.1\r\nHost: torg.example\r\nHost: evil.example",
  "GET /about HTTP/1.1\r\nHost: torg.example\r\nhost: torg.example",
  "GET /favicon.svg HTTP/1.1\r\nHost: torg.example\r\nHost: torg.example",
  "GET /healthz HTTP/1.1\r\nHost: torg.example\r\nHost: torg.example",
  "POST /contact HTTP/1.1\r\nHost: torg.example\r\nContent-Length: 0",
  "POST /contact HTTP/1.1\r\nHost: torg.example\r\nTransfer-Encoding: chunked",
  "POST /contact HTTP/1.1\r\nHost: torg.example\r\nContent-Type: text/plain\r\nContent-Type: application/x-www-form-urlencoded",
  "POST /contact HTTP/1.1\r\nHost: torg.example\r\nOrigin: https://torg.example\r\nOrigin: https://evil.example",
])("%j could be understood in two ways and is answered with 400", async (head, { shop }) => {
  expect(await ask(shop, head)).toMatchObject({ status: 400, ended: true });
});

// Security: 14.5.1
test("a trusted proxy may say which host was asked for; metrics are read by any name", async () => {
  const token = "only-for-monitoring";
  const settings = { SHOP_URL: "https://torg.example", TRUST_PROXY: "1", METRICS_TOKEN: token };
  const { shop, close } = await openRunningShop("sqlite", settings);
  try {
    const statusOf = async (host: string, forwarded: string) =>
      (await ask(shop, `GET /about HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: ${forwarded}`)).status;
    expect(await statusOf("shop.internal", "torg.example")).toBe(200);
    expect(await statusOf("shop.internal", "evil.example, torg.example")).toBe(200);
    expect(await statusOf("shop.internal", "torg.example, evil.example")).toBe(421);
    expect(await statusOf("localhost", "evil.example")).toBe(421);
    expect(await statusOf("torg.example", "evil.example")).toBe(421);
    const metrics = `GET /metrics HTTP/1.1\r\nHost: 192.0.2.1\r\nAuthorization: Bearer ${token}`;
    expect(await ask(shop, metrics)).toMatchObject({ status: 200 });
  } finally {
    await close();
  }
});

test("a shop on localhost goes by any name", async () => {
  const { shop, close } = await openRunningShop("sqlite");
  try {
    expect(await ask(shop, "GET /about HTTP/1.1\r\nHost: torg.lan:3000")).toMatchObject({ status: 200 });
  } finally {
    await close();
  }
});

function ask({ url }: RunningShop, head: string) {
  return sendRaw(url, `${head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}
