import fc from "fast-check";
import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { sellAbroad, setUpCountries } from "../../tests/support/sell-abroad.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { auditShop } from "../audit/audit-shop.ts";
import { readReturnRows, writeReturnsCsv } from "../bookkeeping/one-stop-shop.ts";
import { lastQuarters } from "../bookkeeping/period.ts";
import { readBookkeepingTotals, writeBookkeepingCsv } from "../bookkeeping/write-bookkeeping-csv.ts";
import { withPricing } from "../cart/compare-cart.ts";
import { readCartProducts } from "../checkout/cart-products.ts";
import { CartOutdatedError, placeOrder } from "../checkout/place-order.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { refundOrder } from "../orders/payment/refund.ts";
import { staff } from "../orders/state/events.ts";
import { calculateSums, pickAdjustments } from "../orders/sums.ts";
import { readOrder } from "../orders/views/read-order.ts";
import { addDays, dayOf } from "../values/days.ts";
import { decideVat, pricesAt } from "./treatment.ts";

const timeZone = "Europe/Oslo";
const zipCodes: Record<string, string> = { NO: "0155", SE: "111 20", DE: "10115", GB: "SW1A 1AA" };
const actor = staff("olga@example.com");

async function openSeller(engine: Engine) {
  const { shop } = await openTestShop(engine);
  await registerForVat(shop);
  await importRecords(shop.db, [
    catalogRecord({ id: "bread", price: 23.45, stock: 9000, vatRate: "food" }),
    catalogRecord({ id: "coffee", price: 50, stock: 9000 }),
  ]);
  const uid = await registerVerified(shop);
  const today = dayOf(shop.now(), timeZone);

  /** What a checkout shows for a destination, as the order that it posts. */
  async function checkOut(country: string, cart: [id: string, quantity: number][]) {
    const ids = cart.map(([id]) => id);
    const home = await readCartProducts(shop.db, ids);
    const lines = cart.map(([id, quantity]) => {
      const { title = "", priceCents = 0, thumbnail = "" } = home.find((product) => product.id === id) ?? {};
      return { id, quantity, title, priceCents, thumbnail };
    });
    const goodsCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
    const destination = { country, zipCode: zipCodes[country], goodsCents };
    const priceOf = pricesAt(shop.settings.taxes, decideVat(shop.settings.taxes, destination), today);
    const products = await readCartProducts(shop.db, ids, priceOf);
    const priced = withPricing(lines, new Map(products.map((product) => [product.id, product])));
    return {
      ...orderOf([]),
      ...{ country, zipCode: zipCodes[country] },
      lines: priced.map(({ id, quantity, priceCents, home }) => ({
        ...{ id, quantity, priceCents },
        ...(home && home.priceCents !== priceCents && { catalogCents: home.priceCents }),
      })),
      ...pickAdjustments(calculateSums(priced, {})),
    };
  }

  const place = (form: Awaited<ReturnType<typeof checkOut>>) =>
    placeOrder(shop.db, uid, form, shop.now(), undefined, shop.settings);
  return { shop, checkOut, place, period: { from: addDays(today, -1), to: today } };
}

