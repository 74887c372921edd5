import { expect, test } from "vitest";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { addNote, deliverOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import { refundOrder } from "#shop/orders/payment/refund.ts";
import { staff } from "#shop/orders/state/events.ts";
import { verifyMessage } from "#shop/platforms/http-signatures.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register } from "../../tests/support/customers.ts";
import { setUpDiscount } from "../../tests/support/discounts.ts";
import { runDue } from "../../tests/support/due-jobs.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { address, linesOf, shippedTo } from "../../tests/support/platforms.ts";
import { createSigner, openUcpShop, platformProfile } from "../../tests/ucp/open-ucp-shop.ts";
import { faultsIn } from "../../tests/ucp/published-schemas.ts";

async function openCoffeeShop() {
  const opened = await openUcpShop("sqlite");
  await importRecords(opened.shop.db, [catalogRecord({ id: "coffee", title: "Coffee", price: 9.5, stock: 10 })]);
  await setUpDiscount(opened.shop);
  return opened;
}

/** What is wrong with an answer by the published schemas, extended as both sides agreed. */
function faultsInAnswer(noun: "cart" | "checkout" | "order", json: object) {
  const extending = { cart: ["discount"], checkout: ["discount", "fulfillment", "buyer_consent"], order: [] }[noun];
  const composed = extending.map((name) => `shopping/${name}.json#/$defs/dev.ucp.shopping.${noun}`);
  return [`shopping/${noun}.json`, ...composed].map((schema) => faultsIn(schema, json)).join("");
}

const discounts = { codes: ["SPRING", "nothing"] };
const buyer = { first_name: "Ada", email: "ada@example.com", consent: { marketing: true, analytics: false } };

test("every answer about carts and checkouts follows the published schemas, over REST as over MCP", async () => {
  const { rest, tool } = await openCoffeeShop();
  const cart = { line_items: linesOf({ coffee: 100, gone: 1 }), discounts, context: { address_country: "NO" } };
  const created = await rest("/carts", cart);
  expect([created.status, faultsInAnswer("cart", created.json)]).toEqual([201, ""]);
  expect(Object.keys(created.json.ucp.capabilities)).toEqual(["dev.ucp.shopping.cart", "dev.ucp.shopping.discount"]);
  const { id } = created.json;
  for (const read of [await rest(`/carts/${id}`, undefined, {}, "GET"), await rest(`/carts/${id}`, cart, {}, "PUT")])
    expect([read.status, faultsInAnswer("cart", read.json)]).toEqual([200, ""]);
  expect((await tool("get_cart", { id })).json.result.structuredContent).toEqual(
    (await rest(`/carts/${id}`, undefined, {}, "GET")).json,
  );
  const first = await tool("create_checkout", { checkout: { cart_id: id, line_items: [] } });
  const again = await rest("/checkout-sessions", { cart_id: id, line_items: [] });
  const { structuredContent: checkout } = first.json.result;
  expect([again.status, again.json]).toEqual([200, checkout]);
  expect([checkout.status, faultsInAnswer("checkout", checkout)]).toEqual(["incomplete", ""]);
  const body = { line_items: linesOf({ coffee: 2 }), discounts, buyer, fulfillment: shippedTo(address) };
  const path = `/checkout-sessions/${checkout.id}`;
  const updated = await rest(path, body, {}, "PUT");
  expect(updated).toMatchObject({
    status: 200,
    json: { status: "requires_escalation", buyer, ucp: { payment_handlers: {} } },
  });
  expect(faultsInAnswer("checkout", updated.json)).toBe("");
  const payment = {
    instruments: [{ id: "i", handler_id: "h", type: "card", credential: { type: "t", token: "secret" } }],
  };
  const completed = await rest(`${path}/complete`, { payment });
  expect([completed.status, completed.json]).toEqual([200, updated.json]);
  expect(completed.headers.get("signature")).toMatch(/^sig1=:/);
  for (const name of ["complete_checkout", "cancel_checkout"]) {
    const keyless = await tool(name, { id: checkout.id, checkout: {} });
    expect(keyless).toMatchObject({ status: 400, json: { error: { code: -32602 } } });
  }
  const canceled = await tool("cancel_checkout", { id: checkout.id }, { "idempotency-key": "k" });
  expect(canceled.json.result.structuredContent).toMatchObject({ status: "canceled" });
  expect(faultsInAnswer("checkout", canceled.json.result.structuredContent)).toBe("");
  for (const late of [
    await rest(`${path}/cancel`),
    await rest(path, body, {}, "PUT"),
    await rest(`${path}/complete`, {}),
  ]) {
    expect(late).toMatchObject({ status: 409, json: { messages: [{ code: "checkout_canceled" }] } });
    expect(faultsIn("shopping/types/error_response.json", late.json)).toBe("");
  }
  const gone = await rest(`/carts/${id}/cancel`);
  expect([gone.status, faultsInAnswer("cart", gone.json)]).toEqual([200, ""]);
  const nothing = await rest(`/carts/${id}`, undefined, {}, "GET");
  expect(nothing).toMatchObject({ status: 200, json: { ucp: { status: "error" }, messages: [{ code: "not_found" }] } });
  expect(faultsIn("shopping/types/error_response.json", nothing.json)).toBe("");
});

test("a request with the same key is answered once, and a hundred at once leave one cart", async () => {
  const { rest, shop } = await openCoffeeShop();
  const cart = { line_items: linesOf({ coffee: 1 }) };
  const key = { "Idempotency-Key": "6d3f1c1e-7d4c-4f3e-9a57-0f1b5a0f4c11" };
  const first = await rest("/carts", cart, key);
  const second = await rest("/carts", cart, key);
  expect([second.status, second.json]).toEqual([201, first.json]);
  const other = await rest("/carts", { line_items: linesOf({ coffee: 2 }) }, key);
  expect(other).toMatchObject({ status: 409, json: { code: "idempotency_conflict" } });
  const path = `/carts/${first.json.id}`;
  const updates = Array.from({ length: 100 }, (_, index) =>
    rest(path, { line_items: linesOf({ coffee: (index % 5) + 1 }) }, {}, "PUT"),
  );
  for (const { status, json } of await Promise.all(updates))
    expect([status, faultsInAnswer("cart", json)]).toEqual([200, ""]);
  expect(await shop.db.selectFrom("platformCarts").select("id").execute()).toHaveLength(1);
});

test("carts that no buyer has are refused before anything is looked up", async () => {
  const { rest, tool, shop } = await openUcpShop("sqlite");
  const line = { item: { id: "coffee" }, quantity: 1 };
  const wrong: Record<string, object> = {
    "no lines": {},
    "no list": { line_items: {} },
    "10,000 lines": { line_items: Array.from({ length: 10_000 }, () => line) },
    "501 lines": { line_items: Array.from({ length: 501 }, () => line) },
    nothing: { line_items: linesOf({ coffee: 0 }) },
    "less than nothing": { line_items: linesOf({ coffee: -1 }) },
    "a part": { line_items: linesOf({ coffee: 1.5 }) },
    "more than counts": { line_items: linesOf({ coffee: 1e300 }) },
    NUL: { line_items: linesOf({ "\0": 1 }) },
    "a long id": { line_items: linesOf({ ["a".repeat(1000)]: 1 }) },
    "a long name": { line_items: [], buyer: { first_name: "a".repeat(20_000) } },
    "many codes": { line_items: [], discounts: { codes: Array.from({ length: 1000 }, String) } },
  };
  for (const [name, cart] of Object.entries(wrong)) {
    const { status, json } = await rest("/carts", cart);
    expect([400, 413], name).toContain(status);
    expect(json.code, name).toMatch(/invalid_request|request_too_large|content_too_large/);
  }
  expect(await rest("/checkout-sessions", { buyer })).toMatchObject({ status: 400, json: { code: "invalid_request" } });
  expect((await tool("create_checkout", { checkout: {} })).json).toMatchObject({ error: { code: -32602 } });
  expect(await shop.db.selectFrom("platformCarts").select("id").execute()).toEqual([]);
});

test("huge quantities are what the shop has", async () => {
  const { rest } = await openCoffeeShop();
  const { json } = await rest("/carts", { line_items: linesOf({ coffee: Number.MAX_SAFE_INTEGER }) });
  expect(json).toMatchObject({ line_items: [{ quantity: 10 }], messages: [{ code: "quantity_adjusted" }] });
});

test("the platform follows the order that its buyer placed, and learns nothing else of them", async () => {
  const { rest, shop, url, platform } = await openCoffeeShop();
  const body = { line_items: linesOf({ coffee: 2 }), fulfillment: shippedTo(address), buyer };
  const { json: checkout } = await rest("/checkout-sessions", body);
  const platformCheckout = checkout.continue_url.slice(`${url}/carts/`.length);
  const userId = await register(shop);
  const form = { ...orderOf([["coffee", 2]]), billingAddress: "Other street 9, 5003 Bergen", platformCheckout };
  const orderNumber = await placeOrder(shop.db, userId, form, shop.now());
  const read = async () => (await rest(`/checkout-sessions/${checkout.id}`, undefined, {}, "GET")).json;
  const completed = await read();
  expect(completed).toMatchObject({
    ...{ status: "completed", order: { label: orderNumber } },
    fulfillment: { methods: [{ type: "shipping", groups: [{ options: [{ totals: [{ amount: 0 }] }] }] }] },
    messages: [{ type: "info", code: "address_changed" }],
  });
  expect(completed.fulfillment.methods[0]).not.toHaveProperty("destinations");
  expect([completed.continue_url, faultsInAnswer("checkout", completed)]).toEqual([undefined, ""]);
  const path = `/orders/${completed.order.id}`;
  await sendOrder(shop, orderNumber, {
    actor: staff("olga@example.com"),
    note: "For Ada",
    carrier: "Bring",
    tracking: "1",
  });
  await refundOrder(shop as never, orderNumber, {
    amountCents: 950,
    reason: "Ada asked",
    actor: staff("olga@example.com"),
  });
  const { json: order } = await rest(path, undefined, {}, "GET");
  expect(faultsInAnswer("order", order)).toBe("");
  expect(order).toMatchObject({
    ...{ id: completed.order.id, checkout_id: checkout.id, currency: "USD" },
    line_items: [{ id: "li_coffee", quantity: { original: 2, total: 2, fulfilled: 2 }, status: "fulfilled" }],
    fulfillment: {
      expectations: [{ method_type: "shipping", destination: {}, line_items: [{ id: "li_coffee", quantity: 2 }] }],
      events: [{ type: "shipped", tracking_number: "1", tracking_url: "https://sporing.bring.no/sporing/1" }],
    },
    adjustments: [{ type: "refund", status: "completed", totals: [{ amount: -950 }] }],
  });
  expect(JSON.stringify([order, completed])).not.toMatch(
    /olga|Lovelace"?,"email|Other street|5003|Bergen|For Ada|asked/,
  );
  const stranger = { "UCP-Agent": `profile="${platform.url}/other.json"` };
  for (const id of [orderNumber, "order_none", "%00"])
    expect((await rest(`/orders/${id}`, undefined, {}, "GET")).json).toMatchObject({
      messages: [{ code: "not_found" }],
    });
  expect((await rest(path, undefined, stranger, "GET")).json).toMatchObject({ messages: [{ code: "not_found" }] });
  for (const late of [
    await rest(`/checkout-sessions/${checkout.id}/cancel`),
    await rest(`/checkout-sessions/${checkout.id}`, body, {}, "PUT"),
  ])
    expect(late).toMatchObject({ status: 409, json: { messages: [{ code: "checkout_completed" }] } });
});

test("each change of the order is posted to the platform, signed by a key of the shop's profile", async () => {
  const version = "2026-04-08";
  const webhook = { url: "" };
  const { capabilities } = platformProfile().ucp;
  const { rest, shop, url, platform } = await openUcpShop("sqlite", () => {
    const order = [{ version, config: { webhook_url: webhook.url } }];
    return platformProfile({ capabilities: { ...capabilities, "dev.ucp.shopping.order": order } });
  });
  webhook.url = `${platform.url}/hooks/orders?shop=1`;
  await importRecords(shop.db, [catalogRecord({ id: "coffee", price: 9.5, stock: 10 })]);
  const { json: checkout } = await rest("/checkout-sessions", { line_items: linesOf({ coffee: 1 }) });
  const platformCheckout = checkout.continue_url.slice(`${url}/carts/`.length);
  const userId = await register(shop);
  const orderNumber = await placeOrder(shop.db, userId, { ...orderOf([["coffee", 1]]), platformCheckout }, shop.now());
  const by = { actor: staff("olga@example.com") };
  await sendOrder(shop, orderNumber, { ...by, carrier: null, tracking: null });
  await addNote(shop, orderNumber, { ...by, note: "Only for us" });
  await placeOrder(shop.db, userId, orderOf([["coffee", 1]]), shop.now());
  expect(await shop.db.selectFrom("jobs").select("id").where("kind", "=", "platformOrders").execute()).toHaveLength(2);
  await runDue(shop, "platformOrders");
  const { received } = platform;
  const { signing_keys } = await (await fetch(`${url}/.well-known/ucp`)).json();
  const now = Math.floor(Date.now() / 1000);
  for (const { path, headers, body } of received) {
    expect(path).toBe("/hooks/orders?shop=1");
    expect(headers["ucp-agent"]).toBe(`profile="${url}/.well-known/ucp"`);
    expect(Number(headers["webhook-timestamp"])).toBeGreaterThan(1e9);
    const header = (name: string) => headers[name] as string | undefined;
    verifyMessage({ method: "POST", url: new URL(webhook.url), header, body: Buffer.from(body) }, signing_keys, now);
    expect(faultsInAnswer("order", JSON.parse(body))).toBe("");
  }
  const ids = received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const told = received.map(({ body }) => JSON.parse(body).fulfillment.events);
  expect(told.at(-1)).toMatchObject([{ type: "shipped" }]);
  platform.stop();
  await deliverOrder(shop, orderNumber, by);
  await runDue(shop, "platformOrders");
  const [waiting] = await shop.db.selectFrom("jobs").selectAll().where("kind", "=", "platformOrders").execute();
  expect(waiting).toMatchObject({ attempts: 1, failedAt: null });
});

test("what a signed request opened is only for the platform's signed requests, over REST as over MCP", async () => {
  const { profile, sign } = createSigner();
  const { rest, tool, shop, url, platform } = await openUcpShop("sqlite", profile);
  const { profileUrl } = platform;
  await importRecords(shop.db, [catalogRecord({ id: "coffee", price: 9.5, stock: 10 })]);
  const signed = (path: string, content?: object, method = "POST") => {
    const body = content && JSON.stringify(content);
    return rest(path, body, sign(method, `${url}/ucp/v1${path}`, profileUrl, { body }), method);
  };
  const { json: cart } = await signed("/carts", { line_items: linesOf({ coffee: 1 }) });
  const { json: checkout } = await signed("/checkout-sessions", { cart_id: cart.id, line_items: [] });
  const body = { line_items: linesOf({ coffee: 1 }) };
  const path = `/checkout-sessions/${checkout.id}`;
  const forged = { ...sign("GET", `${url}/ucp/v1${path}`, profileUrl), Signature: `sig1=:${"A".repeat(86)}==:` };
  expect(await rest(path, undefined, forged, "GET")).toMatchObject({
    status: 401,
    json: { code: "signature_invalid" },
  });
  for (const unsigned of [
    await rest(`/carts/${cart.id}`, undefined, {}, "GET"),
    await rest(`/carts/${cart.id}`, body, {}, "PUT"),
    await rest(`/carts/${cart.id}/cancel`),
    await rest("/checkout-sessions", { cart_id: cart.id, line_items: [] }),
    await rest(path, undefined, {}, "GET"),
    await rest(path, body, {}, "PUT"),
    await rest(`${path}/complete`, {}),
    await rest(`${path}/cancel`),
  ])
    expect(unsigned).toMatchObject({ status: 401, json: { code: "signature_missing" } });
  const overMcp = await tool("get_checkout", { id: checkout.id });
  expect(overMcp).toMatchObject({
    status: 401,
    json: { error: { code: -32000, data: { code: "signature_missing" } } },
  });
  const meta = { "ucp-agent": { profile: profileUrl } };
  const params = { name: "get_checkout", arguments: { meta, id: checkout.id } };
  const call = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params });
  const answered = await fetch(`${url}/ucp/mcp`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "UCP-Agent": `profile="${profileUrl}"`,
      ...sign("POST", `${url}/ucp/mcp`, profileUrl, { body: call }),
    },
    body: call,
  });
  expect((await answered.json()).result.structuredContent).toMatchObject({ id: checkout.id });
  expect((await signed(path, undefined, "GET")).json).toMatchObject({ id: checkout.id });
});

