import { expect, onTestFinished, test } from "vitest";
import { auditShop } from "#shop/audit/audit-shop.ts";
import { checkProvider } from "#shop/audit/check-provider.ts";
import type { DocumentContent } from "#shop/documents/document.ts";
import { writePdf } from "#shop/documents/document-pdf.ts";
import { countOpenMoney } from "#shop/orders/payment/count-open-money.ts";
import { processDueCaptures, processDuePayments, processDueRefunds } from "#shop/orders/payment-jobs.ts";
import { readSettings, saveSettings } from "#shop/settings/settings.ts";
import type { Shop } from "#shop/shop.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified } from "./support/customers.ts";
import { forEachEngine } from "./support/databases.ts";
import { setUpDiscount } from "./support/discounts.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import type { RandomOrders } from "./support/random-orders-process.ts";
import { runProcesses } from "./support/run-processes.ts";
import { setDelivery } from "./support/set-delivery.ts";
import { setSettings } from "./support/set-settings.ts";
import { deliveryId, setUpDelivery } from "./support/set-up-delivery.ts";
import { registerForVat } from "./support/set-up-invoice.ts";
import { after } from "./support/stripe-shop.ts";
import { openStripeStandIn } from "./support/stripe-stand-in.ts";
import { isThorough } from "./support/thorough.ts";
import { openVippsStandIn } from "./support/vipps-stand-in.ts";

const seed = Date.now() % 1_000_000;

const going = new AbortController().signal;

/** Does all that jobs do with payments, until nothing waits: what no process has heard of, what is unpaid, captured late or refunded. */
async function settleMoney(shop: Shop) {
  for (const minutes of [2, 40, 120, 240]) {
    await processDuePayments(after(shop, minutes), going);
    await processDueCaptures(after(shop, minutes), going);
    await processDueRefunds(after(shop, minutes), going);
  }
  const { pendingPayments, pendingRefunds } = await countOpenMoney(shop.db);
  expect([pendingPayments, pendingRefunds], `seed ${seed}`).toEqual([0, 0]);
}

forEachEngine((_, engine) => {
  test("random orders by hand and two providers in four processes, two of them killed: sums, documents and money agree", {
    timeout: 120_000,
  }, async () => {
    const [stripe, vipps] = await Promise.all([openStripeStandIn(), openVippsStandIn()]);
    onTestFinished(stripe.close);
    onTestFinished(vipps.close);
    const { shop } = await openTestShop(engine, { providers: { stripe: stripe.settings, vipps: vipps.settings } });
    await setSettings(shop, { currency: "NOK" });
    const { db } = shop;
    const userId = await registerVerified(shop);
    await registerForVat(shop);
    await setUpDiscount(shop, { code: "TENTH", value: "10" });
    await setDelivery(shop, { price: "4.90", freeFrom: "80" });
    const deliveries = [await deliveryId(shop), await setUpDelivery(shop)];
    const stock = 1_000_000;
    await importRecords(db, [
      catalogRecord({ id: "bread", title: "Bread", price: 23.35, stock, vatRate: "Food" }),
      catalogRecord({ id: "coffee", title: "Coffee", price: 50.05, stock }),
      catalogRecord({ id: "book", title: "Book", price: 19.99, stock, vatRate: "Zero" }),
    ]);
    const script = new URL("support/random-orders-process.ts", import.meta.url);
    const orders = isThorough ? 124 : 8;
    const wanted = { settings: shop.settings, userId, deliveries, orders };
    await runProcesses<RandomOrders, number>(script, [
      { ...wanted, seed },
      { ...wanted, seed: seed + 1 },
      { ...wanted, seed: seed + 2, killedAfter: orders / 4 },
      { ...wanted, seed: seed + 3, killedAfter: orders / 2 },
    ]);
    await settleMoney(shop);
    for (const provider of shop.payments.values())
      expect(await checkProvider(db, provider, shop.now()), `seed ${seed}`).toEqual([]);
    const report = await auditShop(db);
    expect(report.differences, `seed ${seed}`).toEqual([]);
    expect(report.orders).toBeGreaterThanOrEqual(orders * 2);

    const rows = await db
      .selectFrom("documents")
      .select(["content", "orderId"])
      .orderBy("orderId")
      .orderBy("orderEvent")
      .execute();
    const documents = rows.map(({ content }) => JSON.parse(content) as DocumentContent);
    const billed = documents.reduce(
      (sum, { kind, grossCents }) => sum + (kind === "invoice" ? grossCents : -grossCents),
      0,
    );
    const paid = db.selectFrom("payments").select((eb) => eb.fn.sum("paidCents").as("cents"));
    const refunded = db.selectFrom("refunds").select((eb) => eb.fn.sum("amountCents").as("cents"));
    const [paidCents, refundedCents] = [await paid.executeTakeFirstOrThrow(), await refunded.executeTakeFirstOrThrow()];
    expect(billed, `seed ${seed}`).toBe(Number(paidCents.cents) - Number(refundedCents.cents));
    for (const { grossCents, netCents, vatCents } of documents) expect(netCents + vatCents).toBe(grossCents);

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
    expect(
      await db
        .selectFrom("documents")
        .select(["content", "orderId"])
        .orderBy("orderId")
        .orderBy("orderEvent")
        .execute(),
    ).toEqual(rows);
    expect(await Promise.all(some.map((document) => writePdf(document)))).toEqual(before);
  });
});
