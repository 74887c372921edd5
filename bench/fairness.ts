import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { openRunningShop, type RunningShop } from "../tests/support/running-shop.ts";
import type { Flood } from "./support/flood-process.ts";
import { ask, startProcess } from "./support/processes.ts";
import type { Table } from "./support/results.ts";

const rounds = 5;
const seconds = 3;
/** Every address of 127.0.0.0/8 is a client of its own. */
const flooder = "127.0.0.2";
const shopper = "127.0.0.3";
/** Kilobytes. */
const megabyte = 1024;
const picture = "/pictures/nordvind-morning-roast/close-1600.webp";

type Attack = Pick<Flood, "connections" | "bytes" | "answers" | "isUnread">;

/** What is sent at once. No page comes from memory, which answers no request for a range. */
const attacks: Record<string, (host: string) => Attack> = {
  "300 pipelined searches": (host) => pipelined(300, (number) => get(host, search(number))),
  "300 pipelined pages that don't exist": (host) => pipelined(300, (number) => get(host, `/nothing/${number}`)),
  "300 pipelined suggestions": (host) => pipelined(300, (number) => get(host, `/search-suggestions?q=oil+${number}`)),
  "300 pipelined wrong sign-ins": (host) =>
    pipelined(300, (number) => signIn(host, `email=${number}%40example.com&password=Wrong-pass1`)),
  "32 connections of 300 searches": (host) => ({
    ...pipelined(300, (number) => get(host, search(number))),
    connections: 32,
  }),
  "500 unfinished posts": (host) => ({ ...pipelined(1, () => signIn(host, "email=", 100)), connections: 500 }),
  "200 connections of 20 unread pictures": (host) => ({
    ...pipelined(20, () => get(host, picture)),
    connections: 200,
    isUnread: true,
  }),
  "1,500 searches with 15 kB of cookies, on 50 connections": (host) => ({
    ...pipelined(30, (number) => get(host, search(number), `Cookie: other=${"x".repeat(15_000)}\r\n`)),
    connections: 50,
  }),
  "1,500 connections with 15 kB of cookies": (host) => ({
    ...pipelined(1, () => get(host, search(0), `Cookie: other=${"x".repeat(15_000)}\r\n`)),
    connections: 1500,
  }),
};

/** How long one client waits, and how much memory the server takes, while another client sends far too much. */
export async function* measure(): AsyncIterable<Table> {
  const rows = [];
  for (const [name, attack] of Object.entries(attacks)) {
    rows.push({ "what another client sends at once": name, ...(await measureAttack(attack)) });
  }
  yield {
    title: "One client among others",
    note: `A client (${shopper}) asks for a page from memory and for a search, each over a new connection and one after the other, while another client (${flooder}) sends
what the table says, ${rounds} times in a row, and hangs up after ${seconds} s at the latest. The longest wait in milliseconds, of all rounds, and what it was before. Peak memory of the server's process.`,
    rows,
  };
}

async function measureAttack(attack: (typeof attacks)[string]) {
  const { shop, close } = await openRunningShop("sqlite");
  const flooding = await startProcess("flood");
  try {
    const url = shop.url.replace("localhost", "127.0.0.1");
    for (let warm = 0; warm < 40; warm++) await shopOnce(url);
    const before = await waitsOf(url, sleep(2000));
    const memoryBefore = await peakMemory(shop);
    const waits: number[] = [];
    let answered = 0;
    for (let round = 0; round < rounds; round++) {
      await (await shop.inside()).db.deleteFrom("attempts").execute();
      const flood: Flood = { ...attack(new URL(url).host), url, from: flooder, seconds };
      const sent = ask<number>(flooding, flood).then((count) => {
        answered += count;
        return sleep(500);
      });
      waits.push(...(await waitsOf(url, sent)));
    }
    return {
      "longest wait": Math.max(...waits).toFixed(0),
      "without it": Math.max(...before).toFixed(0),
      requests: waits.length,
      "answers to the other client": answered,
      "memory before, MB": memoryBefore.toFixed(0),
      "peak memory, MB": (await peakMemory(shop)).toFixed(0),
    };
  } finally {
    flooding.kill();
    await close();
  }
}

/** The milliseconds that each answer took until something has ended. */
async function waitsOf(url: string, end: Promise<unknown>) {
  const waits: number[] = [];
  let isOver = false;
  end.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    waits.push(...(await shopOnce(url)));
    await sleep(10);
  }
  return waits;
}

let searches = 0;

async function shopOnce(url: string) {
  return [await timeOf(`${url}/`), await timeOf(`${url}/products?q=cream+${searches++}`)];
}

function timeOf(address: string) {
  const agent = new Agent({ localAddress: shopper });
  const start = performance.now();
  return new Promise<number>((resolve, reject) => {
    request(address, { agent }, async (answer) => {
      for await (const _ of answer);
      agent.destroy();
      resolve(performance.now() - start);
    })
      .on("error", reject)
      .end();
  });
}

async function peakMemory({ pid }: RunningShop) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / megabyte;
}

function pipelined(count: number, bytesOf: (number: number) => string): Attack {
  const bytes = Array.from({ length: count }, (_, number) => bytesOf(number)).join("");
  return { connections: 1, bytes, answers: count, isUnread: false };
}

function search(number: number) {
  return `/products?q=oil+${number}`;
}

function get(host: string, path: string, headers = "") {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nRange: bytes=0-\r\n${headers}\r\n`;
}

function signIn(host: string, body: string, length = body.length) {
  const headers = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n`;
  return `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n${body}`;
}
