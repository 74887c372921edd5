import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { readCartProducts } from "../checkout/cart-products.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { describeDocument } from "../documents/describe-document.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { saveTaxes } from "../taxes/save-taxes.ts";
import { newTaxes } from "../taxes/tax-form.ts";
import { loadOrder } from "./load-order.ts";
import { readPurchase } from "./payment/payment.ts";
import { applyItemsReturn } from "./state/apply-return.ts";
import { staff } from "./state/events.ts";
import { ReturnRefusedError } from "./state/order.ts";
import { readAdminOrder, toOrderJson } from "./views/admin.ts";
import { toCustomerReceipt } from "./views/customer.ts";
import { readItemPreviews } from "./views/item-previews.ts";
import { readParcels, readPickList } from "./views/read-parcels.ts";
import { writeOrdersCsv } from "./views/write-orders-csv.ts";

const tee = { title: "Soft tee", group: "soft-tee", price: 25, stock: 9 };
const medium = { ...tee, id: "tee-m", options: { Size: "M", Colour: "Blue" }, sku: "TEE-M" };
const large = { ...tee, id: "tee-l", options: { Size: "L", Colour: "Blue" }, sku: "TEE-L" };
const cart: [string, number, number][] = [
  ["tee-l", 1, 2500],
  ["tee-m", 2, 2500],
  ["coffee", 1, 950],
];
const named = ["Size: L · Colour: Blue · SKU TEE-L", "Size: M · Colour: Blue · SKU TEE-M", ""];

/** A shop where someone has ordered two siblings and a product without options, which have changed since. */
async function openWithOrder(engine: Engine) {
  const { shop } = await openTestShop(engine);
  await saveTaxes(
    shop,
    { ...newTaxes, registered: "on", registrationNumber: "NO 1 MVA" },
    { original: newTaxes, actor: "olga@example.com" },
  );
  await shop.refreshSettings();
  await importRecords(shop.db, [catalogRecord(), catalogRecord(medium), catalogRecord(large)]);
  const uid = await registerVerified(shop);
  const number = await placeOrder(shop.db, uid, orderOf(cart), shop.now(), undefined, shop.settings);
  await importRecords(shop.db, [
    catalogRecord({ ...medium, options: { Size: "Medium" }, sku: "NEW", stock: 1 }),
    catalogRecord({ ...large, group: null, options: {}, sku: null, stock: 8 }),
  ]);
  return { shop, uid, number };
}

forEachEngine((_, engine) => {
  test("an order keeps the options and SKUs that its items had, wherever staff read it", async () => {
    const { shop, number } = await openWithOrder(engine);
    const { lines, ...order } = await readAdminOrder(shop.db, number);
    expect(lines.map(({ productId, options, sku }) => [productId, options, sku])).toEqual([
      ["tee-l", large.options, "TEE-L"],
      ["tee-m", medium.options, "TEE-M"],
      ["coffee", null, null],
    ]);
    expect(Object.keys(lines[0]?.options ?? {}), "in the order in which they are chosen").toEqual(["Size", "Colour"]);
    const { cartItems } = toOrderJson({ ...order, lines });
    expect(cartItems[0]).toMatchObject({ id: "tee-l", title: "Soft tee", options: large.options, sku: "TEE-L" });
    expect(cartItems[2]).toMatchObject({ id: "coffee" });
    expect(cartItems[2]).not.toHaveProperty("options");
    expect(cartItems[2]).not.toHaveProperty("sku");
    const [parcel] = await readParcels(shop.db, [number], 1);
    expect(parcel?.lines.map(({ options, sku }) => [options, sku])).toEqual([
      [large.options, "TEE-L"],
      [medium.options, "TEE-M"],
      [null, null],
    ]);
    expect((await readPickList(shop.db)).map(({ options, sku, pieces }) => [options, sku, pieces])).toEqual([
      [null, null, 1],
      [large.options, "TEE-L", 1],
      [medium.options, "TEE-M", 2],
    ]);
    let csv = "";
    for await (const part of writeOrdersCsv(shop.db, { sort: "oldest" }, "Europe/Oslo")) csv += part;
    expect(csv).toContain(
      "1 × Soft tee (Size: L · Colour: Blue); 2 × Soft tee (Size: M · Colour: Blue); 1 × Filter Coffee",
    );
  });

  test("its customer reads the options of each item, and no SKU", async () => {
    const { shop, number } = await openWithOrder(engine);
    const { id } = await loadOrder(shop.db, number);
    const receipt = toCustomerReceipt(await readAdminOrder(shop.db, number), { timeZone: "Europe/Oslo", locale: "en" });
    expect(receipt.lines.map(({ options }) => options)).toEqual([large.options, medium.options, null]);
    expect(JSON.stringify(receipt)).not.toContain("TEE-L");
    expect((await readItemPreviews(shop.db, [id])).get(id)?.first.map(({ options }) => options)).toEqual([
      large.options,
      medium.options,
      null,
    ]);
    const { lines } = await readPurchase(shop, number);
    expect(lines.map(({ title }) => title)).toEqual([
      "Soft tee (Size: L · Colour: Blue)",
      "Soft tee (Size: M · Colour: Blue)",
      "Filter Coffee",
    ]);
  });

  test("its invoice says which variants were sold", async () => {
    const { shop, number } = await openWithOrder(engine);
    const [invoice] = await readDocuments(shop.db, number);
    expect(invoice && describeDocument(invoice, "en").lines.map(({ title, variant }) => [title, variant])).toEqual(
      ["Soft tee", "Soft tee", "Filter Coffee"].map((title, index) => [title, named[index]]),
    );
    expect(invoice?.lines[2], "what has neither keeps its form").not.toHaveProperty("options");
  });

  test("who returns more of a variant than there are reads which one it is", async () => {
    const { shop, number } = await openWithOrder(engine);
    const order = await loadOrder(shop.db, number);
    const unchanged = { order, restock: [], mails: [], at: 0 };
    const items = [{ productId: "tee-m", quantity: 3, isRestocked: true }];
    const returned = { items, reason: "Too small", refundId: "r", amountCents: 0 };
    const tooMany = () => applyItemsReturn(unchanged, { ...returned, actor: staff("olga@example.com") });
    expect(tooMany).toThrow(ReturnRefusedError);
    expect(tooMany).toThrow("The customer has 2 of Soft tee (Size: M · Colour: Blue). Enter a number from 1 to 2.");
  });

  test("a cart learns the options of its products, and what is wrong names them", async () => {
    const { shop, uid } = await openWithOrder(engine);
    const [tee, coffee] = await readCartProducts(shop.db, ["tee-m", "coffee"]);
    expect(tee).toMatchObject({ title: "Soft tee", options: { Size: "Medium" }, isVariant: true });
    expect(coffee).not.toHaveProperty("options");
    expect(coffee).not.toHaveProperty("isVariant");
    expect(await tryToOrder(shop.db, uid, orderOf([["tee-m", 5, 2500]]))).toEqual([
      { id: "tee-m", kind: "stock", title: "Soft tee", options: { Size: "Medium" }, priceCents: 2500, stock: 1 },
    ]);
  });
});
