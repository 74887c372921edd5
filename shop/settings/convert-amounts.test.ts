import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { setUpDiscount } from "../../tests/support/discounts.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { setDelivery } from "../../tests/support/set-delivery.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { exportCatalog } from "../catalog/files/export-catalog.ts";
import { previewImport } from "../catalog/files/import-preview.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { readAdminOrder, toOrderJson } from "../orders/views/admin.ts";
import type { Shop } from "../shop.ts";

async function amountsOf({ db }: Shop) {
  const products = await db
    .selectFrom("products")
    .select(["id", "priceCents", "compareAtCents"])
    .orderBy("id")
    .execute();
  const [option] = await db.selectFrom("deliveryOptions").select(["priceCents", "freeFromCents"]).execute();
  const discounts = await db.selectFrom("discounts").select(["value", "minimumCents"]).orderBy("code").execute();
  return {
    products: products.map(({ priceCents, compareAtCents }) => [Number(priceCents), compareAtCents]),
    delivery: [Number(option?.priceCents), Number(option?.freeFromCents)],
    discounts: discounts.map(({ value, minimumCents }) => [Number(value), Number(minimumCents)]),
  };
}

forEachEngine((_, engine) => {
  test("a shop without orders keeps its numbers in another currency, rounded where decimals are lost", async () => {
    const { shop } = await openTestShop(engine);
    const records = [
      catalogRecord({ id: "a", price: 9.99, compareAtPrice: 12 }),
      catalogRecord({ id: "b", price: 0.25 }),
      catalogRecord({ id: "c", price: 0 }),
    ];
    await importRecords(shop.db, records);
    await setDelivery(shop, { price: "4.90", freeFrom: "50" });
    await setUpDiscount(shop, { code: "A", kind: "amount", value: "5", minimum: "20" });
    await setUpDiscount(shop, { code: "B", kind: "percent", value: "10" });
    await setSettings(shop, { currency: "KWD" });
    expect(await amountsOf(shop)).toEqual({
      products: [
        [9990, 12_000],
        [250, null],
        [0, null],
      ],
      delivery: [4900, 50_000],
      discounts: [
        [5000, 20_000],
        [1000, 0],
      ],
    });
    await setSettings(shop, { currency: "JPY" });
    expect(await amountsOf(shop)).toMatchObject({
      products: [
        [10, 12],
        [1, null],
        [0, null],
      ],
      delivery: [5, 50],
    });
  });

  test.each([
    ["JPY", [2999, 10]],
    ["KWD", [1.25, 1.255]],
    ["ISK", [2999, 1_000_000]],
  ])("a catalog in %s is exported and imported exactly, and sold", async (currency, prices) => {
    const { shop } = await openTestShop(engine);
    await setSettings(shop, { currency });
    await importRecords(
      shop.db,
      prices.map((price, index) => catalogRecord({ id: `p${index}`, price })),
    );
    for (const [format, options] of [
      ["csv", {}],
      ["csv", { csv: ";", decimalMark: "," }],
      ["json", {}],
    ] as const) {
      let text = "";
      for await (const part of exportCatalog(shop.db, format, options)) text += part;
      const file = join(await temporaryFolder(), `catalog.${format}`);
      await writeFile(file, text);
      expect((await previewImport(shop.db, file)).counts).toMatchObject({
        new: 0,
        changed: 0,
        unchanged: prices.length,
      });
    }
    const uid = await registerVerified(shop);
    const row = await shop.db.selectFrom("products").select("priceCents").where("id", "=", "p0").executeTakeFirst();
    const form = { ...orderOf([["p0", 1, Number(row?.priceCents)]]), currency };
    const order = await readAdminOrder(shop.db, await placeOrder(shop.db, uid, form, shop.now()));
    const totalPrice = currency === "KWD" ? "1.250" : String(prices[0]);
    expect(toOrderJson(order)).toMatchObject({ totalPrice, cartItems: [{ price: prices[0] }] });
    await expect(importRecords(shop.db, [catalogRecord({ price: 0.0001 })])).rejects.toThrow("decimals");
  });
});
