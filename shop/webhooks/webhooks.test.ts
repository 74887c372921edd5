import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register, registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { runDue, sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { serve } from "../../tests/support/serve.ts";
import { moveShop } from "../backups/move-shop.ts";
import { archiveProduct } from "../catalog/products/archive-product.ts";
import { changeStock } from "../catalog/stock/change-stock.ts";
import { readChanges } from "../changes/change-log.ts";
import { allEventTypes, type EventType } from "../events/event-types.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { sendOrder } from "../orders/fulfil-order.ts";
import { commandLine } from "../orders/state/events.ts";
import { readAdminOrder, toOrderDetailsJson } from "../orders/views/admin.ts";
import { setRole } from "../owners/owners.ts";
import type { Shop } from "../shop.ts";
import { askForTest, sendAgain } from "./ask-for-delivery.ts";
import { countDeliveries } from "./count-deliveries.ts";
import { readDeliveries } from "./read-deliveries.ts";
import { addWebhook, deleteWebhook, editWebhook, readWebhooks, rotateSecret, switchWebhook } from "./webhooks.ts";

const by = "olga@example.com";
const hour = 60 * 60_000;

interface Received {
  type: string;
  id: string;
  timestamp: string;
  data: Record<string, unknown>;
  /** The headers and body as they came. */
  raw: { headers: Record<string, string>; body: string };
}

/** A receiver; `answer` decides on each message, which is accepted otherwise. */
async function receive(answer: (message: Received, ...rest: Parameters<RequestListener>) => boolean = () => false) {
  const received: Received[] = [];
  const { host, url } = await serve(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const message = { ...JSON.parse(body), id: headers["webhook-id"], raw: { headers, body } } as Received;
    if (!answer(message, request, response)) {
      received.push(message);
      response.end("thanks");
    }
  });
  return { received, host, url: `${url}/hooks`, types: () => received.map(({ type }) => type) };
}

async function openWith(engine: Engine, receiver: { host: string; url: string }, events: EventType[] = allEventTypes) {
  const opened = await openTestShop(engine, { allowedPrivateHosts: [receiver.host] });
  const { shop } = opened;
  let aheadMs = 0;
  const later: Shop = { ...shop, now: () => new Date(shop.now().getTime() + aheadMs) };
  const { id, secret } = await addWebhook(later, { address: receiver.url, events }, by);
  /** Does what is due, at once or after a wait. */
  async function work(waitMs = 2500) {
    aheadMs += waitMs;
    await runDue(later, "webhookEvents");
    await runDue(later, "webhooks");
  }
  const deliveries = async () => (await readDeliveries(shop.db, id, { limit: 100 })).deliveries;
  return { ...opened, shop: later, id, secret, work, deliveries };
}

function statusOf(code: number): Parameters<typeof receive>[0] {
  return (_, __, response) => Boolean(response.writeHead(code).end("no"));
}

