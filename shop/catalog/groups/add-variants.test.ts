import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { readChanges } from "../../changes/change-log.ts";
import { readProduct, readProductPage } from "../lists/read-products.ts";
import { addProduct, newProductForm, publishDraft } from "../products/add-product.ts";
import { archiveProduct } from "../products/archive-product.ts";
import { ProductUnknownError } from "../products/change-product.ts";
import { addVariants, type TypedVariant } from "./add-variants.ts";
import type { VariantsForm } from "./plan-group.ts";
import { readSiblings } from "./read-group.ts";

const ada = "ada@example.com";
const typed: TypedVariant = { price: "9.50", stock: "3", sku: "" };
const all = new Map(Array.from({ length: 100 }, (_, number) => [number, typed]));

function formOf(options: Record<string, string>, changes: Partial<VariantsForm> = {}) {
  const rows = Object.entries(options).map(([name, values]) => ({ name, values }));
  return { group: "", options: rows, own: [], variants: all, ...changes };
}

forEachEngine((_, engine) => {
  const open = async (...records: Record<string, unknown>[]) => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [...records, catalogRecord({ id: "other", title: "Another" })]);
    const optionsOf = async (group: string) =>
      (await readSiblings(shop.db, group)).map(({ product: { id, options } }) => [id, ...Object.values(options ?? {})]);
    return { shop, optionsOf };
  };
  const tee = { id: "tee", title: "Soft tee", sku: "TEE", rating: 4.5, weightGrams: 180, gtin: "96385074" };

  test("an ordinary product becomes the first of a group, and the other combinations are copies of it", async () => {
    const { shop, optionsOf } = await open(catalogRecord(tee));
    const form = formOf({ Size: "S, M", Colour: "Blue, Light grey" });
    const variants = new Map(all).set(2, { price: "12", stock: "7", sku: "TEE-M-B" });
    const outcome = await addVariants(shop, "tee", { ...form, variants }, ada);
    expect(outcome).toEqual({ group: "tee", made: ["tee-s-light-grey", "tee-m-blue", "tee-m-light-grey"] });
    expect(await optionsOf("tee")).toEqual([
      ["tee", "S", "Blue"],
      ["tee-s-light-grey", "S", "Light grey"],
      ["tee-m-blue", "M", "Blue"],
      ["tee-m-light-grey", "M", "Light grey"],
    ]);
    const first = await readProduct(shop.db, "tee");
    const made = await readProduct(shop.db, "tee-m-blue");
    expect(made).toMatchObject({ title: "Soft tee", brand: first?.brand, images: first?.images, weightGrams: 180 });
    expect(made).toMatchObject({
      priceCents: 1200,
      stock: 7,
      sku: "TEE-M-B",
      rating: 0,
      availabilityStatus: "In Stock",
    });
    expect([made?.gtin, first?.gtin, first?.stock]).toEqual([undefined, "96385074", 40]);
    expect((await readProductPage(shop.db, { q: "soft tee", page: 1 })).total).toBe(1);
    const log = await readChanges(shop.db, { kind: "product", actor: ada, limit: 9 });
    expect(log.map(({ subject, action }) => `${subject} ${action}`)).toEqual([
      "tee variants changed",
      "tee-m-light-grey added",
      "tee-m-blue added",
      "tee-s-light-grey added",
      "tee edited",
    ]);
    expect(log.at(-1)?.fields).toMatchObject({ options: { before: "", after: "Size: S\nColour: Blue" } });
  });

  test("the same form sent twice at once makes each variant once", async () => {
    const { shop, optionsOf } = await open(catalogRecord(tee));
    const form = formOf({ Size: "S, M, L" });
    const outcomes = await Promise.all([1, 2, 3].map(() => addVariants(shop, "tee", form, ada)));
    expect(outcomes.map(({ made }) => made?.length).toSorted()).toEqual([0, 0, 2]);
    expect(await optionsOf("tee")).toEqual([
      ["tee", "S"],
      ["tee-m", "M"],
      ["tee-l", "L"],
    ]);
  });

  test("a group gets only what it lacks and what is chosen, in the spelling that it has, and in the order of the list", async () => {
    const sizes = ["S", "M"].map((Size) =>
      catalogRecord({ ...tee, id: `tee-${Size}`, gtin: null, group: "shirts", options: { Size } }),
    );
    const { shop, optionsOf } = await open(...sizes);
    const variants = new Map([
      [0, typed],
      [4, typed],
    ]);
    await addVariants(shop, "tee-M", { ...formOf({ size: "XS, s, m, L, XL" }), variants }, ada);
    expect(await optionsOf("shirts")).toEqual([
      ["tee-xs", "XS"],
      ["tee-S", "S"],
      ["tee-M", "M"],
      ["tee-xl", "XL"],
    ]);
    await addVariants(shop, "tee-M", formOf({ Size: "M", Colour: "Blue, Red" }, { own: ["", "Red"] }), ada);
    expect(await optionsOf("shirts")).toContainEqual(["tee-M", "M", "Red"]);
    expect(await optionsOf("shirts")).toContainEqual(["tee-m-blue", "M", "Blue"]);
  });

  test("what is archived isn't made again, and drafts get drafts", async () => {
    const { shop, optionsOf } = await open(catalogRecord(tee));
    await addVariants(shop, "tee", formOf({ Size: "S, M" }), ada);
    await archiveProduct(shop, "tee-m", ada);
    expect(await addVariants(shop, "tee", formOf({ Size: "S, M" }), ada)).toMatchObject({ made: [] });
    const cap = { ...newProductForm, id: "cap", title: "Wool cap", price: "5", stock: "1", category: "groceries" };
    await addProduct(shop, cap, ada, { asDraft: true });
    await addVariants(shop, "cap", formOf({ Size: "S, M" }), ada);
    expect((await readSiblings(shop.db, "cap")).map(({ status }) => status)).toEqual(["draft", "draft"]);
    expect(await publishDraft(shop, "cap-m", ada)).toMatchObject({ id: "cap-m" });
    expect(await optionsOf("cap")).toEqual([
      ["cap-m", "M"],
      ["cap", "S"],
    ]);
  });

  test("nothing is made while something is wrong", async () => {
    const taken = catalogRecord({ id: "tee-m", title: "Taken", group: "taken" });
    const { shop } = await open(catalogRecord(tee), taken);
    const refuse = async (form: ReturnType<typeof formOf>) => (await addVariants(shop, "tee", form, ada)).errors;
    expect(await refuse(formOf({}))).toEqual({ name1: "Enter an option, such as Size" });
    expect(await refuse(formOf({ Size: " , " }))).toEqual({ values1: "List at least one value" });
    expect(await refuse(formOf({ Size: "S", size: "M" }))).toMatchObject({ name2: expect.stringContaining("already") });
    const numbers = Array.from({ length: 11 }, (_, number) => number).join();
    expect(await refuse(formOf({ A: numbers, B: numbers }))).toMatchObject({
      values1: expect.stringContaining("121 combinations"),
    });
    expect(await refuse(formOf({ Size: "S, M" }, { group: "taken" }))).toHaveProperty("group");
    expect(await refuse({ ...formOf({ Size: "S, M" }), variants: new Map() })).toHaveProperty("variants");
    const wrong = new Map([[1, { price: "cheap", stock: "-1", sku: "" }]]);
    expect(Object.keys((await refuse({ ...formOf({ Size: "S, M" }), variants: wrong })) ?? {})).toEqual([
      "price-1",
      "stock-1",
    ]);
    expect(await readProduct(shop.db, "tee")).not.toHaveProperty("group");
    await addVariants(shop, "tee", formOf({ Size: "S, M" }), ada);
    expect(await readProduct(shop.db, "tee-m-2")).toMatchObject({ options: { Size: "M" } });
    await expect(addVariants(shop, "nothing", formOf({ Size: "S, M" }), ada)).rejects.toThrow(ProductUnknownError);
  });
});
