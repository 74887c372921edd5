import { expect, test } from "vitest";
import { auditShop } from "#shop/audit/audit-shop.ts";
import type { DocumentContent } from "#shop/documents/document.ts";
import { writePdf } from "#shop/documents/document-pdf.ts";
import { readSettings, saveSettings } from "#shop/settings/settings.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified } from "./support/customers.ts";
import { forEachEngine } from "./support/databases.ts";
import { setUpDiscount } from "./support/discounts.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import type { RandomOrders } from "./support/random-orders-process.ts";
import { runProcesses } from "./support/run-processes.ts";
import { setDelivery } from "./support/set-delivery.ts";
import { deliveryId, setUpDelivery } from "./support/set-up-delivery.ts";
import { registerForVat } from "./support/set-up-invoice.ts";
import { isThorough } from "./support/thorough.ts";

const seed = Date.now() % 1_000_000;

forEachEngine((_, engine) => {
  test("random orders in four processes, two of them killed: sums, documents and money agree", {
    timeout: 120_000,
  }, async () => {
    const { shop } = await openTestShop(engine);
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
    const sumOf = async (table: "orders" | "refunds", column: string) =>
      Number(
        (
          await db
            .selectFrom(table as "orders")
            .select((eb) => eb.fn.sum(column as "totalCents").as("cents"))
            .executeTakeFirstOrThrow()
        ).cents,
      );
    expect(billed, `seed ${seed}`).toBe(
      (await sumOf("orders", "totalCents")) - (await sumOf("refunds", "amountCents")),
    );
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