test.each([true, false])(
  "only signed requests learn who the buyer is (checkout opened by one: %s)",
  async (isSigned) => {
    const { profile, sign } = createSigner();
    const { rest, shop, url, platform } = await openUcpShop("sqlite", profile);
    await importRecords(shop.db, [catalogRecord({ id: "coffee", price: 9.5, stock: 10 })]);
    const signed = (method: string, path: string, body?: string) =>
      sign(method, `${url}/ucp/v1${path}`, platform.profileUrl, { body });
    const body = JSON.stringify({ line_items: linesOf({ coffee: 1 }), fulfillment: shippedTo(address), buyer });
    const opening = isSigned ? signed("POST", "/checkout-sessions", body) : {};
    const { json: checkout } = await rest("/checkout-sessions", body, opening);
    expect(checkout.buyer.first_name).toBe("Ada");
    const platformCheckout = checkout.continue_url.slice(`${url}/carts/`.length);
    const billingAddress = `${address.street_address}, ${address.postal_code} ${address.address_locality}`;
    const form = { ...orderOf([["coffee", 1]]), billingAddress, platformCheckout };
    await placeOrder(shop.db, await register(shop), form, shop.now());
    const path = `/checkout-sessions/${checkout.id}`;
    const { json: completed } = await rest(path, undefined, signed("GET", path), "GET");
    expect(completed).toMatchObject({ status: "completed", buyer: { first_name: "Ada" } });
    const orderPath = `/orders/${completed.order.id}`;
    const { json: order } = await rest(orderPath, undefined, signed("GET", orderPath), "GET");
    expect(order.fulfillment.expectations[0].destination.street_address).toBe(address.street_address);
    const unsigned = await Promise.all([path, orderPath].map((each) => rest(each, undefined, {}, "GET")));
    expect(unsigned.map(({ status }) => status)).toEqual(isSigned ? [401, 401] : [200, 200]);
    expect(JSON.stringify(unsigned.map(({ json }) => json))).not.toMatch(/Ada|Lovelace|Storgata|0155|ada@/);
    if (!isSigned)
      expect(faultsInAnswer("checkout", unsigned[0]?.json) + faultsInAnswer("order", unsigned[1]?.json)).toBe("");
  },
);
