import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { expect, inject, onTestFinished, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { endRegistration, registerForVat } from "../../tests/support/set-up-invoice.ts";
import { openStripeStandIn } from "../../tests/support/stripe-stand-in.ts";
import { auditShop } from "../audit/audit-shop.ts";
import { checkBookedHours } from "../audit/check-booked-hours.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { changeOrder } from "../orders/change-order.ts";
import { startCheckout, syncPayment } from "../orders/payment/payment.ts";
import { refundOrder } from "../orders/payment/refund.ts";
import { staff } from "../orders/state/events.ts";
import { readSales } from "../orders/views/read-sales.ts";
import { addDays, dayOf } from "../values/days.ts";
import { keepBookedHours } from "./booked-hours.ts";
import { readBalances, readBookkeepingTotals, writeBookkeepingCsv } from "./write-bookkeeping-csv.ts";

const wish = { actor: staff("olga@example.com"), reason: "A dent" };
const timeZone = "Europe/Oslo";

forEachEngine((_, engine) => {
  test("each sale and refund is there on its own date, by rate, with its document", async () => {
    const { shop, place, period, rows } = await openSeller(engine);
    await registerForVat(shop);
    const number = await place();
    await refundOrder(shop, number, { ...wish, amountCents: 1230 });
    await shop.db.updateTable("products").set({ vatRate: null }).execute();
    await endRegistration(shop);
    const plain = await place();
    const year = period.to.slice(0, 4);
    expect(
      (await rows()).map((row) => [
        row.Type,
        row["Order number"],
        row.Document,
        row["VAT rate"],
        row.Net,
        row.VAT,
        row.Gross,
      ]),
    ).toEqual([
      ["Sale", number, `${year}-0001`, "25%", "80.00", "20.00", "100.00"],
      ["Sale", number, `${year}-0001`, "15%", "20.00", "3.00", "23.00"],
      ["Refund", number, `C${year}-0001`, "25%", "-8.00", "-2.00", "-10.00"],
      ["Refund", number, `C${year}-0001`, "15%", "-2.00", "-0.30", "-2.30"],
      ["Sale", plain, "", "", "123.00", "0.00", "123.00"],
    ]);
    expect(await rows({ from: addDays(period.from, -9), to: addDays(period.from, -1) })).toEqual([]);
    expect(await readBookkeepingTotals(shop.db, period, { timeZone })).toMatchObject({
      salesCents: 24_600,
      refundsCents: -1230,
      vat: [
        { basisPoints: 2500, grossCents: 9000, netCents: 7200, vatCents: 1800 },
        { basisPoints: 1500, grossCents: 2070, netCents: 1800, vatCents: 270 },
      ],
    });
  });

  test("hours that are over are read as they were added up, until something is booked in them; an audit finds wrong ones", async () => {
    const { shop, place, period } = await openSeller(engine);
    await registerForVat(shop);
    const number = await place();
    const read = () => readBookkeepingTotals(shop.db, period, { timeZone });
    const counted = await read();
    const inTwoHours = { ...shop, now: () => new Date(shop.now().getTime() + 2 * 60 * 60_000) };
    await keepBookedHours(inTwoHours, new AbortController().signal);
    expect([await read(), (await auditShop(shop.db)).differences]).toEqual([counted, []]);
    await shop.db.updateTable("bookedHours").set({ sums: "[]" }).execute();
    expect(await read()).toMatchObject({ salesCents: 0, vat: [] });
    expect((await auditShop(shop.db)).differences).toMatchObject([{ what: "What the hour adds up to", found: "[]" }]);
    await refundOrder(shop, number, { ...wish, amountCents: 1230 });
    expect(await read()).toMatchObject({ salesCents: 12_300, refundsCents: -1230 });
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("refunds that fail come back, and what was placed before invoices has VAT too; all adds up to the dashboard's sales", async () => {
    const stripe = await openStripeStandIn();
    onTestFinished(stripe.close);
    const { shop, place, period, rows } = await openSeller(engine, { providers: { stripe: stripe.settings } });
    await registerForVat(shop);
    const paid = async () => {
      const number = await place("stripe");
      await startCheckout(shop, number);
      const session = stripe.books.list("session").find((session) => session.client_reference_id === number);
      stripe.account.pay(session?.id ?? "");
      await syncPayment(shop, number);
      return number;
    };
    const [first, second] = [await paid(), await paid()];
    await shop.db.deleteFrom("documents").execute();
    await refundOrder(shop, first, { ...wish, amountCents: 333 });
    const [refund] = await shop.db.selectFrom("refunds").selectAll().execute();
    const result = { state: "failed", externalId: refund?.externalId ?? "", error: "Expired" } as const;
    await changeOrder(shop, first, { type: "refundResult", refundId: refund?.id ?? "", result });
    for (const amountCents of [333, 1000, 77]) await refundOrder(shop, first, { ...wish, amountCents });
    await cancelOrder(shop, second, { actor: wish.actor });
    const { salesCents, refundsCents, vat } = await readBookkeepingTotals(shop.db, period, { timeZone });
    const today = await readSales(shop.db, { last: period.to, count: 2, timeZone });
    expect(salesCents + refundsCents).toBe(today.reduce((sum, { cents }) => sum + cents, 0));
    expect([salesCents, refundsCents]).toEqual([24_600, -12_300 - 1410]);
    expect(vat.reduce((sum, { grossCents }) => sum + grossCents, 0)).toBe(salesCents + refundsCents);
    stripe.account.payOut(10_000);
    const balances = await readBalances(shop, period);
    const others = (balances.get("stripe") ?? []).filter(({ isSaleOrRefund }) => !isSaleOrRefund);
    const [fee] = others;
    expect(others.map(({ type, amountCents, currency }) => [type, amountCents, currency])).toEqual([
      ["Fee", -387, "USD"],
      ["Fee", -387, "USD"],
      ["Payout", -10_000, "USD"],
    ]);
    const options = { timeZone, balances };
    let csv = "";
    for await (const part of writeBookkeepingCsv(shop.db, period, options)) csv += part;
    expect(csv).toContain(`,Fee,,,,-3.87,0.00,-3.87,USD,stripe,${fee?.reference}\r\n`);
    let without = "";
    for await (const part of writeBookkeepingCsv(shop.db, period, {
      timeZone,
      balances: new Map([["stripe", undefined]]),
    }))
      without += part;
    expect(without).toMatch(/\r\n,Fees and payouts are missing,{8}stripe,\r\n$/);
    expect((await readBalances(shop, { from: "2020-01-01", to: "2020-01-31" })).get("stripe")).toEqual([]);
    const all = await rows();
    expect(
      all.filter(({ Type }) => Type === "Failed refund").reduce((sum, { Gross }) => sum + Number(Gross), 0),
    ).toBeCloseTo(3.33);
    expect(all.every(({ Reference }) => Reference?.startsWith("pi_"))).toBe(true);
    for (const { Net, VAT, Gross } of all) expect(Number(Net) + Number(VAT)).toBeCloseTo(Number(Gross));
  });
});

// SQLite has one writer.
test.skipIf(!inject("postgresUrl"))(
  "an hour isn't added up while a transaction may still book something in it",
  async () => {
    const { shop, place } = await openSeller("postgres");
    await place();
    const { id } = await shop.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    const refund = {
      orderId: id,
      position: 9,
      step: "refundedInPart",
      amountCents: 100,
      createdAt: shop.now().getTime(),
    } as const;
    const writer = await shop.db.startTransaction().execute();
    await writer
      .insertInto("orderEvents")
      .values({ ...refund, actorType: "system", actorId: "shop" })
      .execute();
    const inTwoHours = { ...shop, now: () => new Date(shop.now().getTime() + 2 * 60 * 60_000) };
    const keeping = keepBookedHours(inTwoHours, new AbortController().signal);
    // Longer than one run counts.
    const first = await Promise.race([keeping, sleep(1100, "it waits")]);
    await writer.commit().execute();
    expect(first).toBe("it waits");
    expect(await keeping, "it had no time left to count").toBe(false);
    const kept = shop.db.selectFrom("bookedHours").select("hour").where("sums", "<>", "[]");
    // Transactions of other databases on the server may have outlasted its patience.
    await eventually(async () => {
      await keepBookedHours(inTwoHours, new AbortController().signal);
      expect(await kept.execute()).not.toEqual([]);
    });
    expect(await checkBookedHours(shop.db)).toEqual([]);
  },
);

async function openSeller(engine: Engine, changes: Parameters<typeof openTestShop>[1] = {}) {
  const { shop } = await openTestShop(engine, changes);
  await importRecords(shop.db, [
    catalogRecord({ id: "bread", price: 23, stock: 100 }),
    catalogRecord({ id: "coffee", price: 50, stock: 100 }),
  ]);
  await shop.db.updateTable("products").set({ vatRate: "food" }).where("id", "=", "bread").execute();
  const uid = await registerVerified(shop);
  const form = orderOf([
    ["bread", 1, 2300],
    ["coffee", 2, 5000],
  ]);
  const today = dayOf(shop.now(), timeZone);
  const period = { from: addDays(today, -1), to: today };
  return {
    shop,
    period,
    place: (provider?: string) =>
      placeOrder(shop.db, uid, { ...form, checkoutKey: crypto.randomUUID() }, shop.now(), provider, shop.settings),
    async rows(wanted = period): Promise<Record<string, string>[]> {
      let csv = "";
      for await (const part of writeBookkeepingCsv(shop.db, wanted, { timeZone })) csv += part;
      return parse(csv, { bom: true, columns: true });
    },
  };
}
