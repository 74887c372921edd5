import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { readChanges } from "../../changes/change-log.ts";
import { readCategories } from "../categories.ts";
import { readProduct } from "../lists/read-products.ts";
import { addProduct, newProductForm } from "../products/add-product.ts";
import { editProduct } from "../products/change-product.ts";

const actor = "olga@example.com";

forEachEngine((_, engine) => {
  test("a product's category is typed by address or name; one that the shop doesn't have is created once", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(
      shop.db,
      ["a", "b"].map((id) => catalogRecord({ id, category: "groceries" })),
    );
    const save = (id: string, category: string) =>
      editProduct(shop, id, { original: {}, submitted: { category } }, actor);
    const categoryOf = async (id: string) => (await readProduct(shop.db, id))?.category;
    await save("a", " BEAUTY ");
    expect(await categoryOf("a")).toBe("beauty");
    const both = await Promise.all(["a", "b"].map((id) => save(id, "Garden Tools")));
    expect(both.map((saved) => "newCategory" in saved && saved.newCategory).toSorted()).toEqual([
      "Garden Tools",
      undefined,
    ]);
    expect([await categoryOf("a"), await categoryOf("b")]).toEqual(["garden-tools", "garden-tools"]);
    expect((await readCategories(shop.db)).filter(({ slug }) => slug === "garden-tools")).toMatchObject([
      { name: "Garden Tools", kind: "category", inMenu: true },
    ]);
    expect(await readChanges(shop.db, { kind: "category", limit: 9 })).toMatchObject([
      { subject: "garden-tools", action: "added", actor },
    ]);
    for (const [typed, error] of [
      ["Meat", "Category is taken by the tag Meat"],
      ["onSale", "Category is taken by another filter"],
    ] as const)
      expect(await save("a", typed)).toEqual({ outcome: "invalid", errors: { category: error } });
    const added = await addProduct(
      shop,
      { ...newProductForm, id: "c", title: "C", price: "1", stock: "1", category: "Garden tools" },
      actor,
    );
    expect(added).toEqual({ id: "c", newCategory: undefined });
    expect(await categoryOf("c")).toBe("garden-tools");
  });
});
