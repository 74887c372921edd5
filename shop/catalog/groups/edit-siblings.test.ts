import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { register } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../../tests/support/orders.ts";
import { readChanges } from "../../changes/change-log.ts";
import { undoAct } from "../../undo/undo-act.ts";
import { readProduct } from "../lists/read-products.ts";
import { duplicateProduct } from "../products/add-product.ts";
import { editProduct } from "../products/change-product.ts";
import { editSiblings, type SiblingEdit } from "./edit-siblings.ts";
import { readSiblings } from "./read-group.ts";
import { valuesOf } from "./sibling-values.ts";

const ada = "ada@example.com";
const by = { actor: ada, isFree: false };
const values = ["S", "M", "L"];

forEachEngine((_, engine) => {
  const openTees = async () => {
    const { shop } = await openTestShop(engine);
    const tees = values.map((size) =>
      catalogRecord({ id: `tee-${size}`, title: "Soft tee", group: "tee", options: { Size: size }, stock: 10 }),
    );
    await importRecords(shop.db, [...tees, catalogRecord()]);
    const edit = async (id: string, submitted: SiblingEdit["submitted"]): Promise<SiblingEdit> => {
      const sibling = (await readSiblings(shop.db, "tee")).find(({ product }) => product.id === id);
      const original = sibling ? valuesOf(sibling.product, "USD") : {};
      return { id, original, submitted: { ...original, ...submitted } };
    };
    return { shop, edit };
  };

  test("a group's table saves price, stock, SKU and picture of several variants at once, in one entry of the log", async () => {
    const { shop, edit } = await openTees();
    const edits = [
      await edit("tee-S", { price: "12,50", stock: "+5", sku: "TEE-S" }),
      await edit("tee-M", { stock: "-2", thumbnail: "https://cdn.example.com/coffee.jpg" }),
      await edit("tee-L", {}),
    ];
    expect(await editSiblings(shop, "tee", edits, by)).toEqual({ outcome: "saved", changed: ["tee-S", "tee-M"] });
    expect(await readProduct(shop.db, "tee-S")).toMatchObject({ priceCents: 1250, stock: 15, sku: "TEE-S" });
    const m = await readProduct(shop.db, "tee-M");
    expect(m).toMatchObject({ stock: 8, thumbnail: "https://cdn.example.com/coffee.jpg", priceCents: 950 });
    expect(m?.images).toEqual(["https://cdn.example.com/coffee.jpg", "/pictures/coffee.svg"]);
    const logged = { kind: "product", actor: ada, limit: 5 } as const;
    const log = await readChanges(shop.db, logged);
    expect(log.map(({ subject, fields }) => [subject, Object.keys(fields)])).toEqual([
      ["tee", ["what"]],
      ["tee-M", ["stock", "thumbnail", "images"]],
      ["tee-S", ["price", "stock", "sku"]],
    ]);
    expect(await readChanges(shop.db, { ...logged, wholeActs: true })).toMatchObject([
      { action: "variants changed", fields: { what: { after: "Price, Thumbnail, Gallery, Stock, SKU (2 variants)" } } },
    ]);
    await undoAct(shop, log[0]?.act ?? "", ada);
    expect((await readSiblings(shop.db, "tee")).map(({ product }) => [product.priceCents, product.stock])).toEqual([
      [950, 10],
      [950, 10],
      [950, 10],
    ]);
    const [undone] = await readChanges(shop.db, { ...logged, wholeActs: true });
    expect(undone).toMatchObject({ subject: "tee", action: "variants change undone" });
    await undoAct(shop, undone?.act ?? "", ada);
    expect(await readProduct(shop.db, "tee-S")).toMatchObject({ priceCents: 1250, stock: 15, sku: "TEE-S" });
  });

  test("nothing is saved while one row is wrong or was changed meanwhile, and the answer names the rows", async () => {
    const { shop, edit } = await openTees();
    const edits = [
      await edit("tee-S", { price: "20" }),
      await edit("tee-M", { price: "21" }),
      await edit("tee-L", { price: "0", stock: "-11" }),
    ];
    await editProduct(shop, "tee-M", { original: {}, submitted: { price: "15" } }, "bo@example.com");
    await editProduct(shop, "tee-S", { original: {}, submitted: { group: "" } }, "bo@example.com");
    const answer = await editSiblings(shop, "tee", edits, by);
    expect(answer).toMatchObject({
      outcome: "refused",
      rows: [
        { id: "tee-S", now: null },
        { id: "tee-M", conflicts: [{ field: "price", original: "9.50", current: "15.00", submitted: "21" }] },
        { id: "tee-L", errors: { stock: "Only 10 of tee-L in stock" } },
      ],
    });
    const prices = ["tee-S", "tee-M", "tee-L"].map(async (id) => (await readProduct(shop.db, id))?.priceCents);
    expect(await Promise.all(prices)).toEqual([950, 1500, 950]);
  });

  test("a price of 0 is asked about, and orders in the meantime are no conflict unless the stock is set", async () => {
    const { shop, edit } = await openTees();
    const free = [await edit("tee-S", { price: "0" })];
    const asked = await editSiblings(shop, "tee", free, by);
    expect(asked).toMatchObject({ rows: [{ errors: { price: expect.stringContaining("for free") } }] });
    const [adjusted, set] = [await edit("tee-M", { stock: "+1", sku: "M" }), await edit("tee-L", { stock: "3" })];
    const uid = await register(shop);
    for (const id of ["tee-M", "tee-L"]) await tryToOrder(shop.db, uid, orderOf([[id, 4, 950]]));
    expect(await editSiblings(shop, "tee", [...free, adjusted], { ...by, isFree: true })).toMatchObject({
      changed: ["tee-S", "tee-M"],
    });
    expect(await readProduct(shop.db, "tee-M")).toMatchObject({ stock: 7, sku: "M" });
    expect(await editSiblings(shop, "tee", [set], by)).toMatchObject({ rows: [{ id: "tee-L" }] });
  });

  test("drafts of a group are edited in its table, and a copy's ID still follows its title", async () => {
    const { shop, edit } = await openTees();
    const id = await duplicateProduct(shop, "tee-S", ada);
    await editProduct(shop, id, { original: {}, submitted: { group: "tee" } }, ada);
    const edits = [await edit(id, { price: "", stock: "7" })];
    expect(await editSiblings(shop, "tee", edits, by)).toEqual({ outcome: "saved", changed: [id] });
    const draft = (await readSiblings(shop.db, "tee")).at(-1);
    expect(draft).toMatchObject({ status: "draft", product: { id, priceCents: 0, stock: 7 } });
    const renamed = await editProduct(shop, id, { original: {}, submitted: { title: "Soft tee XL" } }, ada);
    expect(renamed).toMatchObject({ id: "soft-tee-xl" });
  });

  test("two presses at once save a set value once, and neither loses the other's rows", async () => {
    const { shop, edit } = await openTees();
    const first = [await edit("tee-S", { price: "11" }), await edit("tee-M", { price: "12" })];
    const second = [await edit("tee-M", { price: "12" }), await edit("tee-L", { price: "13" })];
    const answers = await Promise.all([first, first, second].map((edits) => editSiblings(shop, "tee", edits, by)));
    expect(answers.map(({ outcome }) => outcome)).toEqual(["saved", "saved", "saved"]);
    const prices = values.map(async (size) => (await readProduct(shop.db, `tee-${size}`))?.priceCents);
    expect(await Promise.all(prices)).toEqual([1100, 1200, 1300]);
    expect(await readChanges(shop.db, { kind: "product", actor: ada, wholeActs: true, limit: 9 })).toHaveLength(2);
  });
});
