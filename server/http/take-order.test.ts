import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { signInCustomer } from "#shop/accounts/account-requests.ts";
import { quantityLimit } from "#shop/cart/cart-reducer.ts";
import { consumeRateLimit } from "#shop/limits/rate-limits.ts";
import { readOrders } from "#shop/orders/views/read-order.ts";
import type { Shop, ShopSettings } from "#shop/shop.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register, registerVerified, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { setUpDiscount } from "../../tests/support/discounts.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { openStripeStandIn } from "../../tests/support/stripe-stand-in.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";
import { takeOrder } from "./take-order.ts";

type Engine = Parameters<typeof openTestShop>[0];

/** A shop with 40 coffees that takes orders. */
async function openOrders(engine: Engine, changes?: Partial<ShopSettings>) {
  const address = { now: "203.0.113.7" };
  const { shop } = await openTestShop(engine, changes);
  await importRecords(shop.db, [catalogRecord({ stock: 40 })]);
  const http = new Hono<HttpEnv>().post(
    "/orders",
    takeOrder(shop, () => address.now),
  );
  return {
    shop,
    address,
    async post(body: unknown, { cookie = "", type = "application/json" } = {}) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const answer = await http.request("/orders", {
        method: "POST",
        headers: { cookie, "content-type": type },
        body: text,
      });
      return { status: answer.status, said: await answer.json() };
    },
  };
}

/** The same, where a customer has placed an order of one coffee and is on Stripe's page. */
async function openUnpaidOrder(engine: Engine) {
  const stripe = await openStripeStandIn();
  onTestFinished(stripe.close);
  const { shop, post } = await openOrders(engine, { providers: { stripe: stripe.settings } });
  await registerVerified(shop);
  const cookie = await signIn(shop);
  const form = orderOf([["coffee", 1]]);
  const { said } = await post(form, { cookie });
  const [session] = stripe.books.list("session");
  return {
    ...{ shop, stripe, number: String(said.orderNumber), sessionId: session?.id ?? "" },
    postAgain: () => post(form, { cookie }),
    /** Posts another purchase. */
    postOther: (paymentMethod: string) => post({ ...orderOf([["coffee", 1]]), paymentMethod }, { cookie }),
    /** Posts the same purchase with one coffee more. */
    postChanged: () => post({ ...orderOf([["coffee", 2]]), checkoutKey: form.checkoutKey }, { cookie }),
  };
}

