import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { readConfig } from "#server/environment/config.ts";
import { openShop } from "#shop/open/open-shop.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { returnOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import { commandLine } from "#shop/orders/state/events.ts";
import type { Shop } from "#shop/shop.ts";
import { addWebhook, readWebhooks } from "#shop/webhooks/webhooks.ts";
import { orderOf, tryToOrder } from "../support/orders.ts";
import type { Engine } from "../support/running-shop.ts";
import { freePort, type ServerProcess, startServer } from "../support/server-process.ts";
import { startPostgres } from "../support/start-postgres.ts";
import { type Random, seededRandom } from "./seeded-random.ts";
import { stockShop } from "./stock-shop.ts";

interface WebhookRun {
  engine: Engine;
  seconds: number;
  seed: number;
}

const betweenKillsMs = 10_000;
/** A killed process holds its jobs for up to a minute. */
const longestWaitMs = 5 * 60_000;

/** A message that the receiver has accepted. */
interface Accepted {
  id: string;
  type: string;
  orderNumber: string;
}

/**
 * Changes orders while the server, which tells a receiver of them, is killed every ten seconds, and the receiver refuses some messages, is slow, or never answers. Then each
 * order's messages must all have arrived, in order.
 *
 * @returns how often things happened, and all differences
 */
export async function webhooksUnderFaults({ engine, seconds, seed }: WebhookRun) {
  const random = seededRandom(seed);
  const counts = { kills: 0, orders: 0, messages: 0, refused: 0, "sent twice": 0, "seconds to catch up": 0 };
  const folder = await mkdtemp(join(tmpdir(), "torg-webhooks-"));
  const postgres = engine === "postgres" ? await startPostgres({ durable: true }) : undefined;
  const receiver = await openReceiver(random, counts);
  const environment = {
    PORT: await freePort(),
    DATA_DIR: join(folder, "data"),
    AUTH_SECRET: "a secret that is only good for tests",
    ALLOWED_PRIVATE_HOSTS: receiver.host,
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  let server: ServerProcess | undefined;
  try {
    const { goods } = await stockShop(environment, { shoppers: 1 });
    const shop = await openShop(readConfig(environment), () => {});
    const events = ["order.created", "order.paid", "order.fulfilled", "order.cancelled", "order.returned"] as const;
    const webhook = { address: `http://${receiver.host}/`, events: [...events] };
    receiver.checkBy((await addWebhook(shop, webhook, "command line")).secret);
    const expected = new Map<string, string[]>();
    const end = performance.now() + seconds * 1000;
    server = await restart(environment);
    while (performance.now() < end) {
      const killAt = performance.now() + betweenKillsMs;
      while (performance.now() < killAt) await changeOrders(shop, { random, goods, expected });
      server.kill();
      await server.ended;
      counts.kills += 1;
      server = await restart(environment);
    }
    counts.orders = expected.size;
    receiver.isFaulty = false;
    const from = performance.now();
    while ((await countWaiting(shop)) > 0 && performance.now() < from + longestWaitMs) await sleep(500);
    counts["seconds to catch up"] = Math.round((performance.now() - from) / 1000);
    await shop.db.destroy();
    return { counts, problems: [...receiver.problems, ...compare(expected, receiver.accepted, counts)] };
  } finally {
    await server?.stop();
    receiver.close();
    postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function restart(environment: Record<string, string>) {
  const server = startServer(environment);
  await server.opened();
  return server;
}

interface Changing {
  random: Random;
  goods: { id: string; priceCents: number; stock: number }[];
  /** What each order's receiver must be told, by its number. */
  expected: Map<string, string[]>;
}

/** Places an order, and mostly goes on with it or another one. */
async function changeOrders(shop: Shop, { random, goods, expected }: Changing) {
  const { uid } = await shop.db.selectFrom("customers").select("uid").executeTakeFirstOrThrow();
  // Delivery is free then.
  const plenty = goods.filter(({ stock, priceCents }) => stock > 1000 && priceCents > 20_000);
  const { id, priceCents } = plenty[Math.floor(random() * plenty.length)] ?? { id: "", priceCents: 0 };
  const placed = await tryToOrder(shop.db, uid, orderOf([[id, 1, priceCents]]));
  if (typeof placed !== "string") throw placed;
  expected.set(placed, ["order.created", "order.paid"]);
  for (const [orderNumber, types] of [...expected].slice(-5)) {
    const last = types.at(-1);
    const by = { actor: commandLine };
    if (last === "order.paid" && random() < 0.5) {
      if (random() < 0.3) {
        await cancelOrder(shop, orderNumber, by);
        types.push("order.cancelled");
      } else {
        await sendOrder(shop, orderNumber, { ...by, carrier: null, tracking: null });
        types.push("order.fulfilled");
      }
    } else if (last === "order.fulfilled" && random() < 0.3) {
      await returnOrder(shop, orderNumber, by);
      types.push("order.returned");
    }
  }
  await sleep(random() * 200);
}

async function countWaiting({ db }: Shop) {
  const events = db.selectFrom("webhookEvents").select((eb) => eb.fn.countAll<number>().as("count"));
  const [webhook] = await readWebhooks(db);
  return Number((await events.executeTakeFirstOrThrow()).count) + (webhook?.waiting ?? 0);
}

/** A receiver that refuses a tenth of what it gets, is slow with another tenth, and sometimes never answers. */
async function openReceiver(random: Random, counts: { refused: number }) {
  const accepted: Accepted[] = [];
  const problems: string[] = [];
  let secret = "";
  const receiver = {
    accepted,
    problems,
    isFaulty: true,
    host: "",
    checkBy: (made: string) => {
      secret = made;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const fault = receiver.isFaulty ? random() : 1;
    if (fault < 0.1) {
      counts.refused += 1;
      response.writeHead(503).end();
      return;
    }
    if (fault < 0.11) return;
    if (fault < 0.2) await sleep(random() * 1000);
    try {
      const headers = request.headers as Record<string, string>;
      const message = new Webhook(secret).verify(body, headers) as { type: string; data: { orderNumber: string } };
      accepted.push({ id: headers["webhook-id"] ?? "", type: message.type, orderNumber: message.data.orderNumber });
    } catch (error) {
      problems.push(`A message isn't signed as it should be: ${error}`);
    }
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}

/** A message that was sent twice counts when it first arrived. */
function compare(expected: Map<string, string[]>, accepted: Accepted[], counts: Record<string, number>) {
  const once = accepted.filter((message, index) => accepted.findIndex(({ id }) => id === message.id) === index);
  counts.messages = once.length;
  counts["sent twice"] = accepted.length - once.length;
  const told = Map.groupBy(once, ({ orderNumber }) => orderNumber);
  return [...expected].flatMap(([orderNumber, types]) => {
    const arrived = (told.get(orderNumber) ?? []).map(({ type }) => type);
    return arrived.join() === types.join()
      ? []
      : [`Order ${orderNumber}: ${arrived.join()} instead of ${types.join()}`];
  });
}
