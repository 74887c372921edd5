import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { runDue, sendDueMails } from "../../../tests/support/due-jobs.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf } from "../../../tests/support/orders.ts";
import { setSettings } from "../../../tests/support/set-settings.ts";
import { registerForVat } from "../../../tests/support/set-up-invoice.ts";
import { auditShop } from "../../audit/audit-shop.ts";
import { readBookkeepingTotals, writeBookkeepingCsv } from "../../bookkeeping/write-bookkeeping-csv.ts";
import { placeOrder } from "../../checkout/place-order.ts";
import { readDocuments } from "../../documents/read-documents.ts";
import { reschedule } from "../../jobs/worker.ts";
import { createJobHandlers } from "../../open/job-handlers.ts";
import type { StoredSettings } from "../../settings/settings.ts";
import type { Shop } from "../../shop.ts";
import { addDays, dayOf, formatDay } from "../../values/days.ts";
import { cancelOrder } from "../cancel-order.ts";
import { undoSent } from "../correct-order.ts";
import { deliverOrder, returnOrder, sendOrder } from "../fulfil-order.ts";
import { staff } from "../state/events.ts";
import { deductionRows } from "../sums.ts";
import { readAdminOrder, toOrderDetailsJson } from "../views/admin.ts";
import { toCustomerOrder } from "../views/customer.ts";
import { findOrders } from "../views/find-orders.ts";
import { readOrderPage } from "../views/read-order.ts";
import { paymentStatus, receiptDetails } from "../views/receipt.ts";
import { markPaid, remind, undoPayment } from "./offline-payment.ts";
import { refundOrder, returnItem } from "./refund.ts";

const by = { actor: staff("olga@example.com") };
const parcel = { ...by, carrier: null, tracking: null };
const reason = "One was bruised";
const norwegian = { invoicesFirst: "on", bankAccount: "86011117947", sendsUnpaid: "on" } as const;

/** A shop that is registered for VAT and sends invoices before they are paid, with a customer's order of two at 9.50. */
async function openWithOrder(engine: Engine, settings: Partial<StoredSettings> = norwegian) {
  const { shop, readMails } = await openTestShop(engine);
  await registerForVat(shop);
  await setSettings(shop, settings);
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord({ stock: 100 })]);
  const order = (pieces = 2, now = shop.now()) => {
    const form = { ...orderOf([["coffee", pieces]]), paymentMethod: "invoice" } as const;
    return placeOrder(shop.db, uid, form, now, "manual", shop.settings);
  };
  const number = await order();
  return {
    ...{ shop, order, number },
    read: () => readAdminOrder(shop.db, number),
    documents: () => readDocuments(shop.db, number),
    status: async () => paymentStatus(await readAdminOrder(shop.db, number), "en"),
    async mails() {
      await sendDueMails(shop);
      return (await readMails()).filter(({ subject }) => subject?.includes(number));
    },
    allMails: readMails,
    async audit() {
      expect((await auditShop(shop.db)).differences).toEqual([]);
    },
  };
}

function inDays(shop: Shop, days: number): Shop {
  return { ...shop, now: () => new Date(Date.now() + days * 24 * 60 * 60_000) };
}

async function runPayments(shop: Shop) {
  await reschedule(shop.db, createJobHandlers(shop), shop.now());
  await runDue(shop, "duePayments");
}

