import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { readChanges } from "../../changes/change-log.ts";
import { ChangedMeanwhileError, RecordUnknownError } from "../../forms/form-errors.ts";
import { validate } from "../../forms/validate.ts";
import { resumeImports, startImport } from "../batches/staged-import.ts";
import { readCategories, type ShopCategory } from "../categories.ts";
import { readProductPage } from "../lists/read-products.ts";
import { searchProducts } from "../lists/search/search-products.ts";
import { archiveProduct } from "../products/archive-product.ts";
import { editProduct } from "../products/change-product.ts";
import { type CategoryFields, categoryForm, toCategoryForm } from "./category-form.ts";
import { countUses, labelKey, readArchivedTags, readShownUses } from "./category-use.ts";
import { addCategory, deleteCategory, editCategory, moveCategory } from "./change-category.ts";

const actor = "olga@example.com";

function fieldsOf(changes: Partial<CategoryFields>): CategoryFields {
  const { values } = validate(categoryForm, { name: "Tea", kind: "category", ...changes });
  if (!values) throw new Error("not a valid form");
  return values;
}

const tea = catalogRecord({ id: "tea", title: "Green", category: "groceries", tags: ["Fruits", "leaf"] });

forEachEngine((_, engine) => {
  async function openShop() {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [tea, catalogRecord({ id: "old", title: "Old", category: "groceries" })]);
    await archiveProduct(shop, "old", actor);
    const find = async (slug: string) => (await readCategories(shop.db)).find((category) => category.slug === slug);
    const edit = async (slug: string, changes: Partial<CategoryFields>) => {
      const category = await find(slug);
      if (!category) throw new RecordUnknownError(slug);
      const original = toCategoryForm(category);
      await editCategory(shop, slug, { ...original, ...changes }, { original, actor });
    };
    const productOf = (table: "products" | "archivedProducts", id: string) =>
      shop.db.selectFrom(table).select(["category", "tags"]).where("id", "=", id).executeTakeFirstOrThrow();
    return { shop, find, edit, productOf };
  }

  test("tags that only archived products have are told from those in use and from those that no product has had", async () => {
    const { shop } = await openShop();
    await importRecords(shop.db, [catalogRecord({ id: "scent", title: "Scent", tags: ["Perfumes"] })]);
    const tags = (await readCategories(shop.db)).filter(({ kind }) => kind === "tag");
    expect(tags.map(({ slug }) => slug)).toEqual(expect.arrayContaining(["fruits", "meat", "perfumes"]));
    expect(await readArchivedTags(shop.db, tags)).toEqual([]);
    await archiveProduct(shop, "scent", actor);
    expect(await readArchivedTags(shop.db, tags)).toMatchObject([{ slug: "perfumes" }]);
  });

  test("an added category is last and has the address made from its name; addresses are unique, also at once", async () => {
    const { shop, find } = await openShop();
    await addCategory(shop, fieldsOf({ name: "Møbler & Lys", description: "Hjem", inMenu: "on" }), actor);
    expect((await readCategories(shop.db)).at(-1)).toMatchObject({
      ...{ slug: "mobler-lys", name: "Møbler & Lys", description: "Hjem", kind: "category", inMenu: true },
    });
    const both = await Promise.allSettled([1, 2].map(() => addCategory(shop, fieldsOf({ name: "Twins" }), actor)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    for (const [slug, message] of [
      ["twins", "The category Twins already uses this address"],
      ["perfumes", "The tag Perfumes already uses this address"],
      ["onsale", "another filter"],
      ["brand-x", "another filter"],
      ["a--b", "Use lowercase letters"],
    ]) {
      const adding = addCategory(shop, fieldsOf({ slug }), actor);
      await expect(adding, slug).rejects.toMatchObject({ errors: { slug: expect.stringContaining(message ?? "") } });
    }
    await expect(addCategory(shop, fieldsOf({ kind: "tag", inMenu: "on" }), actor)).rejects.toThrow("Only categories");
    for (const name of ["A", "B", "C"]) await addCategory(shop, fieldsOf({ name, inMenu: "on" }), actor);
    await expect(addCategory(shop, fieldsOf({ inMenu: "on" }), actor)).rejects.toThrow("room for eight categories");
    expect(await find("tea")).toBeUndefined();
  });

  test("products follow a category's or tag's new address, archived ones and the search too", async () => {
    const { shop, edit, find, productOf } = await openShop();
    const { version } = await shop.db.selectFrom("products").select("version").executeTakeFirstOrThrow();
    await edit("groceries", { slug: "provisions", name: "Provisions" });
    await edit("fruits", { slug: "berries" });
    expect(await find("groceries")).toBeUndefined();
    expect(await find("provisions")).toMatchObject({ name: "Provisions", inMenu: true, color: "groceries" });
    expect(await productOf("products", "tea")).toEqual({ category: "provisions", tags: '["berries","leaf"]' });
    expect(await productOf("archivedProducts", "old")).toMatchObject({ category: "provisions" });
    expect((await searchProducts(shop.db, "provisions")).numbers).toHaveLength(1);
    expect((await searchProducts(shop.db, "fruits")).numbers).toHaveLength(0);
    const changed = await shop.db.selectFrom("products").select("version").executeTakeFirstOrThrow();
    expect(changed.version).toBeGreaterThan(version);
    await edit("berries", { slug: "bær" });
    await edit("provisions", { slug: "kjøtt-og-melk" });
    await editProduct(shop, "tea", { original: {}, submitted: { price: "7" } }, actor);
    expect(await productOf("products", "tea")).toEqual({ category: "kjøtt-og-melk", tags: '["bær","leaf"]' });
    const [log] = await readChanges(shop.db, { kind: "category", subject: "provisions", limit: 1 });
    expect(log).toMatchObject({ action: "edited", fields: { slug: { before: "groceries", after: "provisions" } } });
  });

  test("an edit is refused if someone else changed the category, and its kind while products use it", async () => {
    const { shop, edit, find } = await openShop();
    const picture = (await find("beauty"))?.picture ?? "";
    const original = fieldsOf({ name: "Beauty", slug: "beauty", picture, color: "beauty", inMenu: "on" });
    await editCategory(shop, "beauty", { ...original, description: "Care" }, { original, actor });
    const late = editCategory(shop, "beauty", { ...original, name: "Skin" }, { original, actor });
    await expect(late).rejects.toMatchObject({ name: "ChangedMeanwhileError", current: { description: "Care" } });
    await expect(late).rejects.toThrow(ChangedMeanwhileError);
    await edit("beauty", { kind: "tag", inMenu: "" });
    expect(await find("beauty")).toMatchObject({ kind: "tag", name: "Beauty" });
    await expect(edit("groceries", { kind: "tag", inMenu: "" })).rejects.toMatchObject({
      errors: { kind: "1 product and 1 archived product use it, so its kind can't be changed" },
    });
    await expect(edit("none", {})).rejects.toThrow(RecordUnknownError);
  });

  test("categories move among categories, and tags among tags", async () => {
    const { shop } = await openShop();
    const slugsOf = async (kind: string) =>
      (await readCategories(shop.db)).filter((category) => category.kind === kind).map(({ slug }) => slug);
    await moveCategory(shop, "groceries", "up", actor);
    await moveCategory(shop, "groceries", "down", actor);
    await moveCategory(shop, "groceries", "down", actor);
    await moveCategory(shop, "beauty", "up", actor);
    await moveCategory(shop, "fragrances", "up", actor);
    await moveCategory(shop, "perfumes", "down", actor);
    expect(await slugsOf("category")).toEqual(["fragrances", "beauty", "furniture", "groceries"]);
    expect(await slugsOf("tag")).toEqual(["vegetables", "perfumes", "fruits", "meat"]);
  });

  test("a category is deleted once no product uses it, and a tag with or without its word on products", async () => {
    const { shop, find, productOf } = await openShop();
    await expect(deleteCategory(shop, "groceries", { actor })).rejects.toThrow(
      "1 product and 1 archived product use it. Move them to another category first.",
    );
    for (const moveTo of ["groceries", "meat", "none"])
      await expect(deleteCategory(shop, "groceries", { moveTo, actor })).rejects.toThrow("Choose another category");
    expect(await deleteCategory(shop, "groceries", { moveTo: "beauty", actor })).toBe(2);
    expect(await deleteCategory(shop, "furniture", { actor })).toBe(0);
    expect(await deleteCategory(shop, "fruits", { untag: true, actor })).toBe(1);
    expect(await deleteCategory(shop, "meat", { actor })).toBe(0);
    expect(await productOf("products", "tea")).toEqual({ category: "beauty", tags: '["leaf"]' });
    for (const slug of ["groceries", "furniture", "fruits", "meat"]) expect(await find(slug), slug).toBeUndefined();
  });

  test.for([
    ["New arrivals", "new-arrivals"],
    ["Salt & Pepper", "salt-pepper"],
    ["Editor’s choice", "editors-choice"],
    ["Ready–made", "ready-made"],
    ["Ökologisk MAT", "økologisk-mat"],
    ["Новинки сезона", "новинки-сезона"],
    ["季節 の 品", "季節-の-品"],
  ])(
    "a tag that owners add is a filter of the products tagged %s, and the tag follows its address",
    async ([tag = "", slug = ""]) => {
      const { shop, edit, find, productOf } = await openShop();
      const later = { ...tea, id: "later", tags: [tag], publishAt: "2099-01-01T00:00:00Z" };
      await importRecords(shop.db, [{ ...tea, tags: [tag, "leaf"] }, later]);
      await addCategory(shop, fieldsOf({ kind: "tag", name: tag, slug, inMenu: "" }), actor);
      const totalOf = async (filter: string) => {
        const { total, counts } = await readProductPage(shop.db, { filters: [filter], page: 1, choices: [filter] });
        expect(counts.get(filter)).toBe(total);
        return total;
      };
      expect(await totalOf(slug)).toBe(1);
      const category = (await find(slug)) as ShopCategory;
      for (const readUses of [countUses, readShownUses])
        expect((await readUses(shop.db)).get(labelKey(category))?.active).toBe(2);
      await edit(slug, { slug: "latest" });
      expect([await totalOf("latest"), (await productOf("products", "tea")).tags]).toEqual([1, '["latest","leaf"]']);
      expect(await deleteCategory(shop, "latest", { untag: true, actor })).toBe(2);
      expect((await productOf("products", "tea")).tags).toBe('["leaf"]');
    },
  );

  test("many products change in batches, and meanwhile and during imports categories keep their address", async () => {
    const { shop, edit, find } = await openShop();
    const records = Array.from({ length: 1001 }, (_, number) => ({ ...tea, id: `t${number}` }));
    await importRecords(shop.db, records);
    await edit("groceries", { slug: "provisions" });
    expect(await find("provisions")).toBeDefined();
    await expect(edit("beauty", { slug: "care" })).rejects.toThrow("Products are being imported or moved");
    await resumeImports(shop.db);
    const left = await shop.db.selectFrom("products").select("id").where("category", "<>", "provisions").execute();
    expect(left).toEqual([]);
    await startImport(shop.db);
    await expect(edit("beauty", { slug: "care" })).rejects.toThrow("Products are being imported or moved");
    await expect(deleteCategory(shop, "beauty", { actor })).rejects.toThrow("Products are being imported or moved");
  });
});