forEachEngine((_, engine) => {
  test("a message whose job was lost, as by a restored backup, is sent all the same", async () => {
    const receiver = await receive();
    const { shop, id, work } = await openWith(engine, receiver);
    await askForTest(shop, id, by);
    await shop.db.deleteFrom("jobs").where("kind", "=", "webhooks").execute();
    await work();
    expect(receiver.types()).toEqual(["webhook.test"]);
  });

  test("a purchase and what becomes of it arrive in order, signed, as the order was then", async () => {
    const receiver = await receive();
    const { shop, secret, work } = await openWith(engine, receiver);
    await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
    const userId = await register(shop);
    const orderNumber = (await tryToOrder(shop.db, userId, orderOf([["coffee", 1]]))) as string;
    await sendOrder(shop, orderNumber, { actor: commandLine, carrier: "Bring", tracking: "1" });
    await work();
    const orders = receiver.received.filter(({ type }) => type.startsWith("order"));
    expect(orders.map(({ type, data }) => [type, data.state])).toEqual([
      ["order.created", "paid"],
      ["order.paid", "paid"],
      ["order.fulfilled", "sent"],
    ]);
    const current = toOrderDetailsJson(await readAdminOrder(shop.db, orderNumber));
    expect(orders.at(-1)?.data).toEqual(JSON.parse(JSON.stringify(current)));
    for (const { raw, type, timestamp } of receiver.received) {
      expect(new Webhook(secret).verify(raw.body, raw.headers)).toMatchObject({ type, timestamp });
    }
    expect(receiver.received.find(({ type }) => type === "customer.created")?.data).toMatchObject({ uid: userId });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length);
  });

  test("a product's changes arrive once as it is by then, and so does selling out, coming back and leaving", async () => {
    const receiver = await receive();
    const { shop, work } = await openWith(engine, receiver);
    await importRecords(shop.db, [catalogRecord({ stock: 10 }), catalogRecord({ id: "tea", stock: 3 })]);
    await changeStock(shop, "coffee", { to: 8 }, by);
    await work();
    const sortedBy = (values: (message: Received) => unknown[]) => receiver.received.map(values).toSorted();
    expect(sortedBy(({ type, data }) => [type, data.id, data.stock])).toEqual([
      ["product.changed", "coffee", 8],
      ["product.changed", "tea", 3],
    ]);
    receiver.received.length = 0;
    await changeStock(shop, "coffee", { to: 0 }, by);
    await changeStock(shop, "coffee", { to: 4 }, by);
    await archiveProduct(shop, "tea", by);
    await work();
    expect(sortedBy(({ type, data }) => [data.id, type, data.status])).toEqual([
      ["coffee", "product.back_in_stock", "active"],
      ["coffee", "product.changed", "active"],
      ["coffee", "product.out_of_stock", "active"],
      ["tea", "product.changed", "archived"],
    ]);
  });

  test("a message keeps its id until it is accepted, and only its own order waits for it", async () => {
    // On a slow machine the time of the test itself would make messages due.
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const refused: Received[] = [];
    const receiver = await receive((message, _, response) => {
      const isRefused = message.type === "order.created" && refused.length < 2;
      const isSame = refused.length === 0 || message.data.orderNumber === refused[0]?.data.orderNumber;
      if (!isRefused || !isSame) return false;
      refused.push(message);
      return Boolean(response.writeHead(500).end("broken"));
    });
    const { shop, work, deliveries } = await openWith(engine, receiver, ["order.created", "order.paid"]);
    await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
    const userId = await register(shop);
    const first = await tryToOrder(shop.db, userId, orderOf([["coffee", 1]]));
    await work();
    const second = await tryToOrder(shop.db, userId, orderOf([["coffee", 2]]));
    await work(3 * 1000);
    expect(receiver.received.map(({ type, data }) => [type, data.orderNumber])).toEqual([
      ["order.created", second],
      ["order.paid", second],
    ]);
    expect((await deliveries()).at(-1)).toMatchObject({
      ...{ state: "waiting", attempts: 1, status: 500, answer: "broken", problem: "The receiver answers 500" },
    });
    expect(await countDeliveries(shop.db)).toEqual({ waiting: 1, retrying: 1 });
    await work(3 * 1000);
    await work(30 * 1000);
    expect(await countDeliveries(shop.db)).toEqual({ waiting: 0, retrying: 0 });
    expect(receiver.received.slice(2).map(({ type, data }) => [type, data.orderNumber])).toEqual([
      ["order.created", first],
      ["order.paid", first],
    ]);
    expect(refused).toHaveLength(2);
    expect(receiver.received[2]?.id).toBe(refused[0]?.id);
    expect(receiver.received[2]?.raw.body).toBe(refused[0]?.raw.body);
  });
});

test("a receiver that is down for three days is switched off, and its owners are told", async () => {
  const receiver = await receive(statusOf(503));
  const { shop, id, work, deliveries, readMails } = await openWith("sqlite", receiver, ["order.created"]);
  await registerVerified(shop, { email: by });
  await setRole(shop, by, "owner", "command line");
  await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
  const userId = await register(shop);
  for (const quantity of [1, 2]) await tryToOrder(shop.db, userId, orderOf([["coffee", quantity]]));
  for (let hours = 0; hours < 70; hours += 10) await work(10 * hour);
  expect((await readWebhooks(shop.db))[0]).toMatchObject({ offAt: null, waiting: 2 });
  for (let hours = 0; hours < 14; hours += 2) await work(2 * hour);
  expect((await readWebhooks(shop.db))[0]).toMatchObject({ offAt: expect.any(Number), waiting: 0 });
  expect((await deliveries()).map(({ state, problem }) => [state, problem])).toContainEqual([
    "failed",
    "The receiver answers 503",
  ]);
  const [entry] = await readChanges(shop.db, { kind: "webhook", limit: 1 });
  expect(entry).toMatchObject({ actor: "shop", subject: receiver.url, action: "switched off" });
  await sendDueMails(shop);
  const mail = (await readMails()).find(({ subject }) => subject?.includes("switched off"));
  expect(mail).toMatchObject({ to: [{ address: by }] });
  expect(mail?.text).toContain(`/owner/webhooks/${id}`);
  await tryToOrder(shop.db, userId, orderOf([["coffee", 3]]));
  await work();
  expect(await deliveries()).toHaveLength(2);
});