forEachEngine((_, engine) => {
  test("an order has its invoice at once; it is sent, reminded of once a day, paid and refunded", async () => {
    const { shop, number, read, documents, status, mails, audit } = await openWithOrder(engine);
    const dueOn = addDays(dayOf(shop.now(), shop.settings.timeZone), 14);
    const placed = await read();
    expect(placed).toMatchObject({ state: "awaiting-payment", dueOn, dueCents: 1900, payUntil: null });
    expect(placed.paymentReference).toMatch(/^\d{10}$/);
    const [invoice] = await documents();
    const { paymentReference } = placed;
    expect(invoice).toMatchObject({
      grossCents: 1900,
      dueOn,
      bankAccount: { number: "86011117947" },
      paymentReference,
    });
    const [confirmation] = await mails();
    expect(confirmation?.attachments).toHaveLength(1);
    for (const text of [
      "Bank account: 8601 11 17947",
      `KID: ${paymentReference}`,
      "Amount due: $19.00",
      "email you when it ships",
    ])
      expect(confirmation?.text).toContain(text);
    const found = async (text: string) =>
      (await findOrders(shop.db, { text, sort: "newest", limit: 5 })).orders.map(({ orderNumber }) => orderNumber);
    expect(await found(paymentReference ?? "")).toEqual([number]);

    await sendOrder(shop, number, parcel);
    expect([(await read()).state, await status()]).toEqual(["sent", "Awaiting payment"]);
    await undoSent(shop, number, by);
    expect((await read()).state).toBe("awaiting-payment");
    await sendOrder(shop, number, parcel);
    await deliverOrder(shop, number, by);
    const late = inDays(shop, 20);
    const overdue = async (today: string) =>
      (await findOrders(shop.db, { overdueOn: today, sort: "newest", limit: 5 })).orders.length;
    expect([await overdue(dueOn), await overdue(addDays(dueOn, 1))]).toEqual([0, 1]);
    const openPayment = async (today: string) => {
      const { orders } = await readOrderPage(shop.db, placed.uid, 1);
      return orders.map((listed) => toCustomerOrder(listed, { today, locale: "en" }).openPayment);
    };
    const day = formatDay(dueOn, "en");
    expect(await openPayment(dueOn)).toEqual([`to be paid by ${day}`]);
    expect(await openPayment(addDays(dueOn, 1))).toEqual([`payment was due on ${day}`]);
    await runPayments(late);
    await remind(late, number, by);
    await expect(remind(late, number, by)).rejects.toThrow("The customer was already reminded today");
    await remind(inDays(shop, 21), number, by);
    await sendDueMails(late);
    const reminder = (await mails()).find(({ subject }) => subject?.startsWith("Reminder"));
    expect(reminder?.text).toContain("It was due on");
    expect(reminder?.text).toContain(`KID: ${paymentReference}`);
    expect(reminder?.attachments).toHaveLength(1);
    await audit();

    await markPaid(shop, number, by);
    await expect(markPaid(shop, number, by)).rejects.toThrow("This order has already been paid");
    await expect(remind(shop, number, by)).rejects.toThrow("This order has already been paid");
    expect([(await read()).state, await status(), await openPayment(dueOn)]).toEqual([
      "delivered",
      "Paid",
      [undefined],
    ]);
    expect(await documents()).toHaveLength(1);
    await refundOrder(shop, number, { ...by, reason });
    expect((await read()).state).toBe("refunded");
    expect((await documents()).map(({ kind }) => kind)).toEqual(["invoice", "creditNote"]);
    await audit();
  });

  test("what was never paid is credited: an item that came back, a part, and a cancelled order", async () => {
    const { shop, order, number, read, documents, status, mails, allMails, audit } = await openWithOrder(engine);
    await expect(refundOrder(shop, number, { ...by, reason })).rejects.toThrow("Cancel the order instead");
    await refundOrder(shop, number, { ...by, reason, amountCents: 400 });
    await expect(refundOrder(shop, number, { ...by, reason, amountCents: 1501 })).rejects.toThrow(
      "You can credit up to $15.00",
    );
    await sendOrder(shop, number, parcel);
    await returnItem(shop, number, { ...by, reason, productId: "coffee", quantity: 1, isRestocked: true });
    const unpaid = await read();
    expect(unpaid).toMatchObject({ state: "sent", creditedCents: 1350, dueCents: 550, refundableCents: 0 });
    const rows = [...receiptDetails(unpaid, shop.settings), ...deductionRows(unpaid, "en")];
    expect(rows.filter(([name]) => name === "Amount due")).toEqual([["Amount due", "$5.50"]]);
    expect(deductionRows(unpaid, "en")).toEqual([
      ["Credited", "−$13.50"],
      ["Amount due", "$5.50"],
    ]);
    await audit();
    await markPaid(shop, number, by);
    expect((await read()).refundableCents).toBe(550);
    await refundOrder(shop, number, { ...by, reason, amountCents: 450 });
    const refunded = await read();
    expect(deductionRows(refunded, "en")).toEqual([
      ["Credited", "−$13.50"],
      ["Refunded", "−$4.50"],
      ["Net payment", "$1.00"],
    ]);
    expect(toOrderDetailsJson(refunded)).toMatchObject({ credited: "13.50", refunded: "4.50", netPrice: "1.00" });
    await refundOrder(shop, number, { ...by, reason, amountCents: 100 });
    expect([(await read()).state, await status()]).toEqual(["refunded", "Refunded"]);
    expect((await documents()).map(({ grossCents }) => grossCents)).toEqual([1900, 400, 950, 450, 100]);
    const credit = (await mails()).find(({ subject }) => subject?.startsWith("We've credited $4.00"));
    expect(credit?.text).toContain("Reason: One was bruised");
    expect(credit?.attachments).toHaveLength(1);

    const cancelled = await order();
    await cancelOrder(shop, cancelled, by);
    await sendDueMails(shop);
    const late = (await allMails()).filter(({ subject }) => subject?.includes(cancelled));
    expect(late[0]?.text).toContain("It has been cancelled since then.");
    expect(late[0]?.text).not.toContain("How to pay");
    expect(late.map(({ attachments }) => attachments.length)).toEqual([0, 1]);
    expect(await readDocuments(shop.db, cancelled)).toMatchObject([
      { kind: "invoice" },
      { kind: "creditNote", grossCents: 1900 },
    ]);
    const returned = await order();
    await sendOrder(shop, returned, parcel);
    await returnOrder(shop, returned, by);
    expect((await readAdminOrder(shop.db, returned)).closable).toBe("return");
    await refundOrder(shop, returned, { ...by, reason });
    const credited = await readAdminOrder(shop.db, returned);
    expect([credited.state, paymentStatus(credited, "en"), credited.closable]).toEqual([
      "returned",
      "Credited",
      undefined,
    ]);
    await expect(markPaid(shop, returned, by)).rejects.toThrow("All of this order's invoice was credited");
    await audit();
  });

  test("an invoice of one month that is paid in the next is sold in the first, and never twice", async () => {
    const { shop, order, audit } = await openWithOrder(engine, { ...norwegian, timeZone: "Europe/Oslo" });
    const number = await order(2, new Date("2026-01-30T12:00:00Z"));
    await sendOrder(shop, number, parcel);
    const paidAt = () => new Date("2026-02-03T12:00:00Z");
    await refundOrder({ ...shop, now: () => new Date("2026-02-01T12:00:00Z") }, number, {
      ...by,
      reason,
      amountCents: 400,
    });
    await markPaid({ ...shop, now: paidAt }, number, by);
    const [january, february] = [
      { from: "2026-01-01", to: "2026-01-31" },
      { from: "2026-02-01", to: "2026-02-28" },
    ] as const;
    const totals = (period: typeof january | typeof february) =>
      readBookkeepingTotals(shop.db, period, { timeZone: "Europe/Oslo" });
    expect(await totals(january)).toMatchObject({ salesCents: 1900, refundsCents: 0, vat: [{ vatCents: 380 }] });
    expect(await totals(february)).toMatchObject({ salesCents: 0, refundsCents: -400, vat: [{ vatCents: -80 }] });
    const parts: string[] = [];
    for await (const part of writeBookkeepingCsv(shop.db, february, { timeZone: "Europe/Oslo" })) parts.push(part);
    const rows = parts.join("").trim().split(/\r?\n/).slice(1);
    expect(rows.map((row) => row.split(",").filter((_, index) => [1, 7, 9].includes(index)))).toEqual([
      ["Credit", "-4.00", "invoice"],
      ["Payment", "-15.00", "invoice"],
      ["Payment", "15.00", "manual"],
    ]);
    await audit();
  });

  test("a payment that was recorded by mistake is taken back, also in the books, unless the order was sent after it", async () => {
    const { shop, number, read, status, mails, audit } = await openWithOrder(engine);
    await mails();
    await markPaid(shop, number, by);
    expect(await undoPayment(shop, number, by), "the email about the payment was still waiting").toBe(false);
    expect(await read()).toMatchObject({ state: "awaiting-payment", dueCents: 1900 });
    expect([await status(), (await mails()).length]).toEqual(["Awaiting payment", 1]);
    await markPaid(shop, number, by);
    await mails();
    expect(await undoPayment(shop, number, by)).toBe(true);
    expect((await mails()).map(({ subject }) => subject)).toContainEqual(expect.stringContaining("isn't paid yet"));
    await expect(undoPayment(shop, number, by)).rejects.toThrow("can't be marked as not paid");
    await remind(shop, number, by);
    await markPaid(shop, number, by);

    const today = dayOf(shop.now(), shop.settings.timeZone);
    const period = { from: today, to: today };
    const { timeZone } = shop.settings;
    expect(await readBookkeepingTotals(shop.db, period, { timeZone })).toMatchObject({ salesCents: 1900 });
    const parts: string[] = [];
    for await (const part of writeBookkeepingCsv(shop.db, period, { timeZone })) parts.push(part);
    const paid = parts
      .join("")
      .split(/\r?\n/)
      .filter((row) => row.includes(",manual,"));
    expect(paid.map((row) => row.split(",")[7])).toEqual(["19.00", "-19.00", "19.00", "-19.00", "19.00"]);
    await sendOrder(shop, number, parcel);
    await expect(undoPayment(shop, number, by)).rejects.toThrow("This order is sent and can't be marked as not paid");
    await audit();
  });

  test("elsewhere the reference is RF; unpaid orders are cancelled after the owner's days, but none that was sent", async () => {
    const account = { bankAccount: "DE89370400440532013000", bic: "DEUTDEFF" };
    const settings = { invoicesFirst: "on", ...account, invoiceDays: "10", invoiceGraceDays: "5" } as const;
    const { shop, order, number, read, documents, audit } = await openWithOrder(engine, settings);
    expect((await read()).paymentReference).toMatch(new RegExp(`^RF\\d\\d${number}$`));
    await expect(sendOrder(shop, number, parcel)).rejects.toThrow("This order is awaiting payment and can't be sent");
    await setSettings(shop, { sendsUnpaid: "on" });
    const sent = await order();
    await sendOrder(shop, sent, parcel);
    await runPayments(inDays(shop, 15));
    expect((await read()).state).toBe("awaiting-payment");
    await runPayments(inDays(shop, 17));
    expect([(await read()).state, (await documents()).length]).toEqual(["cancelled", 2]);
    expect((await readAdminOrder(shop.db, sent)).state).toBe("sent");
    await audit();
  });

  test("invoices that aren't due yet don't refuse the next order, and two of one customer never share a reference", async () => {
    const { shop, order, number } = await openWithOrder(engine, {
      ...norwegian,
      kidPrefix: "55",
      kidLength: "8",
    });
    const other = await order();
    const references = [number, other].map((each) => readAdminOrder(shop.db, each));
    const [first, second] = (await Promise.all(references)).map(({ paymentReference }) => paymentReference);
    expect(first).toMatch(/^55\d{6}$/);
    expect(second).not.toBe(first);
    for (let placed = 2; placed < 6; placed++) await order(1);
    await sendOrder(shop, number, parcel);
    const later = inDays(shop, 15).now();
    await expect(order(1, later)).rejects.toMatchObject({ exceeded: { by: "orders" } });
    await sendOrder(shop, other, parcel);
    await order(1, later);
    await expect(order(42)).rejects.toMatchObject({ exceeded: { by: "pieces", reached: 51 } });
  });
});
