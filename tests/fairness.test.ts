import { expect } from "vitest";
import { eventually } from "./support/eventually.ts";
import { getRequest, postRequest, sendPipelined } from "./support/pipelined-client.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";

/** Every address of 127.0.0.0/8 is a client of its own. */
const flooder = { from: "127.0.0.2" };
const shopper = { from: "127.0.0.3" };

function addressOf({ url }: RunningShop) {
  return url.replace("localhost", "127.0.0.1");
}

function searches(count: number, word: string) {
  return Array.from({ length: count }, (_, number) => getRequest(`/products?q=${word}+${number}`));
}

test("another client's page is answered before most of 200 pipelined searches", async ({ shop }) => {
  const flood = sendPipelined(addressOf(shop), searches(200, "oil"), flooder);
  await flood.answered(1);
  const page = sendPipelined(addressOf(shop), searches(1, "cream"), shopper);
  await page.answered(1);
  expect(page.statuses).toEqual([200]);
  expect(flood.statuses.length).toBeLessThan(100);
  await flood.answered(200);
  expect(new Set(flood.statuses)).toEqual(new Set([200]));
});

test("another client's page is answered before most of 300 searches on 30 connections", async ({ shop }) => {
  const flood = Array.from({ length: 30 }, (_, number) =>
    sendPipelined(addressOf(shop), searches(10, `lamp ${number}`.replace(" ", "+")), flooder),
  );
  await flood[0]?.answered(1);
  const page = sendPipelined(addressOf(shop), searches(1, "lip"), shopper);
  await page.answered(1);
  const answered = () => flood.reduce((sum, { statuses }) => sum + statuses.length, 0);
  expect(answered()).toBeLessThan(150);
  await Promise.all(flood.map((connection) => connection.answered(10)));
});

test("64 connections from one address all get their pages, and their orders' answers", async ({ shop }) => {
  const order =
    "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
  const connections = Array.from({ length: 64 }, (_, number) =>
    sendPipelined(addressOf(shop), [getRequest(`/products?q=tea+${number}`), order], flooder),
  );
  await Promise.all(connections.map((connection) => connection.answered(2)));
  for (const { statuses } of connections) expect(statuses).toEqual([200, 401]);
});

test("pipelined sign-ins that wait when their client hangs up never happen", async ({ shop }) => {
  const { db } = await shop.inside();
  const triesOf = async (network: string) => {
    const key = `signInByAddress ::ffff:${network}`;
    return (
      await db
        .selectFrom("attempts")
        .select("id")
        .where("key", "in", [key, `signInByAddress ${network}`])
        .execute()
    ).length;
  };
  const wrong = (number: number) =>
    postRequest("/sign-in", { email: `${number}@example.com`, password: "Wrong-pass1" });
  const flood = sendPipelined(
    addressOf(shop),
    Array.from({ length: 50 }, (_, number) => wrong(number)),
    flooder,
  );
  await flood.answered(1);
  flood.socket.destroy();
  // Whatever still waited for this client would come before its next request.
  const next = sendPipelined(addressOf(shop), [wrong(50)], flooder);
  await next.answered(1);
  expect(next.statuses).toEqual([422]);
  const tries = await triesOf(flooder.from);
  expect(tries).toBeGreaterThanOrEqual(2);
  expect(tries).toBeLessThan(10);
});

test("unfinished forms hold up neither their own client nor others", async ({ shop }) => {
  const form = { email: "ada@example.com", password: "Wrong-pass1" };
  const unfinished = Array.from({ length: 100 }, () =>
    sendPipelined(addressOf(shop), [postRequest("/sign-in", form, 5)], flooder),
  );
  const pages = [flooder, shopper].map((client) => sendPipelined(addressOf(shop), searches(5, "soap"), client));
  await Promise.all(pages.map((connection) => connection.answered(5)));
  expect(unfinished.flatMap(({ statuses }) => statuses)).toEqual([]);
  const [first] = unfinished;
  first?.socket.write(new URLSearchParams(form).toString().slice(5));
  await first?.answered(1);
  expect(first?.statuses).toEqual([422]);
  for (const { socket } of unfinished) socket.destroy();
});

test("requests that a closed connection leaves behind never start and aren't logged", async ({ shop }) => {
  const noted = () => shop.printed().split('"path":"/nowhere/').length - 1;
  const flood = sendPipelined(
    addressOf(shop),
    Array.from({ length: 100 }, (_, n) => getRequest(`/nowhere/${n}`)),
    flooder,
  );
  await flood.answered(1);
  flood.socket.destroy();
  await sendPipelined(addressOf(shop), [getRequest("/last-one")], flooder).answered(1);
  await eventually(() => expect(shop.printed()).toContain("/last-one"));
  expect(noted()).toBeGreaterThan(0);
  expect(noted()).toBeLessThan(50);
});
