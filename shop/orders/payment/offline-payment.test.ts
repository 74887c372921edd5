import { expect, onTestFinished, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEnginesInTurns } from "../../../tests/support/databases.ts";
import { setUpDiscount } from "../../../tests/support/discounts.ts";
import { runDue, sendDueMails } from "../../../tests/support/due-jobs.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf } from "../../../tests/support/orders.ts";
import { setSettings } from "../../../tests/support/set-settings.ts";
import { openStripeStandIn } from "../../../tests/support/stripe-stand-in.ts";
import { auditShop } from "../../audit/audit-shop.ts";
import { readBookkeepingTotals } from "../../bookkeeping/write-bookkeeping-csv.ts";
import { readProduct } from "../../catalog/lists/read-products.ts";
import { placeOrder } from "../../checkout/place-order.ts";
import { readDocuments } from "../../documents/read-documents.ts";
import { reschedule } from "../../jobs/worker.ts";
import { createJobHandlers } from "../../open/job-handlers.ts";
import { readUnpaidWarnings } from "../../owners/read-unpaid.ts";
import { openPayments } from "../../payments/registry.ts";
import type { Shop } from "../../shop.ts";
import { saveTaxes } from "../../taxes/save-taxes.ts";
import { newTaxes } from "../../taxes/tax-form.ts";
import { dayOf } from "../../values/days.ts";
import { cancelOrder } from "../cancel-order.ts";
import { OrderChangedError } from "../change-order.ts";
import { staff } from "../state/events.ts";
import { CorrectionRefusedError } from "../state/order.ts";
import { TransitionRefusedError } from "../state/state-machine.ts";
import { readAdminOrder } from "../views/admin.ts";
import { readCustomersOrder } from "../views/read-order.ts";
import { paymentStatus } from "../views/receipt.ts";
import { markPaid, undoPayment } from "./offline-payment.ts";
import { startCheckout } from "./payment.ts";
import { refundOrder } from "./refund.ts";
import { waysToPay } from "./ways-to-pay.ts";

const by = { actor: staff("olga@example.com") };

/** A shop that issues invoices and tells how to pay it, with an unpaid order. */
async function openWithOrder(engine: Engine) {
  const { shop, readMails } = await openTestShop(engine);
  const paymentInstructions = "Pay to account 1234 56 78901\nwithin 14 days.";
  expect(waysToPay(shop).map(({ label }) => label)).toEqual(["Visa", "Mastercard"]);
  await setSettings(shop, { paymentInstructions });
  await saveTaxes(shop, { ...newTaxes, invoices: "on" }, { original: newTaxes, actor: by.actor.id });
  await shop.refreshSettings();
  expect(waysToPay(shop).map(({ label }) => label)).toEqual(["Invoice or bank transfer"]);
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord({ stock: 6 })]);
  const form = { ...orderOf([["coffee", 2]]), paymentMethod: "invoice" } as const;
  const number = await placeOrder(shop.db, uid, form, shop.now(), "manual", shop.settings);
  return {
    shop,
    number,
    read: () => readAdminOrder(shop.db, number),
    async pay() {
      const { version } = await readAdminOrder(shop.db, number);
      await markPaid(shop, number, { ...by, version });
    },
    async mails() {
      await sendDueMails(shop);
      return (await readMails()).filter(({ subject }) => subject?.includes(number));
    },
    async status() {
      const receipt = await readCustomersOrder(shop.db, uid, number);
      return receipt && paymentStatus(receipt, "en");
    },
  };
}

function inDays(shop: Shop, days: number): Shop {
  return { ...shop, now: () => new Date(Date.now() + days * 24 * 60 * 60_000) };
}

/** Runs the job of due payments, as a worker that starts now. */
async function runPayments(shop: Shop) {
  await reschedule(shop.db, createJobHandlers(shop), shop.now());
  await runDue(shop, "duePayments");
}

