import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { auditShop } from "#shop/audit/audit-shop.ts";
import { checkBookedHours } from "#shop/audit/check-booked-hours.ts";
import { checkProvider } from "#shop/audit/check-provider.ts";
import { keepBookedHours } from "#shop/bookkeeping/booked-hours.ts";
import type { DocumentContent } from "#shop/documents/document.ts";
import { writePdf } from "#shop/documents/document-pdf.ts";
import { isOutage } from "#shop/errors.ts";
import { countOpenMoney } from "#shop/orders/payment/count-open-money.ts";
import { reconcileRefunds } from "#shop/orders/payment/refund.ts";
import { processDueCaptures, processDuePayments, processDueRefunds } from "#shop/orders/payment-jobs.ts";
import { readSettings, saveSettings } from "#shop/settings/settings.ts";
import type { Shop } from "#shop/shop.ts";
import type { AbroadFields } from "#shop/taxes/abroad-form.ts";
import { typeExchangeRate } from "#shop/taxes/exchange-rates.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified } from "./support/customers.ts";
import { forEachEngine } from "./support/databases.ts";
import { setUpDiscount } from "./support/discounts.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf } from "./support/orders.ts";
import { placeAsShown } from "./support/random-checkout.ts";
import type { RandomOrders } from "./support/random-orders-process.ts";
import { runProcesses } from "./support/run-processes.ts";
import { sellAbroad, setUpCountries } from "./support/sell-abroad.ts";
import { setDelivery } from "./support/set-delivery.ts";
import { setSettings } from "./support/set-settings.ts";
import { deliveryId, setUpDelivery, setUpPlace } from "./support/set-up-delivery.ts";
import { registerForVat } from "./support/set-up-invoice.ts";
import { after } from "./support/stripe-shop.ts";
import { openStripeStandIn, type StripeStandIn } from "./support/stripe-stand-in.ts";
import { sumBooks } from "./support/sum-books.ts";
import { isThorough } from "./support/thorough.ts";
import { openVippsStandIn } from "./support/vipps-stand-in.ts";

const seed = Date.now() % 1_000_000;

const going = new AbortController().signal;

/** Who sells, and how what is sold abroad is taxed. */
const sellers: Record<string, Partial<AbroadFields>> = {
  "in Norway, with IOSS": { iossNumber: "IM2460000000", iossMost: "150.00", pricesFollow: "on" },
  "in Sweden, with the One Stop Shop": { country: "SE", oss: "on" },
};

/** Does all that jobs do with payments, until nothing waits: what no process has heard of, what is unpaid, captured late or refunded. */
async function settleMoney(shop: Shop) {
  for (const minutes of [2, 40, 120, 240, 40 * 24 * 60]) {
    await processDuePayments(after(shop, minutes), going);
    await processDueCaptures(after(shop, minutes), going);
    await processDueRefunds(after(shop, minutes), going);
  }
  const { pendingPayments, pendingRefunds } = await countOpenMoney(shop.db);
  expect([pendingPayments, pendingRefunds], `seed ${seed}`).toEqual([0, 0]);
}

/** Adds the books of the present hour up, again and again, while orders change them. */
async function keepHoursDuring(shop: Shop, work: Promise<unknown>) {
  const isOver = work.then(() => true);
  // SQLite's lock may be taken for long; the job tries again then, too.
  const keep = () => keepBookedHours(after(shop, 120), going).catch(throwUnlessOutage);
  while (!(await Promise.race([isOver, sleep(50, false)]))) await keep();
  expect(await checkBookedHours(shop.db), `seed ${seed}`).toEqual([]);
}

function throwUnlessOutage(error: unknown) {
  if (!isOutage(error)) throw error;
}

/** Some refunds fail days after the provider settled them. */
async function failSomeRefunds(shop: Shop, stripe: StripeStandIn) {
  const settled = stripe.books.list("refund").filter(({ status }) => status === "succeeded");
  for (const { id } of settled.filter((_, index) => index % 3 === 0)) stripe.account.settleRefund(id, "failed");
  await reconcileRefunds(shop, going);
}

async function openSeller(engine: Engine, abroad: Partial<AbroadFields>, customers: number) {
  const [stripe, vipps] = await Promise.all([openStripeStandIn(), openVippsStandIn()]);
  onTestFinished(stripe.close);
  onTestFinished(vipps.close);
  const { shop } = await openTestShop(engine, { providers: { stripe: stripe.settings, vipps: vipps.settings } });
  await setSettings(shop, {
    ...{ currency: "NOK", invoicesFirst: "on", bankAccount: "86011117947", sendsUnpaid: "on", invoiceGraceDays: "3" },
    ...{ unpaidPieces: "1000", unpaidAmount: "100000", uncheckedVatNumbers: "on", customerReturns: "on" },
  });
  await registerForVat(shop);
  await sellAbroad(shop, abroad);
  await setUpCountries(shop);
  for (const pair of ["GBP/NOK", "NOK/SEK"])
    await typeExchangeRate(shop, { pair, rate: "1.0437", validFrom: "2020-01-01" }, "o@example.com");
  const userIds: string[] = [];
  for (let nth = 0; nth < customers; nth++)
    userIds.push(await registerVerified(shop, { email: `customer-${nth}@example.com` }));
  await setUpDiscount(shop, { code: "TENTH", value: "10" });
  await setDelivery(shop, { price: "4.90", freeFrom: "80" });
  const pickup = await setUpDelivery(shop, { name: "Pickup", price: "0", pickup: "on" });
  const here = await setUpPlace(shop, pickup, { name: "Bergen", hours: "Mon–Fri 10–18" });
  const abroadPlace = await setUpPlace(shop, pickup, { name: "Berlin", country: "DE", zipCode: "10115" });
  const deliveries = [
    ...[{ delivery: await deliveryId(shop) }, { delivery: await setUpDelivery(shop) }],
    ...[here, abroadPlace].map((pickupPlace) => ({ delivery: pickup, pickupPlace })),
  ];
  const stock = 1_000_000;
  await importRecords(shop.db, [
    catalogRecord({ id: "bread", title: "Bread", price: 23.35, stock, vatRate: "Food" }),
    catalogRecord({ id: "coffee", title: "Coffee", price: 50.05, stock }),
    catalogRecord({ id: "book", title: "Book", price: 19.99, stock, vatRate: "Zero" }),
  ]);
  // An order whose VAT is in another currency than its prices: random ones may all be to other countries.
  const toLondon = { ...orderOf([["bread", 1]]), country: "GB", zipCode: "SW1A 1AA", ...deliveries[0] };
  await placeAsShown(shop, userIds[0] ?? "", toLondon);
  return { shop, stripe, userIds, deliveries };
}

