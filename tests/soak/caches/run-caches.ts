import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setRole } from "#shop/owners/owners.ts";
import type { Shop } from "#shop/shop.ts";
import { outageMark } from "#web/outage-mark.ts";
import { registerVerified, signInCookies } from "../../support/customers.ts";
import { openRunningShop, type RunningShop } from "../../support/running-shop.ts";
import { startPostgres } from "../../support/start-postgres.ts";
import { atExit } from "../cluster/at-exit.ts";
import { installEngines } from "../cluster/packages.ts";
import { statusOf, until } from "../cluster/until.ts";
import { createNginx, createVarnish, programs } from "./engines.ts";

const seconds = 5;
/** Long enough that nothing is fresh any more. */
const pastFreshMs = 1000 * (seconds + 2);

const publicPages = [
  ...["/", "/about", "/contact", "/products", "/products.data", "/cart", "/sign-in", "/_.data", "/about.data"],
  ...["/products?sort=name", "/products?page=2", "/products?filter=beauty", "/products?filter=furniture"],
];
const privatePages = ["/profile", "/profile.data", "/orders", "/checkout", "/cart/saved", "/owner", "/owner/customers"];
const encodings = ["gzip, deflate, br, zstd", "gzip", ""];

interface Person {
  name: string;
  cookie: string;
  /** What only their own pages have. */
  email: string | undefined;
  isOwner: boolean;
}

/** What is asked for of one cache. */
interface Rig {
  url: string;
  shop: RunningShop;
  people: Person[];
  problems: string[];
}

/**
 * Puts nginx and Varnish in front of a shop, as `deploy/` has them: nobody gets another person's page, visitors' pages rarely reach the shop, and they
 * are shown while the database and the shop are stopped. See docs/decisions/0237.
 *
 * @returns what went wrong
 */
