import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { startCheckout } from "#shop/orders/payment/payment.ts";
import { readAdminOrder, toOrderDetailsJson } from "#shop/orders/views/admin.ts";
import { readTokens, revokeToken } from "#shop/tokens/tokens.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { deliver, markPaidByStripe, openStripeShop, stockOf, takeEvents } from "../../tests/support/stripe-shop.ts";
import { type Answered, testApi } from "../../tests/support/test-api.ts";

/** A shop whose customer has placed orders of 19.00, the oldest first. */
async function openWithOrders(engine: Engine, count: number) {
  const opened = await openStripeShop(engine);
  const numbers: string[] = [];
  for (let placed = 0; placed < count; placed++) {
    const number = await opened.place();
    await opened.shop.db
      .updateTable("orders")
      .set({ createdAt: Date.parse("2026-11-01T12:00:00Z") + placed * 1000 })
      .where("orderNumber", "=", number)
      .execute();
    numbers.push(number);
  }
  return { ...opened, numbers, ...(await testApi(opened.shop)) };
}

/** The same with one order that its customer has paid by way of the stand-in. */
async function openWithPaidOrder(engine: Engine) {
  const opened = await openWithOrders(engine, 1);
  const [number = ""] = opened.numbers;
  await startCheckout(opened.shop, number);
  for (const { id } of opened.stripe.books.list("session")) opened.stripe.account.pay(id);
  await deliver(opened.shop, takeEvents(opened.stripe));
  const post = (step: string, body?: unknown, headers: Record<string, string> = {}) =>
    opened.call(`POST /orders/${number}/${step}`, { body, headers });
  return { ...opened, number, post };
}

const problemOf = ({ status, json }: Answered) => ({ status, type: json.type, detail: json.detail });