forEachEngine((_, engine) => {
  test("a Norwegian seller's exports have no VAT, and the invoice and its credit note say why", async () => {
    const { shop, checkOut, place } = await openSeller(engine);
    await sellAbroad(shop, { pricesFollow: "on" });
    await setUpCountries(shop);
    const form = await checkOut("SE", [["coffee", 2]]);
    expect(form.lines).toEqual([{ id: "coffee", quantity: 2, priceCents: 4000, catalogCents: 5000 }]);
    const number = await place(form);
    expect(await place(form)).toBe(number);
    await refundOrder(shop, number, { actor, reason: "A dent", amountCents: 1000 });
    const documents = await readDocuments(shop.db, number);
    const reason = ["Export, exempt from VAT: merverdiavgiftsloven § 6-21"];
    expect(documents.map(({ vatNotes, vatCents, grossCents }) => [vatNotes, vatCents, grossCents])).toEqual([
      [reason, 0, 8000],
      [reason, 0, 1000],
    ]);
    const british = await place(await checkOut("GB", [["bread", 1]]));
    expect(await readDocuments(shop.db, british)).toMatchObject([
      { vatNotes: ["VAT of United Kingdom, VAT number GB 123 4567 89"], vat: [{ basisPoints: 2000 }] },
    ]);
    expect(await readOrder(shop.db, british)).toMatchObject({ vatKind: "destination", vatScheme: "local" });
    const old = await checkOut("DE", [["coffee", 1]]);
    await sellAbroad(shop, {});
    await expect(place({ ...old, checkoutKey: crypto.randomUUID() })).rejects.toThrow(CartOutdatedError);
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("whatever is sold to three countries and refunded, documents, books and returns add up", async () => {
    const { shop, checkOut, place, period } = await openSeller(engine);
    await setUpCountries(shop);
    const sale = fc.record({
      country: fc.constantFrom("SE", "DE", "NO"),
      bread: fc.integer({ min: 1, max: 9 }),
      coffee: fc.integer({ min: 1, max: 3 }),
      parts: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
    });
    const sell = async ({
      country,
      bread,
      coffee,
      parts,
    }: {
      country: string;
      bread: number;
      coffee: number;
      parts: number[];
    }) => {
      const cart: [string, number][] = [
        ["bread", bread],
        ["coffee", coffee],
      ];
      const number = await place(await checkOut(country, cart));
      const { totalCents = 0 } = (await readOrder(shop.db, number)) ?? {};
      let left = totalCents;
      for (const part of [...parts, 100]) {
        const amountCents = Math.ceil((left * part) / 100);
        if (amountCents > 0 && (part < 100 || parts.length > 1)) {
          await refundOrder(shop, number, { actor, reason: "Part", amountCents });
          left -= amountCents;
        }
      }
      const documents = await readDocuments(shop.db, number);
      const [invoice, ...notes] = documents;
      expect(invoice?.grossCents).toBe(totalCents);
      if (left === 0 && invoice) expect(notes.reduce((sum, { vatCents }) => sum + vatCents, 0)).toBe(invoice.vatCents);
      return documents;
    };
    const documents: Awaited<ReturnType<typeof sell>> = [];
    for (const [index, each] of fc.sample(sale, { numRuns: 6, seed: 301 }).entries()) {
      await sellAbroad(shop, { country: "SE", oss: "on", pricesFollow: index % 2 ? "on" : "" });
      documents.push(...(await sell(each)));
    }
    const signed = (kind: string, cents: number) => (kind === "invoice" ? cents : -cents);
    const totals = await readBookkeepingTotals(shop.db, period, { timeZone });
    const vatOf = (list: { vatCents: number }[]) => list.reduce((sum, { vatCents }) => sum + vatCents, 0);
    expect(vatOf(totals.vat)).toBe(documents.reduce((sum, { kind, vatCents }) => sum + signed(kind, vatCents), 0));
    const returned = await readReturnRows(shop.db, period, { timeZone });
    const german = documents.filter(({ vatNotes }) => vatNotes?.[0]?.startsWith("VAT of Germany"));
    expect(german.length).toBeGreaterThan(1);
    expect(vatOf(returned)).toBe(german.reduce((sum, { kind, vatCents }) => sum + signed(kind, vatCents), 0));
    expect(new Set(returned.map(({ scheme, country, corrects }) => `${scheme} ${country} ${corrects}`))).toEqual(
      new Set(["oss DE undefined"]),
    );
    expect(await readReturnRows(shop.db, period, { timeZone, signal: AbortSignal.abort() })).toEqual([]);
    const earlier = { createdAt: shop.now().getTime() - 100 * 24 * 60 * 60 * 1000 };
    await shop.db.updateTable("orderEvents").set(earlier).where("step", "=", "paid").execute();
    const corrections = await readReturnRows(shop.db, period, { timeZone });
    expect(corrections.map(({ corrects }) => corrects)).toContain(
      lastQuarters(dayOf(earlier.createdAt, timeZone))[0]?.name.replace(/(Q\d) (\d+)/, "$2-$1"),
    );
    expect(corrections.every(({ corrects, vatCents }) => corrects !== undefined && vatCents < 0)).toBe(true);
    let csv = "";
    for await (const part of writeBookkeepingCsv(shop.db, period, { timeZone })) csv += part;
    expect(csv).toMatch(/Reference,Country,VAT kind,VAT scheme\r\n/);
    expect(csv).toMatch(/,DE,Destination,One Stop Shop\r\n/);
    const returnsCsv = writeReturnsCsv(corrections, { currency: "EUR" });
    expect(returnsCsv).toMatch(/One Stop Shop,\d{4}-Q\d,\d{4}-Q\d,DE,19%,-\d+\.\d\d,-\d+\.\d\d,EUR\r\n/);
    const norwegian = writeReturnsCsv(corrections, { currency: "NOK", locale: "nb", separator: ";" });
    expect(norwegian).toMatch(/;DE;19\u{a0}%;-\d+,\d\d;-\d+,\d\d;NOK;;;;;\r\n/u);
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });
});

test("the books name the country of each sale, also of what was collected, and screens sort countries by name", async () => {
  const { shop, checkOut, place, period } = await openSeller("sqlite");
  await setUpCountries(shop);
  await sellAbroad(shop, { country: "SE", oss: "on" });
  const collected = await place(await checkOut("SE", [["coffee", 1]]));
  await shop.db.updateTable("orders").set({ isPickup: 1 }).where("orderNumber", "=", collected).execute();
  for (const country of ["NO", "GB", "DE"]) await place(await checkOut(country, [["coffee", 1]]));
  const options = { timeZone, sellerCountry: "SE" };
  let csv = "";
  for await (const part of writeBookkeepingCsv(shop.db, period, options)) csv += part;
  const rows = csv
    .trim()
    .split("\r\n")
    .map((line) => line.split(",").slice(-3));
  expect(rows).toEqual([
    ["Country", "VAT kind", "VAT scheme"],
    ["SE", "Own", ""],
    ["NO", "Export", ""],
    ["GB", "Destination", "Local registration"],
    ["DE", "Destination", "One Stop Shop"],
  ]);
  const { vat } = await readBookkeepingTotals(shop.db, period, options);
  expect(vat.map(({ country }) => country)).toEqual(["DE", "NO", "SE", "GB"]);
});
