import { expect, onTestFinished, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { openStripeStandIn } from "../../tests/support/stripe-stand-in.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { changeOrder } from "../orders/change-order.ts";
import { applyPaymentResult, getProvider, startCheckout, syncPayment } from "../orders/payment/payment.ts";
import { refundOrder } from "../orders/payment/refund.ts";
import { staff } from "../orders/state/events.ts";
import { readSettings, saveSettings } from "../settings/settings.ts";
import { saveTaxes } from "../taxes/save-taxes.ts";
import { newTaxes, type TaxFields } from "../taxes/tax-form.ts";
import { writePdf } from "./document-pdf.ts";
import { verifySeries } from "./number-series.ts";
import { readDocuments } from "./read-documents.ts";

const actor = "olga@example.com";
const registered: TaxFields = {
  ...newTaxes,
  ...{ registered: "on", registrationNumber: "NO 999 888 777 MVA" },
  ...{ name2: "Food", percent2: "15", validFrom2: "2012-01-01" },
};
const wish = { actor: staff(actor), reason: "It was broken" };

forEachEngine((_, engine) => {
  test("an order that is paid at once has an invoice, and each refund a credit note", async () => {
    const { shop, place, documents, readMails } = await openSeller(engine);
    const number = await place();
    await refundOrder(shop, number, { ...wish, amountCents: 2300 });
    await cancelOrder(shop, number, { actor: wish.actor });
    const issued = await documents(number);
    expect(
      issued.map(({ number, grossCents, vatCents, corrects, reason }) => [
        number,
        grossCents,
        vatCents,
        corrects,
        reason,
      ]),
    ).toEqual([
      ["2026-0001", 12_300, 2300, undefined, undefined],
      ["C2026-0001", 2300, 430, "2026-0001", "It was broken"],
      ["C2026-0002", 10_000, 1870, "2026-0001", "Your order was cancelled"],
    ]);
    expect(issued[0]).toMatchObject({
      kind: "invoice",
      issuedOn: "2026-11-23",
      orderNumber: number,
      seller: { name: "Torg", vatNumber: "NO 999 888 777 MVA" },
      buyer: { name: "Ada Lovelace", address: "Storgata 1, 0155 Oslo" },
      currency: "USD",
      lines: [
        { title: "Bread", quantity: 1, grossCents: 2300, basisPoints: 1500 },
        { title: "Coffee", quantity: 2, grossCents: 10_000, basisPoints: 2500 },
      ],
    });
    await sendDueMails(shop);
    const cancelled = (await readMails()).find(({ subject }) => subject?.includes("has been cancelled"));
    expect(cancelled?.attachments.map(({ filename }) => filename)).toEqual(["credit-note-C2026-0002.pdf"]);
  });

  test("without registration there are none; with the checkbox alone, they have no VAT", async () => {
    const { shop, place, documents } = await openSeller(engine, newTaxes);
    const before = await place();
    await saveTaxes(shop, { ...newTaxes, invoices: "on" }, { original: newTaxes, actor });
    await shop.refreshSettings();
    const number = await place();
    await refundOrder(shop, before, wish);
    expect(await documents(before)).toEqual([]);
    expect(await documents(number)).toMatchObject([
      { number: "2026-0001", vat: [], grossCents: 12_300, seller: { vatNumber: "" } },
    ]);
  });

  test("an order that waits for its payment has an invoice once it is paid, also late; a failed refund takes its credit note back", async () => {
    const stripe = await openStripeStandIn();
    onTestFinished(stripe.close);
    const { shop, place, documents } = await openSeller(engine, registered, { providers: { stripe: stripe.settings } });
    const number = await place("stripe");
    await startCheckout(shop, number);
    expect(await documents(number)).toEqual([]);
    stripe.account.pay(stripe.books.list("session")[0]?.id ?? "");
    await Promise.all([syncPayment(shop, number), syncPayment(shop, number)]);
    expect((await documents(number)).map(({ number }) => number)).toEqual(["2026-0001"]);
    await refundOrder(shop, number, { ...wish, amountCents: 500 });
    const [refund] = await shop.db.selectFrom("refunds").selectAll().execute();
    const failure = { state: "failed", externalId: refund?.externalId ?? "", error: "Expired card" } as const;
    const fail = () => changeOrder(shop, number, { type: "refundResult", refundId: refund?.id ?? "", result: failure });
    await Promise.all([fail(), fail()]);
    await refundOrder(shop, number, { ...wish, amountCents: 500 });
    const issued = await documents(number);
    expect(issued.map(({ number, grossCents, corrects }) => [number, grossCents, corrects])).toEqual([
      ["2026-0001", 12_300, undefined],
      ["C2026-0001", 500, "2026-0001"],
      ["2026-0002", 500, "C2026-0001"],
      ["C2026-0002", 500, "2026-0001"],
    ]);
    const late = await place("stripe");
    await startCheckout(shop, late);
    const session = stripe.books.list("session").at(-1)?.id ?? "";
    await changeOrder(shop, late, { type: "void", actor: wish.actor, notifyCustomer: false });
    stripe.account.pay(session);
    const stripePayments = getProvider(shop, "stripe");
    const result = await stripePayments.readPayment({ orderNumber: late, externalId: session });
    await applyPaymentResult(shop, late, { provider: "stripe", result });
    expect((await documents(late))[0]).toMatchObject({ number: "2026-0003", grossCents: 12_300 });
    expect((await verifySeries(shop.db, "invoice")).broken).toEqual([]);
  });

  test("orders and refunds at once are numbered without gaps, also when some fail", async () => {
    const { shop, place, documents } = await openSeller(engine);
    const orders = await Promise.all(Array.from({ length: 12 }, () => place()));
    await Promise.allSettled(
      orders.flatMap((number) => [
        refundOrder(shop, number, { ...wish, amountCents: 8000 }),
        refundOrder(shop, number, { ...wish, amountCents: 8000 }),
        place(undefined, 99_999),
      ]),
    );
    const issued = (await Promise.all(orders.map(documents))).flat();
    const numbersOf = (prefix: string) =>
      Array.from({ length: 12 }, (_, index) => `${prefix}2026-${String(index + 1).padStart(4, "0")}`);
    expect(issued.map(({ number }) => number).toSorted()).toEqual([...numbersOf(""), ...numbersOf("C")]);
    expect(await verifySeries(shop.db, "invoice")).toEqual({ count: 12, broken: [] });
    expect(await verifySeries(shop.db, "creditNote")).toEqual({ count: 12, broken: [] });
  });

  test("a document stays byte by byte, whatever becomes of seller, rates, products and customer; its PDF is in the mail", async () => {
    const { shop, place, documents, readMails } = await openSeller(engine);
    const number = await place();
    await refundOrder(shop, number, { ...wish, amountCents: 500 });
    const read = async () => {
      const issued = await documents(number);
      return {
        issued,
        pdfs: await Promise.all(issued.map(async (document) => (await writePdf(document)).toString("latin1"))),
      };
    };
    const before = await read();
    expect(before.pdfs[0]).toMatch(/^%PDF-1\.\d/);
    const original = await readSettings(shop.db);
    await saveSettings(shop, { ...original, shopName: "Other", sellerAddress: "Elsewhere 2" }, { original, actor });
    await saveTaxes(shop, { ...registered, percent2: "12", registrationNumber: "X" }, { original: registered, actor });
    await importRecords(shop.db, [catalogRecord({ id: "bread", title: "Rye bread", price: 99 })]);
    await shop.db.updateTable("customers").set({ firstname: "Grace", lastname: "Hopper" }).execute();
    await shop.refreshSettings();
    expect(await read()).toEqual(before);

    await sendDueMails(shop);
    const mails = (await readMails()).filter(({ subject }) => subject?.includes("order"));
    const attached = mails.flatMap(({ attachments }) =>
      attachments.map(({ filename, mimeType, content }) => [
        filename,
        mimeType,
        Buffer.from(content as ArrayBuffer).toString("latin1"),
      ]),
    );
    expect(attached).toEqual([
      ["invoice-2026-0001.pdf", "application/pdf", before.pdfs[0]],
      ["credit-note-C2026-0001.pdf", "application/pdf", before.pdfs[1]],
    ]);
  });
});

forEachEngine((_, engine) => {
  test("an invoice names the buyer as the order does, also after a profile change", async () => {
    const { shop, place, documents } = await openSeller(engine);
    const number = await place("manual");
    await shop.db.updateTable("customers").set({ firstname: "Grace", lastname: "Hopper" }).execute();
    await changeOrder(shop, number, { type: "markPaid", actor: staff(actor) });
    expect(await documents(number)).toMatchObject([{ kind: "invoice", buyer: { name: "Ada Lovelace" } }]);
  });
});

/** A shop that sells bread at 15 % and coffee at 25 %. */
async function openSeller(engine: Engine, taxes = registered, changes: Parameters<typeof openTestShop>[1] = {}) {
  const { shop: opened, readMails } = await openTestShop(engine, changes);
  const shop = { ...opened, now: () => new Date("2026-11-23T12:00:00Z") };
  if (taxes !== newTaxes) await saveTaxes(shop, taxes, { original: newTaxes, actor });
  await shop.refreshSettings();
  const stock = 1000;
  await importRecords(shop.db, [
    catalogRecord({ id: "bread", title: "Bread", price: 23, stock, ...(taxes === registered && { vatRate: "Food" }) }),
    catalogRecord({ id: "coffee", title: "Coffee", price: 50, stock }),
  ]);
  const uid = await registerVerified(shop);
  return {
    shop,
    readMails,
    documents: (number: string) => readDocuments(shop.db, number),
    place(provider?: string, coffeeCents = 5000) {
      const form = orderOf([
        ["bread", 1, 2300],
        ["coffee", 2, coffeeCents],
      ]);
      return placeOrder(shop.db, uid, form, shop.now(), provider, shop.settings);
    },
  };
}
