import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { exportCatalog } from "../catalog/files/export-catalog.ts";
import { readChanges } from "../changes/change-log.ts";
import { readCartProducts } from "../checkout/cart-products.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { ChangedMeanwhileError, FormRefusedError } from "../forms/form-errors.ts";
import { validate } from "../forms/validate.ts";
import { sumRows } from "../orders/sums.ts";
import { readCustomersOrder } from "../orders/views/read-order.ts";
import { writeOrdersCsv } from "../orders/views/write-orders-csv.ts";
import { saveTaxes } from "./save-taxes.ts";
import { newTaxes, type TaxFields, taxForm } from "./tax-form.ts";
import { areTaxesSaved, rateOn, readTaxForm, toTaxes } from "./taxes.ts";
import { decideVat, pricesAt } from "./treatment.ts";

const actor = "olga@example.com";
const registered: TaxFields = {
  ...newTaxes,
  ...{ registered: "on", registrationNumber: "NO 999 888 777 MVA" },
  ...{ name2: "Food", percent2: "15", validFrom2: "2012-01-01" },
  ...{ name3: "Food", percent3: "12.5", validFrom3: "2026-12-01" },
};

test("a rate is the latest that is valid on a day, and unknown ones are the standard rate", () => {
  const taxes = toTaxes(registered);
  const rates = (id: string | null) => ["2011-12-31", "2026-11-30", "2026-12-01"].map((day) => rateOn(taxes, id, day));
  expect(rates("food")).toEqual([1500, 1500, 1250]);
  expect(rates(null)).toEqual([2500, 2500, 2500]);
  expect(rates("gone")).toEqual([2500, 2500, 2500]);
  expect(rateOn(toTaxes({ ...registered, registered: "" }), null, "2026-11-30")).toBeNull();
});

test.each([
  [{ registered: "on" }, { registrationNumber: "Enter your VAT registration number" }],
  [{ name1: "", percent1: "", validFrom1: "" }, { name1: "The shop needs a standard rate" }],
  [{ percent1: "100" }, { percent1: "Use a number such as 25 or 12.5" }],
  [{ percent1: "-1" }, { percent1: "Use a number such as 25 or 12.5" }],
  [{ validFrom1: "2026-02-30" }, { validFrom1: "Use a day such as 2026-01-01" }],
  [{ name2: "Food" }, { percent2: "Enter the rate in percent", validFrom2: "Enter the first day of this rate" }],
  [{ percent2: "15" }, { name2: "Enter the rate's name" }],
  [
    { name2: "standard", percent2: "24", validFrom2: "2005-01-01" },
    { validFrom2: "standard already begins on this day" },
  ],
])("the tax form %j is refused", (changes, errors) => {
  expect(validate(taxForm, { ...newTaxes, ...changes }).errors).toEqual(errors);
  expect(validate(taxForm, { ...newTaxes, percent1: "12,5 %" }).values?.percent1).toBe("12.5");
});

forEachEngine((_, engine) => {
  test("an order has the VAT of its day, and keeps it; receipts and CSV show it", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    expect(await areTaxesSaved(shop.db)).toBe(false);
    await saveTaxes(shop, newTaxes, { original: newTaxes, actor });
    expect(await areTaxesSaved(shop.db)).toBe(true);
    await saveTaxes(shop, registered, { original: newTaxes, actor });
    await importRecords(db, [
      catalogRecord({ id: "bread", price: 23, vatRate: "Food" }),
      catalogRecord({ id: "coffee", price: 50 }),
    ]);
    const uid = await registerVerified(shop);
    const place = async (day: string) => {
      const form = orderOf([
        ["bread", 1, 2300],
        ["coffee", 2, 5000],
      ]);
      const number = await placeOrder(db, uid, form, new Date(`${day}T12:00:00Z`), undefined, shop.settings);
      const receipt = await readCustomersOrder(db, uid, number);
      if (!receipt) throw new Error("no receipt");
      return receipt;
    };
    const november = await place("2026-11-30");
    expect(november).toMatchObject({ totalCents: 12_300, vatCents: 2300 });
    expect(sumRows(november, "en")).toEqual([
      ["Subtotal", "$123.00"],
      ["Shipping", "Free shipping"],
      ["Includes 25% VAT", "$20.00"],
      ["Includes 15% VAT", "$3.00"],
      ["Total", "$123.00"],
    ]);
    const december = await place("2026-12-01");
    expect(december.lines.map(({ vatBasisPoints }) => vatBasisPoints)).toEqual([1250, 2500]);
    await saveTaxes(shop, { ...registered, registered: "" }, { original: registered, actor });
    const untaxed = await place("2026-12-02");
    expect([untaxed.vatCents, sumRows(untaxed, "en").length]).toEqual([0, 3]);
    expect(sumRows((await readCustomersOrder(db, uid, november.orderNumber)) ?? november, "en")).toHaveLength(5);
    let csv = "";
    for await (const part of writeOrdersCsv(db, { sort: "newest" }, "UTC")) csv += part;
    const [head, ...rows] = csv.trim().split("\r\n");
    expect(head).toMatch(/Refunded,Currency,VAT 25%,VAT 15%,VAT 12.5%,Shipping address,Items$/);
    expect(rows.map((row) => row.split(",").slice(11, 14))).toEqual([
      ["0.00", "0.00", "0.00"],
      ["20.00", "0.00", "2.56"],
      ["20.00", "3.00", "0.00"],
    ]);
  });

  test("products keep their rate, files name it, and a rate in use stays", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await expect(importRecords(db, [catalogRecord({ vatRate: "food" })])).rejects.toThrow(
      "vatRate: the shop has no VAT rate “food”",
    );
    await saveTaxes(shop, registered, { original: newTaxes, actor });
    await importRecords(db, [catalogRecord({ id: "bread", vatRate: "food" })]);
    await importRecords(db, [catalogRecord({ id: "bread", title: "Rye bread" })]);
    const taxes = toTaxes(registered);
    const priceOf = pricesAt(taxes, decideVat(taxes, {}), "2026-11-30");
    expect(await readCartProducts(db, ["bread"], priceOf)).toMatchObject([
      { title: "Rye bread", vatBasisPoints: 1500 },
    ]);
    let file = "";
    for await (const part of exportCatalog(db, "json")) file += part;
    expect(JSON.parse(file)).toMatchObject([{ id: "bread", vatRate: "food" }]);
    const { name2, percent2, validFrom2, name3, percent3, validFrom3, ...others } = registered;
    const without = { ...newTaxes, ...others };
    await expect(saveTaxes(shop, without, { original: registered, actor })).rejects.toThrow(FormRefusedError);
    await expect(saveTaxes(shop, without, { original: newTaxes, actor })).rejects.toThrow(ChangedMeanwhileError);
    expect(await readTaxForm(db)).toEqual(registered);
    await importRecords(db, [catalogRecord({ id: "bread", vatRate: null })]);
    await saveTaxes(shop, without, { original: registered, actor });
    const log = await readChanges(db, { kind: "settings", subject: "taxes", limit: 10 });
    expect(log.map(({ action, fields }) => [action, Object.keys(fields).length])).toEqual([
      ["changed", 6],
      ["changed", 8],
    ]);
  });
});