/** What invoices come to that were never paid. */
async function sumUnpaidInvoices({ db }: Shop) {
  const unpaid = await db
    .selectFrom("orders")
    .innerJoin("payments", "payments.orderId", "orders.id")
    .select(["totalCents", "creditedCents"])
    .where("paymentReference", "is not", null)
    .where("payments.state", "<>", "settled")
    .execute();
  return unpaid.reduce((sum, { totalCents, creditedCents }) => sum + totalCents - creditedCents, 0);
}

/** What was billed is what was paid and kept, or is still to be paid; and what documents say is what books and VAT returns do. */
async function expectSameMoney(shop: Shop, documents: DocumentContent[]) {
  const { db } = shop;
  const billed = documents.reduce(
    (sum, { kind, grossCents }) => sum + (kind === "invoice" ? grossCents : -grossCents),
    0,
  );
  const paid = db.selectFrom("payments").select((eb) => eb.fn.sum("paidCents").as("cents"));
  const refunded = db.selectFrom("refunds").select((eb) => eb.fn.sum("amountCents").as("cents"));
  const [paidCents, refundedCents] = [
    await paid.executeTakeFirstOrThrow(),
    await refunded.where("state", "=", "settled").executeTakeFirstOrThrow(),
  ];
  const kept = Number(paidCents.cents) - Number(refundedCents.cents);
  expect(billed, `seed ${seed}`).toBe(kept + (await sumUnpaidInvoices(shop)));
  for (const { grossCents, netCents, vatCents } of documents) expect(netCents + vatCents).toBe(grossCents);
  const sums = await sumBooks(db, shop.now(), shop.settings.timeZone);
  expect(sums.books, `seed ${seed}`).toEqual(sums.documents);
  expect(sums.returns, `seed ${seed}`).toEqual(sums.documentReturns);
}

function readDocumentRows(shop: Shop) {
  const rows = shop.db.selectFrom("documents").select(["content", "orderId"]);
  return rows.orderBy("orderId").orderBy("orderEvent").execute();
}

forEachEngine((_, engine) => {
  test.each(sellersFor(engine))(
    `random orders by hand, invoice and two providers in four processes, two of them killed, from a seller %s: sums, documents, books, VAT returns and money agree (seed ${seed})`,
    {
      timeout: isThorough ? 600_000 : 120_000,
    },
    async (_, abroad) => {
      const orders = isThorough ? 124 : 8;
      const { shop, stripe, userIds, deliveries } = await openSeller(engine, abroad, orders / 2);
      const { db } = shop;
      const script = new URL("support/random-orders-process.ts", import.meta.url);
      const wanted = { settings: shop.settings, userIds, deliveries, orders };
      const ordering = runProcesses<RandomOrders, number>(script, [
        { ...wanted, seed },
        { ...wanted, seed: seed + 1 },
        { ...wanted, seed: seed + 2, killedAfter: orders / 4 },
        { ...wanted, seed: seed + 3, killedAfter: orders / 2 },
      ]);
      await keepHoursDuring(shop, ordering);
      await shop.refreshSettings();
      await settleMoney(shop);
      for (const provider of shop.payments.values())
        expect(await checkProvider(db, provider, shop.now()), `seed ${seed}`).toEqual([]);
      await failSomeRefunds(shop, stripe);
      await keepBookedHours(after(shop, 120), going);
      const report = await auditShop(db);
      expect(report.differences, `seed ${seed}`).toEqual([]);
      expect(report.orders).toBeGreaterThan(orders * 2);
      const rows = await readDocumentRows(shop);
      const documents = rows.map(({ content }) => JSON.parse(content) as DocumentContent);
      await expectSameMoney(shop, documents);
      expect(documents.some(({ localVat }) => localVat?.rate)).toBe(true);

      const some = documents.slice(0, 5);
      const before = await Promise.all(some.map((document) => writePdf(document)));
      const original = await readSettings(db);
      await saveSettings(
        shop,
        { ...original, shopName: "Other", sellerAddress: "Elsewhere" },
        { original, actor: "o@example.com" },
      );
      await db.updateTable("customers").set({ lastname: "Hopper" }).execute();
      await db.updateTable("products").set({ title: "Else", priceCents: 1 }).execute();
      expect(await readDocumentRows(shop)).toEqual(rows);
      expect(await Promise.all(some.map((document) => writePdf(document)))).toEqual(before);
    },
  );
});

/** Both in a thorough run; otherwise one, and the other on the other engine. */
function sellersFor(engine: Engine) {
  const all = Object.entries(sellers);
  const first = (seed + (engine === "sqlite" ? 0 : 1)) % all.length;
  return isThorough ? all : all.slice(first, first + 1);
}
