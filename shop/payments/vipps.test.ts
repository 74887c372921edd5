import { expect, onTestFinished, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { after, owner } from "../../tests/support/stripe-shop.ts";
import {
  deliverVipps,
  openVippsShop,
  runCaptures,
  sumsAtVipps,
  takeVippsEvents,
} from "../../tests/support/vipps-shop.ts";
import { openVippsStandIn, signVippsEvent, vippsKeys } from "../../tests/support/vipps-stand-in.ts";
import { writeBookkeepingCsv } from "../bookkeeping/write-bookkeeping-csv.ts";
import { safeParse } from "../forms/validate.ts";
import { sendOrder } from "../orders/fulfil-order.ts";
import { getProvider, startCheckout } from "../orders/payment/payment.ts";
import { refundOrder } from "../orders/payment/refund.ts";
import { readAdminOrder } from "../orders/views/admin.ts";
import { addDays, dayOf } from "../values/days.ts";
import { findEventAddress, keepEventAddress, readEventKey } from "./event-addresses.ts";
import { type BalanceChange, ForgedEventError, PaymentUnreachableError, type Purchase } from "./provider.ts";
import { createVippsPayments } from "./vipps.ts";
import { vippsSetup } from "./vipps-setup.ts";

const purchase = (orderNumber: string, totalCents = 10_000) =>
  ({ orderNumber, totalCents, currency: "NOK", returnUrl: "https://torg.example/order" }) as Purchase;

async function openVipps(changes = {}) {
  const vipps = await openVippsStandIn();
  onTestFinished(vipps.close);
  return { vipps, payments: createVippsPayments({ ...vipps.settings, ...changes }) };
}

test("the access token is kept for many requests, and renewed once it is no longer accepted", async () => {
  const { vipps, payments } = await openVipps();
  await Promise.all(["ORDER00001", "ORDER00002"].map((number) => payments.createCheckout(purchase(number))));
  expect(vipps.books.list("token")).toHaveLength(1);
  for (const { id } of vipps.books.list("token")) vipps.books.save("token", { id, until: 0 });
  const [read] = await Promise.all(
    ["ORDER00001", "ORDER00002"].map((externalId) => payments.readPayment({ orderNumber: externalId, externalId })),
  );
  expect(read).toMatchObject({ amountCents: 10_000, currency: "nok", createdFor: "ORDER00001", mode: "test" });
  expect(vipps.books.list("token").length).toBeLessThanOrEqual(3);
});

test("an order has one payment, also when its answer got lost and Vipps has forgotten the request", async () => {
  const { vipps, payments } = await openVipps();
  vipps.troubles.push(Promise.resolve(), "cut");
  await expect(payments.createCheckout(purchase("ORDER00001"))).rejects.toThrow(PaymentUnreachableError);
  const { url } = await payments.createCheckout(purchase("ORDER00001"));
  vipps.books.forgetAnswers();
  expect(await payments.createCheckout(purchase("ORDER00001"))).toMatchObject({ url, externalId: "ORDER00001" });
  expect(vipps.books.list("payment")).toHaveLength(1);
  await expect(payments.createCheckout(purchase("ORDER00002", 99))).rejects.toThrow("Amount too small (6010)");
});

test("wrong keys and an address without a server are told without the keys", async () => {
  const { payments } = await openVipps({ clientSecret: "another-secret" });
  const { payments: unheard } = await openVipps({ apiUrl: "http://127.0.0.1:9" });
  const ref = { orderNumber: "ORDER00001", externalId: "ORDER00001" };
  const messages: string[] = [];
  const note = (error: Error) => messages.push(`${error.name} ${error.stack} ${error.cause}`);
  await payments.readPayment(ref).catch(note);
  await unheard.readPayment(ref).catch(note);
  expect(messages).toHaveLength(2);
  for (const message of messages) {
    expect(message).toContain("PaymentUnreachableError");
    for (const key of ["another-secret", ...Object.values(vippsKeys)]) expect(message).not.toContain(key);
  }
});

test("each of its variables needs the others, and has only what a header can", () => {
  const read = (variables: object) => safeParse(vippsSetup.environment, variables);
  expect(read({})).toMatchObject({ success: true, output: undefined });
  expect(read({ ...vippsKeys, VIPPS_CAPTURE: "paid" }).output).toMatchObject({ mode: "live", capture: "paid" });
  expect(read({ ...vippsKeys, VIPPS_API_URL: "https://apitest.vipps.no/" }).output).toMatchObject({ mode: "test" });
  for (const name of Object.keys(vippsKeys)) {
    const { issues } = read({ ...vippsKeys, [name]: undefined });
    expect(issues?.[0]).toMatchObject({ path: [{ key: name }], message: expect.stringContaining("is required") });
  }
  expect(read({ ...vippsKeys, VIPPS_CLIENT_ID: "a\r\nb" }).success).toBe(false);
});

forEachEngine((_, engine) => {
  test("events are only believed when Vipps signed them; late, repeated and in any order they do no harm", async () => {
    const { shop, vipps, order } = await openVippsShop(engine);
    const number = await order();
    vipps.account.approve(number);
    const [created, authorized] = takeVippsEvents(vipps);
    const key = await readEventKey(shop, "vipps");
    if (!created || !authorized || !key) throw new Error("There is no event");
    const { body, headers } = signVippsEvent(authorized, key);
    const read = (text: string, changes: object = {}, now = new Date()) =>
      getProvider(shop, "vipps").readEvent(text, new Headers({ ...headers, ...changes }), now, key);
    const other = signVippsEvent(authorized, { ...key, secret: "another" });
    const day = 24 * 60 * 60_000;
    for (const forged of [
      read(`${body} `),
      read(body, other.headers),
      read(body, { authorization: "HMAC-SHA256 " }),
      read(body, { "x-ms-date": new Date(Date.now() - 1000).toUTCString() }),
      read("&".repeat(250_000)),
      read(body, {}, new Date(Date.now() - day)),
      read(body, {}, new Date(Date.now() + 8 * day)),
      getProvider(shop, "vipps").readEvent(body, new Headers(headers), new Date()),
    ]) {
      await expect(forged).rejects.toThrow(ForgedEventError);
    }
    expect(await readAdminOrder(shop.db, number)).toMatchObject({ state: "awaiting-payment" });
    await deliverVipps(shop, [authorized, created, authorized, authorized], new Date(Date.now() - 6 * day));
    expect((await readAdminOrder(shop.db, number)).history.map(({ step }) => step)).toEqual(["placed", "paid"]);
    await deliverVipps(shop, [{ ...authorized, reference: "OTHERSHOP1" }]);
  });

  test("the shop registers where events go, once, and again when Vipps has forgotten it or the address is another", async () => {
    const { shop, vipps } = await openVippsShop(engine);
    const provider = getProvider(shop, "vipps");
    const addresses = () => vipps.books.list("webhook").map(({ id, url }) => ({ id, url }));
    const [first] = addresses();
    const find = (looking = shop) => findEventAddress(looking, provider);
    await keepEventAddress(shop, provider);
    expect(await find()).toEqual({ url: "http://localhost:3000/payments/vipps", isRegistered: true });
    expect(addresses()).toEqual([{ id: first?.id, url: "http://localhost:3000/payments/vipps" }]);

    vipps.account.register({ url: "https://other.example/payments/vipps", events: [] });
    vipps.account.register({ url: "http://localhost:3000/payments/vipps", events: [] });
    vipps.books.remove("webhook", first?.id ?? "");
    expect(await find()).toMatchObject({ isRegistered: false });
    expect(addresses(), "looking registers nothing").toHaveLength(2);
    await keepEventAddress(shop, provider);
    expect(
      addresses()
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual(["http://localhost:3000/payments/vipps", "https://other.example/payments/vipps"]);
    const moved = { ...shop, settings: { ...shop.settings, shopUrl: "https://torg.example" } };
    expect(await find(moved)).toMatchObject({ isRegistered: false });
    await keepEventAddress(moved, provider);
    expect(
      addresses()
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual(["https://other.example/payments/vipps", "https://torg.example/payments/vipps"]);
    const { secret } = await shop.db.selectFrom("eventAddresses").select("secret").executeTakeFirstOrThrow();
    expect(secret).not.toContain(vipps.books.list("webhook").at(-1)?.secret);
    const otherSecret = { ...shop, settings: { ...moved.settings, authSecret: "a secret after a leak, for tests" } };
    expect(await readEventKey(otherSecret, "vipps")).toBeUndefined();
    await keepEventAddress(otherSecret, provider);
    expect(await readEventKey(otherSecret, "vipps")).toMatchObject({ url: "https://torg.example/payments/vipps" });
    expect(addresses()).toHaveLength(2);
  });

  test("reserved money isn't in the balance; the books say so, and add up with captures, refunds, fees and payouts", async () => {
    const { shop, vipps, orderAndPay } = await openVippsShop(engine, { capture: "paid" });
    const number = await orderAndPay();
    await startCheckout(shop, number);
    const books = async () => {
      const day = dayOf(new Date(), "Europe/Oslo");
      const period = { from: addDays(day, -1), to: addDays(day, 1) };
      const provider = getProvider(shop, "vipps");
      const changes: BalanceChange[] = [];
      const moments = [addDays(period.from, 0), addDays(period.to, 1)].map((text) => new Date(`${text}T00:00:00Z`));
      const [from = new Date(), until = new Date()] = moments;
      for await (const change of provider.listBalanceChanges(from, until)) changes.push(change);
      const balances = new Map([["vipps", changes]]);
      let text = "";
      for await (const part of writeBookkeepingCsv(shop.db, period, { timeZone: "Europe/Oslo", balances }))
        text += part;
      const rows = text
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((row) => row.split(","));
      const sum = (cents: number[]) => cents.reduce((all, some) => all + some, 0);
      return {
        rows: rows.map(([, type, , , , , , gross]) => `${type} ${gross}`),
        booked: sum(rows.map((row) => Math.round(Number(row[7]) * 100))),
        balance: sum(changes.map(({ amountCents }) => amountCents)),
      };
    };
    expect(await books()).toEqual({ rows: ["Sale 19.00", "Reserved -19.00"], booked: 0, balance: 0 });
    await runCaptures(shop);
    expect(sumsAtVipps(vipps, number)).toMatchObject({ captured: 1900, reserved: 0 });
    await sendOrder(shop, number, { actor: owner, carrier: null, tracking: null });
    await refundOrder(shop, number, { amountCents: 500, reason: "A dent", actor: owner });
    const retained = { currency: "NOK", pspReference: "302321-1" };
    vipps.account.book("funds", "fees-retained", { ...retained, value: -133 });
    vipps.account.book("fees", "fees-retained", { ...retained, value: 133 });
    vipps.account.book("funds", "payout-scheduled", { ...retained, value: -1000 });
    await runCaptures(after(shop, 5));
    const { rows, booked, balance } = await books();
    expect(rows.toSorted()).toEqual([
      ...["Captured 19.00", "Fee -1.33", "Payout -10.00", "Refund -5.00", "Reserved -19.00", "Sale 19.00"],
    ]);
    expect(booked).toBe(balance);
  });
});