/** @returns the cookie of a session */
async function signIn(shop: Shop, email = signUpOf().email) {
  const metadata = { headers: new Headers(), address: "203.0.113.7" };
  const { headers } = await signInCustomer(shop, { email, password: signUpOf().password }, metadata);
  return headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function ordersOf({ db }: Shop) {
  return await db.selectFrom("orders").select(["orderNumber", "billingAddress", "paymentMethod"]).execute();
}

forEachEngine((_, engine) => {
  test("an order is answered with its number, and with the same one when it is posted again", async () => {
    const { shop, post } = await openOrders(engine);
    await registerVerified(shop);
    const cookie = await signIn(shop);
    const form = orderOf([["coffee", 1]]);
    const first = await post(form, { cookie, type: "Application/JSON; charset=utf-8" });
    expect(first).toEqual({ status: 200, said: { orderNumber: expect.stringMatching(/^[A-Z0-9]{10}$/) } });
    expect(await post({ ...form, billingAddress: ` ${form.billingAddress} ` }, { cookie })).toEqual(first);
    expect(await ordersOf(shop)).toHaveLength(1);
  });

  test("a discount code that can't be used is named in a 409, and wrong codes are limited", async () => {
    const { shop, post } = await openOrders(engine);
    await registerVerified(shop);
    const cookie = await signIn(shop);
    await setUpDiscount(shop, { code: "SPRING", minimum: "9.50" });
    const withCode = (discountCode: string) => ({ ...orderOf([["coffee", 1]]), discountCode, discountCents: 95 });
    expect(await post(withCode("spríng"), { cookie })).toEqual({
      status: 409,
      said: { errors: { discountCode: "This code isn't valid" } },
    });
    expect((await post({ ...withCode("spring"), discountCents: 96 }, { cookie })).said).toEqual({
      ...{ problems: [], currency: "USD", lines: [] },
      sums: {
        seen: { subtotalCents: 950, discountCents: 96, deliveryCents: 0, totalCents: 854 },
        current: { subtotalCents: 950, discountCents: 95, deliveryCents: 0, totalCents: 855 },
      },
      discount: {
        seenCents: 96,
        terms: { code: "SPRING", kind: "percent", value: 1000, minimumCents: 950, category: null },
      },
    });
    expect(await post(withCode("\0".repeat(101)), { cookie })).toMatchObject({ status: 400 });
    for (let guess = 0; guess < 9; guess++) await post(withCode(`GUESS${guess}`), { cookie });
    expect(await post(withCode("SPRING"), { cookie })).toMatchObject({ status: 429, said: { failure: "tooMany" } });
    expect(await post(orderOf([["coffee", 1]]), { cookie })).toMatchObject({ status: 200 });
    expect((await readOrders(shop.db)).map(({ discountCode }) => discountCode)).toEqual([null]);
  });

  test("an order's wrong codes count for its address like those tried at checkout", async () => {
    const { shop, post, address } = await openOrders(engine);
    await registerVerified(shop);
    const cookie = await signIn(shop);
    const order = () => post({ ...orderOf([["coffee", 1]]), discountCode: "GUESS" }, { cookie });
    expect(await order()).toMatchObject({ status: 409 });
    const guess = { limit: "wrongCodeByAddress", by: address.now } as const;
    for (let guesses = 1; guesses < 100; guesses++) await consumeRateLimit(shop.db, [guess], shop.now());
    expect(await order()).toMatchObject({ status: 429, said: { failure: "tooMany" } });
    address.now = "203.0.113.8";
    expect(await order()).toMatchObject({ status: 409 });
  });

  test("an order by invoice that holds too much is refused in words", async () => {
    const { shop, post } = await openOrders(engine);
    await setSettings(shop, { paymentInstructions: "Account 1234", unpaidPieces: "5" });
    await registerVerified(shop);
    const order = { ...orderOf([["coffee", 6]]), paymentMethod: "invoice" };
    const paymentMethod =
      "Before you pay, you can order up to 5 items. With this order it would be 6. Please remove some items, pay an earlier order first, or contact us";
    expect(await post(order, { cookie: await signIn(shop) })).toEqual({
      status: 409,
      said: { errors: { paymentMethod } },
    });
    expect(await ordersOf(shop)).toEqual([]);
  });

  // Security: 13.1.5
  test("answers 401 to visitors, 403 before the email is verified, 415 for other content types, and orders nothing", async () => {
    const { shop, post } = await openOrders(engine);
    await register(shop);
    const cookie = await signIn(shop);
    const form = orderOf([["coffee", 1]]);
    expect(await post(form)).toEqual({ status: 401, said: { failure: "signedOut" } });
    expect(await post(form, { cookie })).toEqual({ status: 403, said: { failure: "unverified" } });
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "multipart/form-data",
    ]) {
      expect(await post(form, { cookie, type }), type).toEqual({ status: 415, said: { failure: "notJson" } });
    }
    expect(await ordersOf(shop)).toEqual([]);
  });

  test("what is no order is answered with what is wrong, field by field and once for the lines", async () => {
    const { shop, post } = await openOrders(engine);
    await registerVerified(shop);
    const cookie = await signIn(shop);
    const everything = {
      paymentMethod: "Please select a payment method",
      billingAddress: "Billing address is required",
      checkoutKey: "The purchase has no key",
      lines: "These are no lines of a cart",
    };
    for (const body of ["", "{", "null", "[]", "7", '"text"', "{}", '{"lines":{}}', `${"[".repeat(9000)}`]) {
      expect(await post(body, { cookie }), body).toEqual({ status: 400, said: { errors: everything } });
    }
    const wrongLines = [{}, { id: "coffee", quantity: quantityLimit + 1, priceCents: 950 }];
    const { said } = await post({ ...orderOf([]), lines: [...wrongLines, ...wrongLines] }, { cookie });
    expect(said).toEqual({ errors: { "lines.0.id": "These are no lines of a cart" } });
    expect(await ordersOf(shop)).toEqual([]);
  });

  test("a used key with other contents answers 409 with the first order, and places no second one", async () => {
    const { shop, post } = await openOrders(engine);
    await registerVerified(shop);
    const cookie = await signIn(shop);
    const form = orderOf([["coffee", 1]]);
    const { said } = await post(form, { cookie });
    const placed = { orderNumber: said.orderNumber, lines: [{ id: "coffee", quantity: 1 }] };
    for (const changes of [
      { billingAddress: "Nygata 2, 0159 Oslo" },
      { paymentMethod: "mastercard" },
      { lines: [{ id: "coffee", quantity: 2, priceCents: 950 }] },
      { lines: [{ id: "coffee", quantity: 1, priceCents: 900 }] },
      { lines: [{ id: "tea", quantity: 1, priceCents: 950 }] },
    ]) {
      const answer = await post({ ...form, ...changes }, { cookie });
      expect(answer, JSON.stringify(changes)).toEqual({ status: 409, said: { placed } });
    }
    const { billingAddress, paymentMethod } = form;
    expect(await ordersOf(shop)).toEqual([{ orderNumber: said.orderNumber, billingAddress, paymentMethod }]);
    expect(await post(form, { cookie }), "the first one again").toEqual({ status: 200, said });
  });

  test("of two orders with one key and different addresses, posted at once, one is made and the other told of it", async () => {
    const { shop, post } = await openOrders(engine);
    await registerVerified(shop);
    const cookie = await signIn(shop);
    const form = orderOf([["coffee", 1]]);
    const answers = await Promise.all(
      ["Storgata 1", "Nygata 2"].map((billingAddress) => post({ ...form, billingAddress }, { cookie })),
    );
    const [made, told] = answers.toSorted((a, b) => a.status - b.status);
    expect([made?.status, told?.status]).toEqual([200, 409]);
    expect(told?.said.placed.orderNumber).toBe(made?.said.orderNumber);
    expect(await ordersOf(shop)).toHaveLength(1);
  });

  test("a changed purchase takes the place of one that wasn't paid", async () => {
    const { shop, stripe, number, sessionId, postChanged } = await openUnpaidOrder(engine);
    const { status, said } = await postChanged();
    expect(status).toBe(200);
    expect(said.payAt).toContain("/pay/cs_test_");
    expect(stripe.account.findSession(sessionId)).toMatchObject({ status: "expired" });
    const placed = await readOrders(shop.db);
    expect(placed.map(({ orderNumber, state }) => [orderNumber, state]).toSorted()).toEqual(
      [
        [number, "cancelled"],
        [said.orderNumber, "awaiting-payment"],
      ].toSorted(),
    );
  });

  test("orders that a customer left at Stripe or pays by invoice don't keep them from buying: the oldest left one is released", async () => {
    const { shop, stripe, number, sessionId, postOther } = await openUnpaidOrder(engine);
    await setSettings(shop, { paymentInstructions: "Account 1234", offersInvoice: "on" });
    for (let placed = 0; placed < 5; placed++)
      expect(await postOther("invoice")).toEqual({ status: 200, said: { orderNumber: expect.any(String) } });
    expect(await postOther("invoice")).toMatchObject({ status: 409 });
    for (let placed = 1; placed < 6; placed++)
      expect(await postOther("stripe")).toMatchObject({ status: 200, said: { payAt: expect.any(String) } });
    const cancelled = (await readOrders(shop.db)).filter(({ state }) => state === "cancelled");
    expect(cancelled).toMatchObject([{ orderNumber: number }]);
    expect(stripe.account.findSession(sessionId)).toMatchObject({ status: "expired" });
  });

  test("the same purchase, once it is paid and Stripe's event is late, leads to its receipt and not to Stripe", async () => {
    const { stripe, number, sessionId, postAgain } = await openUnpaidOrder(engine);
    expect((await postAgain()).said.payAt).toContain(sessionId);
    stripe.account.pay(sessionId);
    expect(await postAgain()).toEqual({ status: 200, said: { orderNumber: number } });
  });

  test("the same purchase leads to its payment page again while Stripe can't be reached", async () => {
    const { stripe, sessionId, postAgain } = await openUnpaidOrder(engine);
    stripe.troubles.push("unavailable");
    expect((await postAgain()).said.payAt).toContain(sessionId);
  });

  test("a changed purchase is answered 409 where the first was paid and Stripe's event is late: it stays paid", async () => {
    const { shop, stripe, number, sessionId, postChanged } = await openUnpaidOrder(engine);
    stripe.account.pay(sessionId);
    const placed = { orderNumber: number, lines: [{ id: "coffee", quantity: 1 }] };
    const answers = await Promise.all([postChanged(), postChanged()]);
    expect([...answers, await postChanged()]).toEqual(Array(3).fill({ status: 409, said: { placed } }));
    expect(await readOrders(shop.db)).toMatchObject([
      { orderNumber: number, state: "paid", events: [{ step: "paid" }] },
    ]);
    expect(stripe.books.list("refund")).toEqual([]);
  });

  test("a changed purchase is answered 409 while a bank works on the first one's payment", async () => {
    const { shop, stripe, number, sessionId, postChanged } = await openUnpaidOrder(engine);
    stripe.mood.paysLater = true;
    stripe.account.pay(sessionId);
    const placed = { orderNumber: number, lines: [{ id: "coffee", quantity: 1 }] };
    expect(await postChanged()).toEqual({ status: 409, said: { placed } });
    expect(await readOrders(shop.db)).toMatchObject([{ orderNumber: number, state: "awaiting-payment" }]);
    stripe.account.settlePayment(sessionId, false);
    expect(await postChanged(), "the bank has refused").toMatchObject({ status: 200 });
  });

  test("a changed purchase is answered 503 while Stripe can't be reached, and the first one stays", async () => {
    const { shop, stripe, number, postChanged } = await openUnpaidOrder(engine);
    stripe.troubles.push("unavailable");
    expect(await postChanged()).toEqual({ status: 503, said: { failure: "unavailable" } });
    expect(await readOrders(shop.db)).toMatchObject([{ orderNumber: number, state: "awaiting-payment" }]);
    expect(await postChanged()).toMatchObject({ status: 200 });
  });

  test.each([
    ["USD", 49, "$0.50"],
    ["NOK", 299, "kr\u00a03.00"],
    ["EUR", 49, "€0.50"],
  ])(
    "in %s, Stripe takes no %d cents: the answer names the least amount, and nothing is ordered",
    async (currency, cents, least) => {
      const stripe = await openStripeStandIn();
      onTestFinished(stripe.close);
      const { shop, post } = await openOrders(engine, { providers: { stripe: stripe.settings } });
      await setSettings(shop, { currency });
      await registerVerified(shop);
      const cookie = await signIn(shop);
      const at = async (priceCents: number) => {
        await shop.db.updateTable("products").set({ priceCents }).execute();
        return post({ ...orderOf([["coffee", 1, priceCents]]), currency }, { cookie });
      };
      const paymentMethod = `The smallest amount you can pay here is ${least}`;
      expect(await at(cents)).toEqual({ status: 422, said: { errors: { paymentMethod } } });
      expect([await ordersOf(shop), stripe.books.list("session")]).toEqual([[], []]);
      expect(await at(cents + 1)).toMatchObject({ status: 200, said: { payAt: expect.any(String) } });
    },
  );

  test("a total of 0 needs no payment, and a cart that gets too cheap keeps the unpaid order", async () => {
    const { shop, stripe, number } = await openUnpaidOrder(engine);
    const { idempotencyKey: checkoutKey } = await shop.db
      .selectFrom("orders")
      .select("idempotencyKey")
      .executeTakeFirstOrThrow();
    const cookie = await signIn(shop);
    const http = new Hono<HttpEnv>().post(
      "/orders",
      takeOrder(shop, () => "203.0.113.7"),
    );
    const post = (form: object) =>
      http.request("/orders", {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify(form),
      });
    await shop.db.updateTable("products").set({ priceCents: 40 }).execute();
    expect((await post({ ...orderOf([["coffee", 1, 40]]), checkoutKey })).status).toBe(422);
    expect(await readOrders(shop.db)).toMatchObject([{ orderNumber: number, state: "awaiting-payment" }]);
    await setUpDiscount(shop, { code: "FREE", value: "100" });
    const free = { ...orderOf([["coffee", 1, 40]]), discountCode: "FREE", discountCents: 40 };
    expect((await post(free)).status).toBe(200);
    expect(stripe.books.list("session")).toHaveLength(1);
  });

  test("after 30 failures in 15 minutes an account's orders are refused, also when they come all at once; others' aren't", async () => {
    const { shop, post } = await openOrders(engine);
    await registerVerified(shop);
    await registerVerified(shop, { email: "bob@example.com" });
    const [ada, bob] = [await signIn(shop), await signIn(shop, "bob@example.com")];
    const outdated = () => post(orderOf([["coffee", 1, 1]]), { cookie: ada });
    const statuses = (await Promise.all(Array.from({ length: 40 }, outdated))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 409)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const tooMany = { status: 429, said: { failure: "tooMany" } };
    expect(await post(orderOf([["coffee", 1]]), { cookie: ada })).toEqual(tooMany);
    expect(await post("{}", { cookie: ada })).toEqual(tooMany);
    expect(await post(orderOf([["coffee", 1]]), { cookie: bob })).toMatchObject({ status: 200 });
  });

  test("orders that are made are not limited", async () => {
    const { shop, post } = await openOrders(engine);
    await registerVerified(shop);
    const cookie = await signIn(shop);
    const key = randomUUID();
    const forms = Array.from({ length: 35 }, (_, number) => orderOf([["coffee", 1]], number < 5 ? key : undefined));
    const answers = await Promise.all(forms.map((form) => post(form, { cookie })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await ordersOf(shop)).toHaveLength(31);
  });
});