forEachEngine((_, engine) => {
  test("orders are listed in pages, by state, customer, moment and words, as the command line prints them", async () => {
    const { call, shop, numbers } = await openWithOrders(engine, 3);
    const [first = "", second = "", third = ""] = numbers;
    await markPaidByStripe(shop, second);
    const find = async (query: string) =>
      (await call(`GET /orders?${query}`)).json.data.map(({ orderNumber }: { orderNumber: string }) => orderNumber);
    const page = (await call("GET /orders?limit=2")).json;
    expect(page.data).toMatchObject([{ orderNumber: third }, { orderNumber: second, totalPrice: "19.00" }]);
    expect((await call(`GET /orders?limit=2&cursor=${page.nextCursor}`)).json).toMatchObject({
      ...{ data: [{ orderNumber: first }], nextCursor: null },
    });
    expect(await find("sort=oldest")).toEqual(numbers);
    expect(await find("state=paid")).toEqual([second]);
    expect(await find("email=ADA@example.com&since=2026-11-01T13:00:01%2B01:00")).toEqual([third, second]);
    expect(await find("email=bob@example.com")).toEqual([]);
    expect(await find("q=lovelace%20coffee&state=paid")).toEqual([second]);
    expect(await find(`q=${first.toLowerCase()}`)).toEqual([first]);
    for (const query of ["state=new", "since=yesterday", "cursor=bm9uZQ", "sort=price"]) {
      const { status, json } = await call(`GET /orders?${query}`);
      expect({ query, status, at: json.errors[0].parameter }).toEqual({ query, status: 400, at: query.split("=")[0] });
    }
    const shown = toOrderDetailsJson(await readAdminOrder(shop.db, second));
    expect((await call(`GET /orders/${second}`)).json).toEqual(JSON.parse(JSON.stringify(shown)));
    for (const unknown of ["AAAAAAAAAA", "a%00", "x".repeat(2000)]) {
      expect((await call(`GET /orders/${unknown}`)).status).toBe(404);
    }
  });

  test("a warehouse sends, delivers and takes back an order, under its token's name", async () => {
    const { number, post, shop } = await openWithPaidOrder(engine);
    expect((await post("note", { note: "Shelf 4" })).status).toBe(200);
    const sent = (await post("fulfil", { carrier: "Bring", tracking: "370" })).json;
    expect(sent.events.at(-1)).toMatchObject({ step: "sent", actor: "token Test", carrier: "Bring", tracking: "370" });
    expect(problemOf(await post("fulfil"))).toEqual({
      ...{ status: 409, type: "/api#refused", detail: "This order has already been sent" },
    });
    expect((await post("deliver")).json.state).toBe("delivered");
    const item = { id: "coffee", quantity: 1, restock: true, reason: "Too strong" };
    const returned = (await post("return-item", item)).json;
    expect(returned.events.slice(-2)).toMatchObject([
      { step: "itemReturned", productId: "coffee", quantity: 1 },
      { step: "refundedInPart", amount: "9.50" },
    ]);
    expect(problemOf(await post("return-item", { ...item, quantity: 2 })).status).toBe(409);
    expect((await post("return", { note: "All of it" })).json.state).toBe("returned");
    expect(await stockOf(shop)).toBe(40);
    expect(problemOf(await post("cancel"))).toMatchObject({ status: 409, type: "/api#refused" });
    const unknown = await post("fulfil", { carrier: "x".repeat(61), weight: 1 });
    expect(unknown.json.errors).toEqual([
      { pointer: "#/carrier", detail: "Use at most 60 characters" },
      { pointer: "#/weight", detail: "isn't a field of this request" },
    ]);
    expect((await post("note", { note: " " })).json.errors).toMatchObject([{ pointer: "#/note" }]);
    expect((await readAdminOrder(shop.db, number)).history.map(({ step }) => step)).toEqual([
      ...["placed", "paid", "noted", "sent", "delivered", "itemReturned", "refundedInPart", "returned"],
    ]);
  });

  test("a payment by bank transfer is marked, and taken back while nothing followed from it", async () => {
    const { shop, uid, call } = await openWithOrders(engine, 0);
    const number = await placeOrder(shop.db, uid, orderOf([["coffee", 2]]), shop.now(), "manual", shop.settings);
    const post = (step: string, body?: unknown) => call(`POST /orders/${number}/${step}`, { body });
    expect((await post("pay")).json).toMatchObject({ state: "paid" });
    const undone = (await post("undo-payment", { note: "Another order's" })).json;
    expect(undone.state).toBe("awaiting-payment");
    expect(undone.events.at(-1)).toMatchObject({ step: "paymentUndone", actor: "token Test", note: "Another order's" });
    expect(problemOf(await post("undo-payment"))).toMatchObject({ status: 409, type: "/api#refused" });
    const byCard = await placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now());
    expect(problemOf(await call(`POST /orders/${byCard}/undo-payment`, {}))).toEqual({
      ...{ status: 409, type: "/api#refused", detail: "Nobody marked this order as paid" },
    });
  });

  test("an order is refunded in part, and cancelled with the rest, but never beyond", async () => {
    const { call, number, post, stripe } = await openWithPaidOrder(engine);
    const reason = "A dent";
    const refundedOrders = async () => (await call("GET /orders?payment=refunded")).json.data;
    expect(await refundedOrders()).toEqual([]);
    for (const amount of [0, -1, 1.005, "1,895", "x", "9".repeat(30), null, []]) {
      const refused = await post("refund", { amount, reason });
      expect(refused, JSON.stringify(amount)).toMatchObject({
        status: 422,
        json: { errors: [{ pointer: "#/amount" }] },
      });
    }
    const missing = [{ pointer: "#/reason", detail: "is missing" }];
    expect((await post("refund", { amount: 1 })).json.errors).toEqual(missing);
    expect((await post("refund")).status, "no body").toBe(411);
    expect(problemOf(await post("refund", { amount: 20, reason })).status).toBe(409);
    const refunded = (await post("refund", { amount: 4.5, reason })).json;
    expect(refunded).toMatchObject({ refunded: "4.50", refundable: "14.50", state: "paid" });
    expect(refunded.refunds).toMatchObject([{ state: "settled", amount: "4.50", actor: "token Test", reason }]);
    expect(await refundedOrders()).toMatchObject([{ orderNumber: number, state: "paid" }]);
    expect((await post("refund", { amount: "0.50", reason })).json.refundable).toBe("14.00");
    expect((await post("cancel", { note: "Sold out" })).json).toMatchObject({ state: "cancelled", refundable: "0.00" });
    expect(stripe.books.list("refund").map(({ amount }) => amount)).toEqual([450, 50, 1400]);
  });

  test("the same refund sent twice at once is made once", async () => {
    const { post, stripe } = await openWithPaidOrder(engine);
    const send = () => post("refund", { amount: 5, reason: "A dent" }, { "Idempotency-Key": "dent" });
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ status }) => status).every((status) => [200, 409].includes(status))).toBe(true);
    expect(await send()).toMatchObject({ status: 200, json: { refunded: "5.00" } });
    expect(stripe.books.list("refund")).toHaveLength(1);
  });

  test("a refund that was made, but not answered, is answered when it is asked for again", async () => {
    const { post, stripe } = await openWithPaidOrder(engine);
    const lost = Promise.withResolvers<void>();
    // The first request lists the refunds, the second makes one.
    stripe.troubles.push(Promise.resolve(), lost.promise);
    const send = () => post("refund", { reason: "Lost" }, { "Idempotency-Key": "lost" });
    const first = send();
    await expect.poll(() => stripe.books.list("refund").length).toBe(1);
    const again = await send();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.json.refunds).toMatchObject([{ state: "pending", amount: "19.00" }]);
    lost.resolve();
    await first;
    expect(stripe.books.list("refund")).toHaveLength(1);
  });

  test("a step that was decided on an older version of an order is refused", async () => {
    const { call, number, post } = await openWithPaidOrder(engine);
    const seen = (await call(`GET /orders/${number}`)).headers.get("etag") ?? "";
    expect((await post("note", { note: "Call first" }, { "If-Match": seen })).status).toBe(200);
    for (const [step, body] of [
      ["fulfil", {}],
      ["refund", { amount: 1, reason: "A dent" }],
      ["cancel", {}],
    ] as const) {
      expect(problemOf(await post(step, body, { "If-Match": seen })), step).toMatchObject({ status: 412 });
    }
    const now = (await call(`GET /orders/${number}`)).headers.get("etag") ?? "";
    expect((await post("fulfil", {}, { "If-Match": now })).status).toBe(200);
  });

  test("another scope's token is refused, and so is one that was revoked or has expired", async () => {
    const { call, shop, number, tokenFor } = await openWithPaidOrder(engine);
    const ask = (token: string, asked = `POST /orders/${number}/fulfil`) => call(asked, { token });
    const reader = await tokenFor("Reader", ["orders:read", "products:write"]);
    expect(await ask(reader, `GET /orders/${number}`)).toMatchObject({ status: 200 });
    expect(await ask(reader)).toMatchObject({ status: 403, json: { type: "/api#no-scope" } });
    const expired = await tokenFor("Short", ["orders:write"]);
    await shop.db
      .updateTable("apiTokens")
      .set({ expiresAt: shop.now().getTime() })
      .where("name", "=", "Short")
      .execute();
    const { id = "" } = (await readTokens(shop.db)).find(({ name }) => name === "Reader") ?? {};
    await revokeToken(shop, id, "olga@example.com");
    for (const token of [expired, reader, "torg_x", ""]) {
      const refused = await ask(token);
      expect(refused).toMatchObject({ status: 401, json: { type: "/api#no-token" } });
      expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer /);
    }
    expect((await readAdminOrder(shop.db, number)).state).toBe("paid");
  });
});
