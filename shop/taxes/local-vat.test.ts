import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { sellAbroad, setUpCountries } from "../../tests/support/sell-abroad.ts";
import { serve } from "../../tests/support/serve.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { auditShop } from "../audit/audit-shop.ts";
import { readBookkeepingTotals, writeBookkeepingCsv } from "../bookkeeping/write-bookkeeping-csv.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { describeDocument } from "../documents/describe-document.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { correctInvoice } from "../orders/correct-invoice.ts";
import { refundOrder } from "../orders/payment/refund.ts";
import { staff } from "../orders/state/events.ts";
import { readAdminOrder } from "../orders/views/admin.ts";
import { addDays, dayOf } from "../values/days.ts";
import type { AbroadFields } from "./abroad-form.ts";
import { typeExchangeRate } from "./exchange-rates.ts";
import { followEcb } from "./follow-ecb.ts";

const owner = "olga@example.com";
const actor = staff(owner);
const timeZone = "Europe/Oslo";

/** A seller in Norway, with a registration in the United Kingdom, whose prices are in kroner. */
async function openSeller(engine: Engine, options = {}, abroad: Partial<AbroadFields> = {}) {
  const { shop } = await openTestShop(engine, options);
  await setSettings(shop, { currency: "NOK" });
  await registerForVat(shop);
  await sellAbroad(shop, abroad);
  await setUpCountries(shop);
  await importRecords(shop.db, [catalogRecord({ id: "coffee", price: 50.05, stock: 9000 })]);
  const uid = await registerVerified(shop);
  const today = dayOf(shop.now(), timeZone);
  const place = (country: string, zipCode: string, quantity = 3) => {
    const form = { ...orderOf([["coffee", quantity, 5005]]), country, zipCode };
    return placeOrder(shop.db, uid, form, shop.now(), undefined, shop.settings);
  };
  const refund = (number: string, amountCents: number) =>
    refundOrder(shop, number, { actor, reason: "A dent", amountCents });
  const correct = async (number: string) => {
    const { version } = await readAdminOrder(shop.db, number);
    const { buyer } = (await readDocuments(shop.db, number)).at(-1) ?? {};
    const typed = { ...buyer };
    await correctInvoice(shop, number, { actor, reason: "VAT in pounds", notifyCustomer: false, typed, version });
  };
  const typeRate = (pair: string, rate: string, validFrom = today) =>
    typeExchangeRate(shop, { pair, rate, validFrom }, owner);
  const readBooks = async () => {
    const period = { from: addDays(today, -1), to: today };
    let csv = "";
    for await (const part of writeBookkeepingCsv(shop.db, period, { timeZone, sellerCountry: "NO", hasLocalVat: true }))
      csv += part;
    const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
    return { rows, totals: await readBookkeepingTotals(shop.db, period, { timeZone, sellerCountry: "NO" }) };
  };
  const expectSound = async () => expect((await auditShop(shop.db)).differences).toEqual([]);
  return { shop, today, place, refund, correct, typeRate, readBooks, expectSound };
}