forEnginesInTurns((_, engine) => {
  test("an order that is paid outside the shop awaits its payment until its owner marks it as paid", async () => {
    const { shop, number, read, pay, mails, status } = await openWithOrder(engine);
    expect(await status()).toBe("Awaiting payment");
    const [confirmation, ...early] = await mails();
    expect(confirmation?.text).toContain(
      `How to pay:\n\nPay to account 1234 56 78901\nwithin 14 days.\nAmount: $19.00\nOrder number: ${number}\n\n`,
    );
    expect(confirmation?.text).toContain("Payment method: Invoice or bank transfer");
    expect([early, confirmation?.attachments]).toEqual([[], []]);
    await runPayments(inDays(shop, 13));
    const { version } = await read();

    await pay();
    expect(await status()).toBe("Paid");
    const order = await read();
    expect(order).toMatchObject({ state: "paid", refundableCents: 1900 });
    expect(order.events).toMatchObject([{ step: "paid", amountCents: 1900, actor: by.actor }]);
    expect(await readDocuments(shop.db, number)).toMatchObject([{ grossCents: 1900 }]);
    const told = (await mails()).find(({ subject }) => subject?.startsWith("We've received your payment"));
    expect(told?.text).toContain(`Your order ${number} is paid. We'll email you when it ships.`);
    expect(told?.text).toContain("Your invoice is attached.");
    expect(told?.attachments).toHaveLength(1);

    await expect(pay()).rejects.toThrow("This order has already been paid");
    await expect(markPaid(shop, number, { ...by, version })).rejects.toThrow(OrderChangedError);
    await expect(undoPayment(shop, number, by)).rejects.toThrow(/^Invoice \S+ was issued with the payment\. Refund/);
    await refundOrder(shop, number, { ...by, reason: "Broken" });
    expect(await status()).toBe("Refunded");
  });

  test("without invoices, a payment that was recorded by mistake is undone, and the books have no sale", async () => {
    const { shop, number, read, pay } = await openWithOrder(engine);
    await saveTaxes(shop, newTaxes, { original: { ...newTaxes, invoices: "on" }, actor: by.actor.id });
    await shop.refreshSettings();
    await pay();
    const today = dayOf(shop.now(), shop.settings.timeZone);
    const totals = () => readBookkeepingTotals(shop.db, { from: today, to: today }, shop.settings);
    expect(await totals()).toMatchObject({ salesCents: 1900 });
    await undoPayment(shop, number, by);
    expect(await read()).toMatchObject({ state: "awaiting-payment", dueCents: 1900, payUntil: null });
    expect(await totals()).toMatchObject({ salesCents: 0, refundsCents: 0 });
    expect((await auditShop(shop.db)).differences).toEqual([]);
    await pay();
    expect(await read()).toMatchObject({ state: "paid", refundableCents: 1900 });
  });

  test("an order that isn't paid within 14 days is cancelled: its items and code are free again, and it has no invoice", async () => {
    const { shop, number, mails, status } = await openWithOrder(engine);
    const uid = await registerVerified(shop, { email: "bob@example.com" });
    await setUpDiscount(shop, { code: "ONCE", uses: "1" });
    const coded = { ...orderOf([["coffee", 4]]), discountCode: "ONCE", discountCents: 380 };
    await placeOrder(shop.db, uid, coded, shop.now(), "manual", shop.settings);
    expect((await mails())[0]?.text).toMatch(/We cancel orders that aren't paid by .*\d{4}\./);
    await runPayments(inDays(shop, 15));
    await sendDueMails(inDays(shop, 16));
    expect(await status()).toBe("Not paid");
    expect((await readProduct(shop.db, "coffee"))?.stock).toBe(6);
    expect(await shop.db.selectFrom("discounts").select("uses").execute()).toEqual([{ uses: 0 }]);
    expect(await readDocuments(shop.db, number)).toEqual([]);
    expect((await mails()).map(({ text }) => text).join()).toContain("We didn't receive a payment in time");
  });

  test("the owner says after how many days, also in a shop that another provider takes payments for by now", async () => {
    const { shop, status } = await openWithOrder(engine);
    const uid = await registerVerified(shop, { email: "bob@example.com" });
    await setSettings(shop, { unpaidDays: "3" });
    const bobs = await placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now(), "manual", shop.settings);
    const stripe = await openStripeStandIn();
    onTestFinished(stripe.close);
    const payments = await openPayments({ stripe: stripe.settings });
    await runPayments({ ...inDays(shop, 4), payments });
    expect(await readAdminOrder(shop.db, bobs)).toMatchObject({ state: "cancelled" });
    expect(await status()).toBe("Awaiting payment");
  });

  test("a customer holds limited pieces without paying, and four times as many after their first paid order", async () => {
    const { shop, pay } = await openWithOrder(engine);
    await shop.db.updateTable("products").set({ stock: 100 }).execute();
    await setSettings(shop, { unpaidPieces: "5" });
    const { uid } = await shop.db.selectFrom("customers").select("uid").executeTakeFirstOrThrow();
    const order = (pieces: number) =>
      placeOrder(shop.db, uid, orderOf([["coffee", pieces]]), shop.now(), "manual", shop.settings);
    await expect(order(4)).rejects.toMatchObject({ exceeded: { by: "pieces", limit: 5, reached: 6 } });
    const three = await order(3);
    await pay();
    await expect(order(18)).rejects.toMatchObject({ exceeded: { by: "pieces", limit: 20, reached: 21 } });
    await order(17);
    await cancelOrder(shop, three, by);
    await order(3);
    await placeOrder(shop.db, uid, orderOf([["coffee", 50]]), shop.now());
  });

  test("a customer's unpaid orders cost no more than the owner allows", async () => {
    const { shop } = await openWithOrder(engine);
    await setSettings(shop, { unpaidAmount: "28,49" });
    const { uid } = await shop.db.selectFrom("customers").select("uid").executeTakeFirstOrThrow();
    const order = () => placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now(), "manual", shop.settings);
    await expect(order()).rejects.toMatchObject({ exceeded: { by: "cents", limit: 2849, reached: 2850 } });
    await setSettings(shop, { unpaidAmount: "28.50" });
    await order();
  });

  test("owners see what unpaid orders hold, and which are about to be cancelled", async () => {
    const { shop } = await openWithOrder(engine);
    expect(await readUnpaidWarnings(shop.db, shop.now())).toEqual({ held: [], ending: 0 });
    await shop.db.updateTable("products").set({ stock: 20 }).execute();
    const { uid } = await shop.db.selectFrom("customers").select("uid").executeTakeFirstOrThrow();
    await placeOrder(shop.db, uid, orderOf([["coffee", 10]]), shop.now(), "manual", shop.settings);
    const soon = inDays(shop, 13.5).now();
    const held = [{ id: "coffee", title: "Filter Coffee", options: null, held: 12, stock: 10 }];
    expect(await readUnpaidWarnings(shop.db, soon)).toEqual({ held, ending: 2 });
  });

  test("an unpaid order can be cancelled, and is then restocked and not paid any more", async () => {
    const { shop, number, pay, status } = await openWithOrder(engine);
    expect(await cancelOrder(shop, number, by)).toBeUndefined();
    expect((await readProduct(shop.db, "coffee"))?.stock).toBe(6);
    expect(await status()).toBe("Not paid");
    await expect(pay()).rejects.toThrow(TransitionRefusedError);
  });

  test("an order whose provider takes the payment can't be marked as paid", async () => {
    const stripe = await openStripeStandIn();
    onTestFinished(stripe.close);
    const { shop } = await openTestShop(engine, { providers: { stripe: stripe.settings } });
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord()]);
    const number = await placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now(), "stripe");
    await startCheckout(shop, number);
    const { version } = await readAdminOrder(shop.db, number);
    await expect(markPaid(shop, number, { ...by, version })).rejects.toThrow(CorrectionRefusedError);
  });
});