test("a message that is refused for three days is given up alone where others arrive", async () => {
  let refused: unknown;
  const receiver = await receive(({ data }, _, response) => {
    refused ??= data.orderNumber;
    return data.orderNumber === refused && Boolean(response.writeHead(422).end());
  });
  const { shop, work, deliveries } = await openWith("sqlite", receiver, ["order.created", "order.cancelled"]);
  await importRecords(shop.db, [catalogRecord({ stock: 100 })]);
  const userId = await register(shop);
  const first = (await tryToOrder(shop.db, userId, orderOf([["coffee", 1]]))) as string;
  await work();
  await cancelOrder(shop, first, { actor: commandLine });
  await tryToOrder(shop.db, userId, orderOf([["coffee", 2]]));
  for (let hours = 0; hours < 80; hours += 8) await work(8 * hour);
  refused = "none";
  await work(8 * hour);
  expect((await deliveries()).map(({ type, state }) => [type, state])).toEqual([
    ["order.created", "delivered"],
    ["order.cancelled", "delivered"],
    ["order.created", "failed"],
  ]);
  expect((await readWebhooks(shop.db))[0]).toMatchObject({ offAt: null });
});

test("owners test a webhook, send again, change its secret and its address, switch it off and delete it", async () => {
  const receiver = await receive();
  const { shop, id, secret, work, deliveries } = await openWith("sqlite", receiver, ["customer.created"]);
  await askForTest(shop, id, by);
  await work();
  expect(receiver.received[0]).toMatchObject({ type: "webhook.test", data: { webhookId: id } });
  const newSecret = await rotateSecret(shop, id, by);
  const [tested] = await deliveries();
  await sendAgain(shop, id, tested?.id ?? 0, by);
  await work();
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
  const { raw } = receiver.received[1] as Received;
  for (const each of [secret, newSecret]) expect(() => new Webhook(each).verify(raw.body, raw.headers)).not.toThrow();
  const stored = JSON.stringify(await shop.db.selectFrom("webhooks").selectAll().execute());
  for (const each of [secret, newSecret]) expect(stored).not.toContain(each.slice(6));
  const other = await receive();
  shop.settings.allowedPrivateHosts = [other.host];
  await editWebhook(shop, id, { address: other.url, events: ["customer.created"] }, by);
  await askForTest(shop, id, by);
  await work(25 * hour);
  const { headers, body } = other.received[0]?.raw ?? { headers: {}, body: "" };
  expect(headers["webhook-signature"]).not.toContain(" ");
  expect(() => new Webhook(secret).verify(body, headers)).toThrow();
  await switchWebhook(shop, id, false, by);
  await register(shop);
  await work();
  expect(other.received).toHaveLength(1);
  await deleteWebhook(shop, id, by);
  expect(await readWebhooks(shop.db)).toEqual([]);
  const logged = await readChanges(shop.db, { kind: "webhook", limit: 10 });
  expect(logged.map(({ action }) => action).toReversed()).toEqual([
    ...["added", "tested", "secret changed", "sent again", "edited", "tested", "switched off", "deleted"],
  ]);
});

test("a private address gets nothing, and an endless or binary answer is kept in part", async () => {
  const receiver = await receive((_, __, response) => {
    response.writeHead(400);
    const send = () => response.write(Buffer.alloc(999, "\0ø"), (error) => error ?? setImmediate(send));
    send();
    return true;
  });
  const { shop, id, work, deliveries } = await openWith("sqlite", receiver);
  await askForTest(shop, id, by);
  await work();
  const [tried] = await deliveries();
  expect(tried).toMatchObject({ state: "waiting", status: 400 });
  expect(tried?.answer?.length).toBeLessThanOrEqual(4096);
  shop.settings.allowedPrivateHosts = [];
  await work(hour);
  expect((await deliveries())[0]).toMatchObject({ problem: "127.0.0.1 is a private address", status: null });
  expect(receiver.received).toEqual([]);
});

test.skipIf(!inject("postgresUrl")).each<Engine>(["sqlite", "postgres"])(
  "webhooks on %s move with their messages, whose ids go on",
  async (engine) => {
    const { shop: old, id } = await openWith(engine, await receive());
    for (let count = 0; count < 3; count++) await askForTest(old, id, by);
    const { shop } = await openTestShop("postgres");
    await moveShop(old, shop);
    expect(await readWebhooks(shop.db)).toEqual(await readWebhooks(old.db));
    const moved = await readDeliveries(shop.db, id, { limit: 9 });
    expect(moved).toEqual(await readDeliveries(old.db, id, { limit: 9 }));
    await askForTest(shop, id, by);
    expect((await readDeliveries(shop.db, id, { limit: 1 })).deliveries[0]?.id).toBe(4);
  },
);

test("receivers that don't answer delay no other receiver", async () => {
  const silent = await serve(() => {});
  const receiver = await receive();
  const { shop } = await openTestShop("sqlite", { allowedPrivateHosts: [silent.host, receiver.host] });
  for (let index = 0; index < 2; index++)
    await addWebhook(shop, { address: `${silent.url}/${index}`, events: ["customer.created"] }, by);
  await addWebhook(shop, { address: receiver.url, events: ["customer.created"] }, by);
  await register(shop);
  shop.jobs.start();
  onTestFinished(() => shop.jobs.stop());
  await expect.poll(() => receiver.types(), { timeout: 12_000 }).toEqual(["customer.created"]);
});