forEachEngine((_, engine) => {
  test("British VAT on an invoice in kroner is also in pounds, by the rate of its day, and credit notes add up to it", async () => {
    const { shop, today, place, refund, typeRate, readBooks, expectSound } = await openSeller(engine);
    await typeRate("GBP/NOK", "13.0003", addDays(today, -40));
    await typeRate("GBP/NOK", "13.4521", addDays(today, -3));
    await typeRate("GBP/NOK", "99", addDays(today, 1));
    const number = await place("GB", "SW1A 1AA");
    await typeRate("GBP/NOK", "20");
    for (const cents of [3333, 3334, 3333, 5015]) await refund(number, cents);
    const [invoice, ...notes] = await readDocuments(shop.db, number);
    // 25.03 of VAT at 20 % in 150.15 kroner.
    expect([invoice?.vatCents, invoice?.localVat]).toEqual([
      2503,
      {
        currency: "GBP",
        rate: {
          ...{ base: "GBP", documentRate: "13.4521", vatRate: "1" },
          ...{ validFrom: addDays(today, -3), source: "typed" },
        },
        vat: [{ basisPoints: 2000, grossCents: 1116, netCents: 930, vatCents: 186 }],
        vatCents: 186,
      },
    ]);
    expect(notes.map(({ localVat }) => localVat?.rate)).toEqual(notes.map(() => invoice?.localVat?.rate));
    expect(notes.reduce((sum, { localVat }) => sum + (localVat?.vatCents ?? 0), 0)).toBe(186);
    const described = invoice && describeDocument(invoice, "en").localVat;
    expect(described).toMatchObject({ title: "VAT in GBP", rows: [{ rate: "20%", net: "£9.30", vat: "£1.86" }] });
    expect(described?.exchangeRate).toContain("1 GBP = 13.4521 NOK (from ");
    const norwegian = await place("NO", "0155");
    const swedish = await place("SE", "111 20");
    for (const other of [norwegian, swedish])
      expect((await readDocuments(shop.db, other))[0]).not.toHaveProperty("localVat");
    const { rows, totals } = await readBooks();
    expect(totals).toMatchObject({ lacking: [], localVat: [{ country: "GB", currency: "GBP", vatCents: 0 }] });
    expect(rows.find(({ Document }) => Document === invoice?.number)).toMatchObject({
      ...{ "VAT currency": "GBP", "VAT in VAT currency": "1.86", "Net in VAT currency": "9.30" },
      ...{ "Exchange rate": "1 GBP = 13.4521 NOK", "Exchange rate of": addDays(today, -3) },
    });
    await expectSound();
  });

  test("an invoice waits for no rate; once there is one, a new invoice has it", async () => {
    const { shop, today, place, refund, correct, typeRate, readBooks, expectSound } = await openSeller(engine);
    const number = await place("GB", "SW1A 1AA");
    await refund(number, 1001);
    expect((await readDocuments(shop.db, number)).map(({ localVat }) => localVat)).toEqual(
      Array.from({ length: 2 }, () => ({ currency: "GBP", vat: [], vatCents: 0 })),
    );
    const { lacking } = (await readBooks()).totals;
    expect(lacking).toMatchObject([{ orderNumber: number, currency: "GBP" }, { orderNumber: number }]);
    await typeRate("GBP/NOK", "12", addDays(today, 1));
    await expect(correct(number)).rejects.toThrow("There is no exchange rate for GBP on ");
    await typeRate("GBP/NOK", "13.4521");
    await correct(number);
    await expect(correct(number)).rejects.toThrow("This is already what the invoice says");
    await refund(number, 14_014);
    const documents = await readDocuments(shop.db, number);
    expect(documents.map(({ kind, localVat }) => [kind, localVat?.vatCents])).toEqual([
      ["invoice", 0],
      ["creditNote", 0],
      ["creditNote", 0],
      // 186 for the whole sale, less the 12 of what was credited before.
      ["invoice", 174],
      ["creditNote", 174],
    ]);
    expect((await readBooks()).totals).toMatchObject({ lacking: [], localVat: [{ vatCents: 0, grossCents: 0 }] });
    await expectSound();
  });

  test("with the European Central Bank's rates, a seller in Sweden has their VAT in kronor; pounds stay the owner's", async () => {
    const days = { "2020-01-02": [9, 10], "2020-01-03": [11.7325, 11.2145] } as const;
    const cubes = Object.entries(days).map(
      ([day, [nok, sek]]) =>
        `<Cube time="${day}"><Cube currency="NOK" rate="${nok}"/><Cube currency="SEK" rate="${sek}"/></Cube>`,
    );
    const { url, host } = await serve((_request, response) => response.end(`<Cube>${cubes.join("")}</Cube>`));
    const options = { ecbRatesUrl: url, allowedPrivateHosts: [host] };
    const { shop, today, place, typeRate, expectSound } = await openSeller(engine, options, {
      ...{ country: "SE", ecbRates: "on" },
    });
    const going = new AbortController().signal;
    await Promise.all([followEcb(shop, going), followEcb(shop, going)]);
    const swedish = await place("SE", "111 20");
    const [invoice] = await readDocuments(shop.db, swedish);
    // 30.03 Norwegian kroner of VAT × 11.2145 / 11.7325.
    expect(invoice?.localVat).toMatchObject({
      ...{ currency: "SEK", vatCents: 2870 },
      rate: { base: "EUR", documentRate: "11.7325", vatRate: "11.2145", validFrom: "2020-01-03", source: "ecb" },
    });
    expect(invoice && describeDocument(invoice, "en").localVat?.exchangeRate).toBe(
      "Exchange rate: 1 EUR = 11.7325 NOK = 11.2145 SEK (European Central Bank, 3 January 2020)",
    );
    const [british] = await readDocuments(shop.db, await place("GB", "SW1A 1AA"));
    expect(british?.localVat).toEqual({ currency: "GBP", vat: [], vatCents: 0 });
    await typeRate("NOK/SEK", "0.9", today);
    expect((await readDocuments(shop.db, await place("SE", "111 20")))[0]?.localVat?.rate).toMatchObject({
      ...{ base: "NOK", documentRate: "1", vatRate: "0.9", source: "typed" },
    });
    const [german] = await readDocuments(shop.db, await place("DE", "10115"));
    expect(german?.localVat?.currency).toBe("SEK");
    await sellAbroad(shop, { country: "SE", oss: "on" });
    expect((await readDocuments(shop.db, await place("DE", "10115")))[0]).not.toHaveProperty("localVat");
    await expectSound();
  });
});