export async function runCaches() {
  installEngines(programs);
  const folder = mkdtempSync(join(tmpdir(), "torg-caches-"));
  atExit(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres({ durable: true });
  const { shop, close } = await openRunningShop("sqlite", {
    DATABASE_URL: postgres.url,
    AUTH_SECRET: "a secret that is only good for tests",
    SHARED_CACHE_SECONDS: String(seconds),
    TRUST_PROXY: "1",
  });
  const people = await signPeopleIn(await shop.inside());
  const problems: string[] = [];
  for (const [name, create] of [
    ["nginx", createNginx],
    ["Varnish", createVarnish],
  ] as const) {
    const engine = await create(folder, shop.environment.PORT ?? "");
    engine.start();
    await until(`${name} answers`, 20, async () => (await statusOf(engine.url)) === 200);
    const own: string[] = [];
    const rig: Rig = { url: engine.url, shop, people, problems: own };
    await askMixed(rig, 1000);
    const hits = await readHitRatio(rig, 10_000);
    const ratio = compareThroughput(rig);
    await stopThings(rig, postgres);
    console.table({ [name]: { "hits, %": (100 * hits).toFixed(1), "× the shop alone": ratio, problems: own.length } });
    for (const problem of new Set(own)) console.error(`${name}: ${problem}`);
    problems.push(...own.map((problem) => `${name}: ${problem}`));
    await engine.stop();
  }
  await close();
  postgres.stop();
  return problems;
}

async function signPeopleIn(shop: Shop): Promise<Person[]> {
  const signIn = async (name: string, isOwner: boolean) => {
    const email = `${name}@example.com`;
    await registerVerified(shop, { email });
    if (isOwner) await setRole(shop, email, "owner", "command line");
    return { name, email, isOwner, cookie: [...(await signInCookies(shop, { email })).values()].join("; ") };
  };
  const visitors = ["", "theme=dark; _ga=GA1.2.3"].map((cookie) => ({
    name: `visitor with "${cookie}"`,
    cookie,
    email: undefined,
    isOwner: false,
  }));
  return [...visitors, await signIn("ada", false), await signIn("berit", false), await signIn("cecilie", true)];
}

/** Everybody asks for everything at once. */
async function askMixed(rig: Rig, count: number) {
  const paths = [...publicPages, ...privatePages];
  await inTurns(count, 20, async (number) => {
    const person = rig.people[number % rig.people.length] as Person;
    const path = paths[Math.floor(number / rig.people.length) % paths.length] as string;
    const answer = await ask(rig, path, person.cookie, encodings[number % encodings.length]);
    const problem = findLeak(rig, person, await answer.text(), answer.headers);
    if (problem) rig.problems.push(`${person.name} at ${path}: ${problem}`);
    if (publicPages.includes(path) && answer.status >= 400) rig.problems.push(`${path}: ${answer.status}`);
  });
}

function findLeak({ people }: Rig, person: Person, page: string, headers: Headers) {
  const others = people.filter(({ email }) => email && email !== person.email && page.includes(email));
  if (others.length > 0 && !person.isOwner) return `has ${others[0]?.name}'s email`;
  if (!person.email && headers.has("set-cookie")) return "sets a cookie";
  if (!page.startsWith("<!DOCTYPE html>")) return undefined;
  const leadsToOffice = page.includes('"/owner');
  if (leadsToOffice && !person.isOwner) return "an owner's page";
  // A database that takes too long to answer counts as away, and then all who are signed in get the same page.
  if (headers.get("server-timing") === outageMark) return undefined;
  if (person.isOwner && !leadsToOffice) return "not the owner's page";
  // The back office has no such mark.
  const isSignedIn = page.includes("data-signed-in") || leadsToOffice;
  if (isSignedIn !== (person.email !== undefined)) return isSignedIn ? "a customer's page" : "a visitor's page";
  return undefined;
}

/** How many of visitors' requests wait for no answer of the shop. */
async function readHitRatio(rig: Rig, count: number) {
  let hits = 0;
  await inTurns(count, 20, async (number) => {
    const path = publicPages[number % publicPages.length] as string;
    const cookie = number % 3 === 0 ? `_ga=${number}` : "";
    const { headers, body } = await ask(rig, path, cookie, encodings[number % encodings.length]);
    await body?.cancel();
    if (isHit(headers)) hits++;
  });
  if (hits / count < 0.99) rig.problems.push(`only ${((100 * hits) / count).toFixed(1)} % hits`);
  return hits / count;
}

/** Varnish names the request that brought a page after the one that is answered. */
function isHit(headers: Headers) {
  const said = headers.get("x-cache") ?? "";
  return ["HIT", "STALE", "UPDATING"].includes(said) || /\d \d/.test(headers.get("x-varnish") ?? "");
}

/** Pages of the cache for each of the shop, one after the other and twice. */
function compareThroughput({ url, shop }: Rig) {
  const measure = (base: string) => {
    const args = ["-t1", "-c16", "-d3s", "-H", "Accept-Encoding: br, gzip", `${base}/products`];
    return Number(/Requests\/sec:\s*([\d.]+)/.exec(execFileSync("/usr/bin/wrk", args, { encoding: "utf8" }))?.[1]);
  };
  const pairs = [1, 2].map(() => measure(url) / measure(shop.url));
  return pairs.map((ratio) => ratio.toFixed(1)).join(" and ");
}

/** Stops the database, then the shop too, and starts both again. */
async function stopThings(rig: Rig, postgres: Awaited<ReturnType<typeof startPostgres>>) {
  const visit = async (when: string) => {
    await inTurns(publicPages.length * 3, 5, async (number) => {
      const path = publicPages[number % publicPages.length] as string;
      const { status, body } = await ask(rig, path, "", encodings[number % encodings.length]);
      await body?.cancel();
      if (status !== 200) rig.problems.push(`${path} ${when}: ${status}`);
    });
  };
  await visit("before");
  postgres.crash();
  await sleep(pastFreshMs);
  await visit("without the database");
  const startShop = await rig.shop.kill();
  await sleep(pastFreshMs);
  await visit("without the shop");
  const refused = await ask(rig, "/profile", rig.people[2]?.cookie ?? "", "");
  if (refused.status < 500) rig.problems.push(`a customer's own page without the shop: ${refused.status}`);
  postgres.start();
  await startShop();
  await until("customers' pages are back", 30, async () => {
    const page = await ask(rig, "/profile", rig.people[2]?.cookie ?? "", "");
    return page.status === 200 && (await page.text()).includes("ada@example.com");
  });
  await sleep(pastFreshMs);
  await visit("afterwards");
  await askMixed(rig, 200);
}

function ask({ url }: Rig, path: string, cookie: string, encoding = "") {
  const headers = { accept: "text/html", ...(cookie && { cookie }), "accept-encoding": encoding || "identity" };
  const send = () => fetch(url + path, { headers, redirect: "manual" });
  // The connection may be one that the cache is just closing.
  return send().catch(send);
}

/** Does something so many times, some at once. */
async function inTurns(count: number, atOnce: number, work: (number: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
