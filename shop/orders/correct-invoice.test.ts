import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { auditShop } from "../audit/audit-shop.ts";
import { readBookkeepingTotals, writeBookkeepingCsv } from "../bookkeeping/write-bookkeeping-csv.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { describeDocument } from "../documents/describe-document.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { addDays, dayOf } from "../values/days.ts";
import { correctInvoice } from "./correct-invoice.ts";
import { sendOrder } from "./fulfil-order.ts";
import { markPaid, remind } from "./payment/offline-payment.ts";
import { refundOrder, returnItems } from "./payment/refund.ts";
import { acceptReturn } from "./returns/answer-return.ts";
import { requestReturn } from "./returns/request-return.ts";
import { staff } from "./state/events.ts";
import { readAdminOrder } from "./views/admin.ts";

const actor = staff("olga@example.com");
const timeZone = "Europe/Oslo";

forEachEngine((_, engine) => {
  async function openSeller() {
    const { shop, readMails } = await openTestShop(engine);
    await registerForVat(shop);
    await importRecords(shop.db, [
      catalogRecord({ id: "bread", price: 23.45, stock: 9000, vatRate: "food" }),
      catalogRecord({ id: "coffee", price: 50, stock: 9000 }),
    ]);
    const uid = await registerVerified(shop);
    const form = () =>
      orderOf([
        ["bread", 3, 2345],
        ["coffee", 1, 5000],
      ]);
    const place = () => placeOrder(shop.db, uid, form(), shop.now(), undefined, shop.settings);
    const correct = async (number: string, name: string, more = {}) => {
      const { version } = await readAdminOrder(shop.db, number);
      const typed = {
        name,
        company: "Engines AS",
        vatNumber: "995 525 828 MVA",
        address: "Storgata 2, 0155 Oslo",
        ...more,
      };
      await correctInvoice(shop, number, { actor, reason: "Wrong name", notifyCustomer: true, typed, version });
    };
    /** The bookkeeping of all days, and its totals. */
    const readBooks = async () => {
      const today = dayOf(shop.now(), timeZone);
      const period = { from: addDays(today, -1), to: addDays(today, 1) };
      let csv = "";
      for await (const part of writeBookkeepingCsv(shop.db, period, { timeZone })) csv += part;
      const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
      return { rows, totals: await readBookkeepingTotals(shop.db, period, { timeZone }) };
    };
    return { shop, uid, readMails, form, place, correct, readBooks };
  }

  test("a corrected invoice is a credit note and a new one, which the customer gets by email", async () => {
    const { shop, readMails, place, correct, readBooks } = await openSeller();
    const number = await place();
    await refundOrder(shop, number, { actor, amountCents: 1000, reason: "Crushed" });
    await correct(number, "Grace Hopper");
    await refundOrder(shop, number, { actor, amountCents: 500, reason: "Crushed too" });
    const documents = await readDocuments(shop.db, number);
    expect(
      documents.map(({ kind, buyer, grossCents, ...rest }) => [
        kind,
        buyer.name,
        grossCents,
        rest.corrects,
        rest.replaces,
      ]),
    ).toEqual([
      ["invoice", "Ada Lovelace", 12_035, undefined, undefined],
      ["creditNote", "Ada Lovelace", 1000, documents[0]?.number, undefined],
      ["creditNote", "Ada Lovelace", 11_035, documents[0]?.number, undefined],
      ["invoice", "Grace Hopper", 11_035, undefined, documents[0]?.number],
      ["creditNote", "Grace Hopper", 500, documents[3]?.number, undefined],
    ]);
    expect(documents[3]).toMatchObject({
      buyer: { company: "Engines AS", vatNumber: "NO995525828MVA" },
      creditedCents: 1000,
    });
    expect(documents[3]?.lines).toEqual(documents[0]?.lines);
    const { rows, totals } = await readBooks();
    expect([...new Set(rows.map(({ Document }) => Document))]).toEqual(documents.map(({ number }) => number));
    const corrections = rows.filter(({ Type }) => Type === "Invoice correction");
    const sums = (list: typeof rows) =>
      ["Net", "VAT", "Gross"].map((column) => list.reduce((cents, row) => cents + centsOf(row[column]), 0));
    expect(corrections.map((row) => [row.Document, row["VAT rate"], centsOf(row.Gross) > 0, row.Reference])).toEqual([
      [documents[2]?.number, "25%", false, ""],
      [documents[2]?.number, "15%", false, ""],
      [documents[3]?.number, "25%", true, ""],
      [documents[3]?.number, "15%", true, ""],
    ]);
    expect(sums(corrections)).toEqual([0, 0, 0]);
    expect(sums(rows)[2]).toBe(12_035 - 1500);
    expect(totals).toMatchObject({ salesCents: 12_035, refundsCents: -1500 });
    expect(await readAdminOrder(shop.db, number)).toMatchObject({ company: "Engines AS", vatNumber: "NO995525828MVA" });
    await sendDueMails(shop);
    const mail = (await readMails()).find(({ subject }) => subject?.startsWith("The corrected invoice"));
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
      `invoice-${documents[3]?.number}.pdf`,
      `credit-note-${documents[2]?.number}.pdf`,
    ]);
    await expect(correct(number, "Grace Hopper")).rejects.toThrow("This is already what the invoice says");
    await expect(correct(number, "")).rejects.toThrow("Enter a name");
    await expect(correct(number, "Eve", { vatNumber: "1" })).rejects.toThrow("Enter a valid VAT number");
    await expect(correct(number, "&".repeat(500_000))).rejects.toThrow();
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("an invoice that isn't paid is corrected with its reference and due date, and asks for what is left until it is paid", async () => {
    const { shop, uid, readMails, form, correct, readBooks } = await openSeller();
    await setSettings(shop, {
      invoicesFirst: "on",
      bankAccount: "86011117947",
      sendsUnpaid: "on",
      customerReturns: "on",
    });
    const ordered = { ...form(), paymentMethod: "invoice" } as const;
    const number = await placeOrder(shop.db, uid, ordered, shop.now(), "manual", shop.settings);
    const by = { actor, reason: "Crushed" };
    const { dueOn, paymentReference } = await readAdminOrder(shop.db, number);
    await refundOrder(shop, number, { ...by, amountCents: 1000 });
    await correct(number, "Grace Hopper");
    await sendOrder(shop, number, { actor, carrier: null, tracking: null });
    const returnId = randomUUID();
    const bread = { productId: "bread", quantity: 2 };
    const items = [{ ...bread, reason: "damaged" }];
    await requestReturn(shop, { uid, orderNumber: number }, { returnId, comment: "", items });
    await acceptReturn(shop, number, returnId, { actor, instructions: "" });
    await returnItems(shop, number, { ...by, returnId, items: [{ ...bread, isRestocked: true }] });
    await correct(number, "Alan Turing");
    const left = 12_035 - 1000 - 4690;
    expect(await readAdminOrder(shop.db, number)).toMatchObject({ dueCents: left, paymentReference });
    await remind(shop, number, { actor });
    await sendDueMails(shop);
    const reminder = (await readMails()).find(({ subject }) => subject?.startsWith("Reminder"));
    await markPaid(shop, number, { actor });
    await correct(number, "Ada King");
    await refundOrder(shop, number, { ...by, amountCents: 500 });
    await correct(number, "Ada Byron");
    const documents = await readDocuments(shop.db, number);
    const asked = { dueOn, paymentReference };
    const asks = ({ dueOn, paymentReference }: (typeof documents)[number]) => dueOn && { dueOn, paymentReference };
    expect(
      documents.map((each) => [
        each.kind,
        each.buyer.name,
        each.grossCents,
        asks(each),
        each.corrects ?? each.replaces,
      ]),
    ).toEqual([
      ["invoice", "Ada Lovelace", 12_035, asked, undefined],
      ["creditNote", "Ada Lovelace", 1000, undefined, documents[0]?.number],
      ["creditNote", "Ada Lovelace", 11_035, undefined, documents[0]?.number],
      ["invoice", "Grace Hopper", 11_035, asked, documents[0]?.number],
      ["creditNote", "Grace Hopper", 4690, undefined, documents[3]?.number],
      ["creditNote", "Grace Hopper", left, undefined, documents[3]?.number],
      ["invoice", "Alan Turing", left, asked, documents[3]?.number],
      ["creditNote", "Alan Turing", left, undefined, documents[6]?.number],
      ["invoice", "Ada King", left, undefined, documents[6]?.number],
      ["creditNote", "Ada King", 500, undefined, documents[8]?.number],
      ["creditNote", "Ada King", left - 500, undefined, documents[8]?.number],
      ["invoice", "Ada Byron", left - 500, undefined, documents[8]?.number],
    ]);
    const { rows } = await readBooks();
    expect([...new Set(rows.map(({ Document }) => Document))].filter(Boolean)).toEqual(
      documents.map(({ number }) => number),
    );
    const unpaid = rows.filter((row) => row["Payment provider"] === "invoice");
    expect(unpaid.reduce((cents, { Gross }) => cents + centsOf(Gross), 0)).toBe(0);
    const facts = documents.map((each) => new Map(describeDocument(each, "en").facts));
    expect(facts[6]?.get("KID")).toBe(paymentReference);
    expect([facts[6]?.get("Payment"), facts[8]?.get("Payment"), facts[8]?.get("KID")]).toEqual([
      undefined,
      "Paid",
      undefined,
    ]);
    expect(reminder?.attachments.map(({ filename }) => filename)).toEqual([`invoice-${documents[6]?.number}.pdf`]);
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("an audit has no differences after any corrections and refunds", async () => {
    const { shop, place, correct } = await openSeller();
    const step = fc.oneof(fc.constant("correct" as const), fc.integer({ min: 1, max: 6000 }));
    let names = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const number = await place();
        for (const next of steps) {
          const { refundableCents } = await readAdminOrder(shop.db, number);
          if (refundableCents === 0) {
            await expect(correct(number, "Eve")).rejects.toThrow("All of this order's invoice was credited");
            break;
          }
          names += 1;
          if (next === "correct") await correct(number, `Buyer ${names}`);
          else {
            const amountCents = Math.min(next, refundableCents);
            await refundOrder(shop, number, { actor, amountCents, reason: "Crushed" });
          }
        }
        const documents = await readDocuments(shop.db, number);
        const sum = documents.reduce(
          (cents, { kind, grossCents }) => cents + (kind === "invoice" ? grossCents : -grossCents),
          0,
        );
        expect(sum).toBe((await readAdminOrder(shop.db, number)).refundableCents);
      }),
      { numRuns: 8 },
    );
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });
});

function centsOf(amount: string | undefined) {
  return Math.round(Number(amount) * 100);
}
